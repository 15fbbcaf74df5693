/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/hall_boards.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <event2/event.h>

#include "drivers/dgt/dgt_clock.h"
#include "drivers/dgt/dgt_frame.h"
#include "drivers/sim/sim_table.h"

#define HALL_SETTLE_US 1500000 /* from the host's first reading to the first move */

enum hall_stage { HALL_WAITING, HALL_SETTLING, HALL_PLAYING, HALL_CLEARING };

struct hall_board {
	struct hall_boards *boards;
	size_t index;
	struct sim_table table;
	struct dgt_frame frame; /* what it says, read as a host would: when is a press told? */
	bool has_turn;
	uint8_t turn;
	enum hall_stage stage;
	uint64_t begin_us; /* the next game */
	char address[64];
	int listener, fd; /* fd -1: nobody is connected; a pseudo-terminal's master */
	int other;        /* the pseudo-terminal's other end, so that it never hangs up */
	uint64_t away_us; /* until then it cannot be reached */
	struct event *accept, *read, *timer;
	struct hall_truth truth;
};

struct hall_boards {
	struct event_base *base;
	struct hall_options options;
	uint64_t start_us, hold_us; /* hold_us 0: they play */
	uint64_t lost;
	struct hall_board *list;
};

static _Noreturn void
hall_die(const char *what)
{
	perror(what);
	exit(1);
}

uint64_t
hall_boards_now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* Table time: it stands still while they hold. */
static uint64_t
hall_table_us(const struct hall_boards *boards)
{
	uint64_t now_us = boards->hold_us ? boards->hold_us : hall_boards_now_us();

	return now_us - boards->start_us;
}

/* --- What they say -------------------------------------------------------------------------- */

/* A press is told by the first reading in which the lever lies on the other side. */
static void
hall_listen(struct hall_board *board, const uint8_t *bytes, size_t len, uint64_t now_us)
{
	struct hall_truth *truth = &board->truth;
	struct clock_reading reading;

	for (size_t i = 0; i < len; i++) {
		if (!dgt_frame_push(&board->frame, bytes[i], now_us) ||
		    board->frame.id != DGT_BWTIME ||
		    dgt_clock_decode(board->frame.payload, &reading) != DGT_CLOCK_TIME ||
		    !reading.connected || board->stage != HALL_PLAYING)
			continue;
		if (board->has_turn && reading.turn != board->turn &&
		    truth->presses < truth->plies && truth->presses < HALL_PLIES_MAX)
			truth->press_us[truth->presses++] = now_us;
		board->has_turn = true;
		board->turn = reading.turn;
	}
}

static void
hall_on_bytes(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	struct hall_board *board = ctx;
	ssize_t n;

	(void)t_us;
	if (board->fd < 0)
		return;
	n = write(board->fd, bytes, len);
	if (n != (ssize_t)len)
		board->boards->lost += len - (n > 0 ? (size_t)n : 0);
	hall_listen(board, bytes, len, hall_boards_now_us());
}

static void
hall_on_ply(void *ctx, const struct sim_ply *ply)
{
	struct hall_board *board = ctx;

	(void)ply;
	board->truth.plies++;
}

/* --- Time ----------------------------------------------------------------------------------- */

static void
hall_begin_game(struct hall_board *board, uint64_t now_us)
{
	const struct hall_options *options = &board->boards->options;
	struct hall_truth *truth = &board->truth;
	const struct game *game;

	if (truth->n_games == HALL_GAMES_MAX)
		return;
	game = options->games[(board->index + truth->n_games) % options->n_games];
	truth->games[truth->n_games++] = game;
	truth->plies = 0;
	truth->presses = 0;
	board->stage = HALL_PLAYING;
	sim_table_play(&board->table, game, options->initial_s, options->increment_s, now_us);
}

static void
hall_go_on(struct hall_board *board, uint64_t now_us)
{
	const struct hall_options *options = &board->boards->options;
	uint64_t late_us = (board->index * UINT64_C(7919)) % 1000 * options->stagger_s * 1000;

	switch (board->stage) {
	case HALL_WAITING:
		if (sim_table_is_updating(&board->table)) {
			board->stage = HALL_SETTLING;
			board->begin_us = now_us + HALL_SETTLE_US + late_us;
		}
		break;
	case HALL_SETTLING:
		if (now_us >= board->begin_us)
			hall_begin_game(board, now_us);
		break;
	case HALL_PLAYING:
		board->stage = HALL_CLEARING;
		sim_table_clear(&board->table, now_us);
		break;
	case HALL_CLEARING:
		board->stage = HALL_SETTLING;
		board->begin_us = now_us + 2 * (uint64_t)HALL_SETTLE_US;
		break;
	}
}

static void
hall_pump(struct hall_board *board)
{
	uint64_t now_us = hall_table_us(board->boards), due_us;
	uint64_t wait_us;
	struct timeval wait;

	due_us = sim_table_advance(&board->table, now_us);
	if (sim_table_is_idle(&board->table)) {
		hall_go_on(board, now_us);
		due_us = sim_table_advance(&board->table, now_us);
	}
	if (board->stage == HALL_SETTLING && board->begin_us < due_us)
		due_us = board->begin_us;
	if (due_us == SIM_NO_DEADLINE || board->boards->hold_us) {
		event_del(board->timer);
		return;
	}
	wait_us = due_us > now_us ? due_us - now_us : 1;
	wait = (struct timeval){ .tv_sec = (time_t)(wait_us / 1000000),
		                 .tv_usec = (suseconds_t)(wait_us % 1000000) };
	event_add(board->timer, &wait);
}

static void
hall_on_timer(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	hall_pump(ctx);
}

/* --- Lines ---------------------------------------------------------------------------------- */

static void
hall_hang_up(struct hall_board *board)
{
	if (board->read)
		event_free(board->read);
	board->read = NULL;
	if (board->fd >= 0)
		close(board->fd);
	board->fd = -1;
}

static void
hall_on_read(evutil_socket_t fd, short what, void *ctx)
{
	struct hall_board *board = ctx;
	uint8_t bytes[512];
	ssize_t n = read(fd, bytes, sizeof(bytes));

	(void)what;
	if (n > 0) {
		sim_table_receive(&board->table, bytes, (size_t)n, hall_table_us(board->boards));
		hall_pump(board);
	} else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
		hall_hang_up(board);
	}
}

static void
hall_watch(struct hall_board *board)
{
	board->read = event_new(board->boards->base, board->fd, EV_READ | EV_PERSIST, hall_on_read,
	                        board);
	if (!board->read || event_add(board->read, NULL) != 0)
		hall_die("event");
}

static void
hall_on_accept(evutil_socket_t listener, short what, void *ctx)
{
	struct hall_board *board = ctx;
	int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

	(void)what;
	if (fd < 0)
		return;
	if (board->fd >= 0 || hall_boards_now_us() < board->away_us) {
		close(fd);
		return;
	}
	board->fd = fd;
	hall_watch(board);
}

static void
hall_open_tcp(struct hall_board *board)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(address);

	board->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (board->listener < 0 ||
	    bind(board->listener, (struct sockaddr *)&address, sizeof(address)) != 0 ||
	    listen(board->listener, 4) != 0 ||
	    getsockname(board->listener, (struct sockaddr *)&address, &len) != 0)
		hall_die("cannot open a TCP port");
	snprintf(board->address, sizeof(board->address), "tcp://127.0.0.1:%u",
	         ntohs(address.sin_port));
	board->accept = event_new(board->boards->base, board->listener, EV_READ | EV_PERSIST,
	                          hall_on_accept, board);
	if (!board->accept || event_add(board->accept, NULL) != 0)
		hall_die("event");
}

static void
hall_open_pty(struct hall_board *board)
{
	struct termios mode;

	board->fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (board->fd < 0 || grantpt(board->fd) != 0 || unlockpt(board->fd) != 0 ||
	    ptsname_r(board->fd, board->address, sizeof(board->address)) != 0)
		hall_die("cannot make a pseudo-terminal");
	board->other = open(board->address, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (board->other < 0 || tcgetattr(board->other, &mode) != 0)
		hall_die("cannot open a pseudo-terminal");
	cfmakeraw(&mode);
	if (tcsetattr(board->other, TCSANOW, &mode) != 0)
		hall_die("cannot set a pseudo-terminal");
	hall_watch(board);
}

/* --- All of them ---------------------------------------------------------------------------- */

static void
hall_board_init(struct hall_boards *boards, struct hall_board *board, size_t index)
{
	const struct hall_options *options = &boards->options;
	const struct sim_profile *profile = sim_profile_find("clean");
	const struct sim_table_listener listener = { .ctx = board,
		                                     .bytes = hall_on_bytes,
		                                     .ply = hall_on_ply };
	const struct sim_hand_setup hand = { .profile = profile,
		                             .seed = options->seed + index,
		                             .pace = options->pace,
		                             .kings = SIM_KINGS_ON };
	struct sim_board_setup setup;

	board->boards = boards;
	board->index = index;
	board->fd = board->listener = board->other = -1;
	dgt_frame_init(&board->frame);
	sim_table_board(profile, options->seed + index, &setup);
	setup.clock_connected = true;
	snprintf(setup.long_serial, sizeof(setup.long_serial), "3%09u",
	         (unsigned int)index % 100000);
	snprintf(setup.serial, sizeof(setup.serial), "%05u", (unsigned int)index % 100000);
	sim_table_init(&board->table, &setup, &hand, &listener, 0);
	board->timer = evtimer_new(boards->base, hall_on_timer, board);
	if (!board->timer)
		hall_die("event");
	if (index < options->n_pty)
		hall_open_pty(board);
	else
		hall_open_tcp(board);
	hall_pump(board);
}

struct hall_boards *
hall_boards_new(struct event_base *base, const struct hall_options *options)
{
	struct hall_boards *boards = calloc(1, sizeof(*boards));

	if (!boards || !(boards->list = calloc(options->n, sizeof(*boards->list))))
		hall_die("boards");
	boards->base = base;
	boards->options = *options;
	boards->start_us = hall_boards_now_us();
	for (size_t i = 0; i < options->n; i++)
		hall_board_init(boards, &boards->list[i], i);
	return boards;
}

const char *
hall_boards_address(const struct hall_boards *boards, size_t i)
{
	return boards->list[i].address;
}

const struct hall_truth *
hall_boards_truth(const struct hall_boards *boards, size_t i)
{
	return &boards->list[i].truth;
}

size_t
hall_boards_ready(const struct hall_boards *boards)
{
	size_t n = 0;

	for (size_t i = 0; i < boards->options.n; i++)
		n += sim_table_is_updating(&boards->list[i].table) ? 1 : 0;
	return n;
}

void
hall_boards_hold(struct hall_boards *boards)
{
	boards->hold_us = hall_boards_now_us();
}

void
hall_boards_unplug(struct hall_boards *boards, size_t i, unsigned int ms)
{
	struct hall_board *board = &boards->list[i];

	if (board->listener < 0)
		return;
	board->away_us = hall_boards_now_us() + ms * UINT64_C(1000);
	hall_hang_up(board);
}

void
hall_boards_noise(struct hall_boards *boards, size_t i, size_t len)
{
	uint8_t noise[256];

	/* Nothing in it begins a message. */
	for (size_t k = 0; k < sizeof(noise); k++)
		noise[k] = (uint8_t)((k * 73 + i) & 0x7f);
	if (boards->list[i].fd >= 0)
		(void)!write(boards->list[i].fd, noise, len < sizeof(noise) ? len : sizeof(noise));
}

uint64_t
hall_boards_lost(const struct hall_boards *boards)
{
	return boards->lost;
}

void
hall_boards_free(struct hall_boards *boards)
{
	for (size_t i = 0; i < boards->options.n; i++) {
		struct hall_board *board = &boards->list[i];

		hall_hang_up(board);
		event_free(board->timer);
		if (board->accept)
			event_free(board->accept);
		if (board->listener >= 0)
			close(board->listener);
		if (board->other >= 0)
			close(board->other);
	}
	free(boards->list);
	free(boards);
}
