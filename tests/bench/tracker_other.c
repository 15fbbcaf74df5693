/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/tracker_other.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "drivers/dgt/dgt_clock.h"
#include "drivers/sim/sim_random.h"
#include "tests/bench/tracker_host.h"
#include "tests/bench/tracker_memory.h"

#define MS        UINT64_C(1000)
#define SECOND    UINT64_C(1000000)
#define HOUR_US   (3600 * SECOND)
#define CLOCK_US  (2 * SECOND) /* the clock tells its time */
#define FAULTS_US (3 * SECOND) /* the board is scanned, and may go wrong */
#define BEGIN_US  (4 * SECOND) /* the clock is started */
#define INITIAL_S 5400
#define BONUS_S   30
#define APART_US  (25 * MS)    /* between a press and a touch whose order matters */
#define CLEAR_US  (5 * SECOND) /* behind the last press, until the clock is stopped */

const struct other_style other_styles[] = {
	{ .name = "b-calm",
	  .gap_ms = 500,
	  .think_ms = 5000,
	  .press_ms = 600,
	  .any_order = 60,
	  .hover = 10,
	  .adjust = 5,
	  .scan_ms = 210 },
	{ .name = "b-blitz",
	  .gap_ms = 180,
	  .think_ms = 700,
	  .press_ms = 150,
	  .haste = 500,
	  .any_order = 150,
	  .hover = 20,
	  .forgotten = 5,
	  .scan_ms = 240,
	  .order = 1 },
	{ .name = "b-slow",
	  .gap_ms = 350,
	  .think_ms = 2500,
	  .press_ms = 400,
	  .haste = 100,
	  .any_order = 60,
	  .hover = 10,
	  .adjust = 5,
	  .forgotten = 2,
	  .scan_ms = 700,
	  .poll_ms = 900,
	  .order = 2 },
	{ .name = "b-burst",
	  .gap_ms = 400,
	  .think_ms = 3500,
	  .press_ms = 500,
	  .haste = 30,
	  .any_order = 60,
	  .hover = 10,
	  .adjust = 5,
	  .scan_ms = 230,
	  .order = 2,
	  .bursts = 40 },
	{ .name = "b-rows",
	  .gap_ms = 400,
	  .think_ms = 3500,
	  .press_ms = 500,
	  .haste = 30,
	  .any_order = 60,
	  .hover = 10,
	  .adjust = 5,
	  .scan_ms = 230,
	  .rows = 20,
	  .sticky = 60 },
	{ .name = "b-losses",
	  .gap_ms = 400,
	  .think_ms = 3500,
	  .press_ms = 500,
	  .haste = 30,
	  .any_order = 60,
	  .hover = 10,
	  .adjust = 5,
	  .scan_ms = 230,
	  .order = 1,
	  .losses = 20 },
};

const size_t other_n_styles = sizeof(other_styles) / sizeof(other_styles[0]);

/* --- drawing ----------------------------------------------------------------------------------- */

struct act {
	uint64_t t_us;
	size_t number; /* of two at one moment the first made comes first */
	enum { TOUCH, LEVER, START, STOP } what;
	uint8_t sq, piece, side;
};

struct other {
	const struct other_style *style;
	struct bench_stream *stream;
	struct sim_random random;
	bool rotated;
	struct act *acts;
	size_t n_acts, capacity;
};

static double
draw_unit(struct other *other)
{
	return ((double)sim_random_below(&other->random, UINT32_MAX) + 1) / 4294967296.0;
}

/* Log-normal, by the Box-Muller transform; at most 20 medians. Where another libm rounds another way that is a
 * microsecond in one of many millions of draws. */
static uint64_t
draw_us(struct other *other, uint32_t median_ms, double sigma)
{
	double radius = sqrt(-2 * log(draw_unit(other)));
	double angle = 6.283185307179586 * draw_unit(other);
	double normal = radius * cos(angle);
	double factor = exp(sigma * normal);

	return (uint64_t)((double)median_ms * 1000 * (factor < 20 ? factor : 20));
}

static bool
may(struct other *other, uint16_t per_mille)
{
	return sim_random_chance(&other->random, per_mille);
}

static void
add_act(struct other *other, struct act act)
{
	if (other->n_acts == other->capacity) {
		other->capacity = other->capacity ? 2 * other->capacity : 1024;
		other->acts = bench_grow(other->acts, other->capacity, sizeof(*other->acts));
	}
	act.number = other->n_acts;
	other->acts[other->n_acts++] = act;
}

static int
compare_acts(const void *a, const void *b)
{
	const struct act *x = a, *y = b;

	if (x->t_us != y->t_us)
		return x->t_us < y->t_us ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* --- the touches of a ply ---------------------------------------------------------------------- */

struct touch {
	uint8_t sq, piece;
	uint8_t after; /* set of touches that must come first */
	bool hover;    /* not where he stays */
	bool quick;    /* in one movement with the one before */
};

struct touches {
	struct touch list[12];
	int n;
};

static int
touch(struct touches *touches, int sq, uint8_t piece, unsigned int after)
{
	touches->list[touches->n] =
		(struct touch){ (uint8_t)sq, piece, (uint8_t)after, false, false };
	return touches->n++;
}

static void
list_castling(struct touches *touches, uint16_t move, uint8_t king, uint8_t rook)
{
	bool short_side = move_to(move) > move_from(move);
	int target = move_target(move);
	int k = touch(touches, move_from(move), EMPTY, 0);
	int r;

	touch(touches, target, king, 1u << k);
	r = touch(touches, move_to(move), EMPTY, 0);
	touch(touches, short_side ? target - 1 : target + 1, rook, 1u << r);
}

static void
list_promotion(struct other *other, struct touches *touches, uint16_t move, uint8_t pawn,
               bool capture)
{
	uint8_t piece = piece_make(piece_color(pawn), move_promotion(move));
	int lifted = touch(touches, move_from(move), EMPTY, 0);
	unsigned int free = 0;

	if (capture)
		free = 1u << touch(touches, move_to(move), EMPTY, 0);
	if (may(other, 500)) {
		int stood = touch(touches, move_to(move), pawn, free | 1u << lifted);

		free = 1u << touch(touches, move_to(move), EMPTY, 1u << stood);
	}
	touch(touches, move_to(move), piece, free);
}

static void
list_plain(struct other *other, struct touches *touches, const struct position *position,
           uint16_t move, bool capture)
{
	uint8_t piece = position_piece_at(position, move_from(move));
	int lifted = touch(touches, move_from(move), EMPTY, 0);
	unsigned int before = 1u << lifted;

	if (!capture && move_kind(move) == MOVE_NORMAL && may(other, other->style->hover)) {
		int sq = (int)sim_random_below(&other->random, 64);

		if (position_piece_at(position, sq) == EMPTY && sq != move_to(move)) {
			int stood = touch(touches, sq, piece, before);

			before = 1u << touch(touches, sq, EMPTY, 1u << stood);
			touches->list[stood].hover = true;
		}
	}
	if (capture)
		before |= 1u << touch(touches, move_to(move), EMPTY, 0);
	touch(touches, move_to(move), piece, before);
	if (capture && may(other, 650))
		touches->list[touches->n - 1].quick = true;
	if (move_kind(move) == MOVE_EN_PASSANT)
		touch(touches, sq_make(sq_file(move_to(move)), sq_rank(move_from(move))), EMPTY, 0);
}

static void
list_touches(struct other *other, struct touches *touches, const struct position *position,
             uint16_t move)
{
	uint8_t piece = position_piece_at(position, move_from(move));
	bool capture = position_piece_at(position, move_to(move)) != EMPTY;

	touches->n = 0;
	if (move_kind(move) == MOVE_CASTLING)
		list_castling(touches, move, piece, position_piece_at(position, move_to(move)));
	else if (move_kind(move) == MOVE_PROMOTION)
		list_promotion(other, touches, move, piece, capture);
	else
		list_plain(other, touches, position, move, capture);
}

/* Any order in which none comes before what it needs. */
static void
shuffle(struct other *other, struct touches *touches)
{
	struct touches shuffled = { .n = 0 };
	unsigned int done = 0;

	while (shuffled.n < touches->n) {
		int i = (int)sim_random_below(&other->random, (uint32_t)touches->n);

		if ((done >> i & 1) != 0 || (touches->list[i].after & ~done) != 0)
			continue;
		done |= 1u << i;
		shuffled.list[shuffled.n++] = touches->list[i];
	}
	*touches = shuffled;
}

/* --- the game as acts -------------------------------------------------------------------------- */

struct hands {
	struct position position;
	uint64_t made_us, pressed_us; /* of the ply before */
	bool unpressed;               /* it was forgotten */
};

static void
adjust(struct other *other, const struct hands *hands, uint16_t move, uint64_t *at_us)
{
	int sq = (int)sim_random_below(&other->random, 64);
	uint8_t piece = position_piece_at(&hands->position, sq);

	if (piece == EMPTY || sq == move_from(move) || sq == move_to(move))
		return;
	add_act(other, (struct act){ .t_us = *at_us, .what = TOUCH, .sq = (uint8_t)sq });
	*at_us += draw_us(other, other->style->gap_ms, 0.6);
	add_act(other,
	        (struct act){ .t_us = *at_us, .what = TOUCH, .sq = (uint8_t)sq, .piece = piece });
	*at_us += draw_us(other, other->style->gap_ms, 0.6);
}

/* Returns when the last touch was. */
static uint64_t
play_touches(struct other *other, const struct hands *hands, uint16_t move, uint64_t at_us)
{
	bool any_order = may(other, other->style->any_order);
	struct sim_incident hover = { .from_us = 0 };
	struct touches touches;

	if (may(other, other->style->adjust))
		adjust(other, hands, move, &at_us);
	list_touches(other, &touches, &hands->position, move);
	if (any_order)
		shuffle(other, &touches);
	for (int i = 0; i < touches.n; i++) {
		bool together = touches.list[i].quick || (any_order && may(other, 400));

		if (i > 0)
			at_us += draw_us(other, together ? 30 : other->style->gap_ms, 0.6);
		add_act(other, (struct act){ .t_us = at_us,
		                             .what = TOUCH,
		                             .sq = touches.list[i].sq,
		                             .piece = touches.list[i].piece });
		if (touches.list[i].hover)
			hover = (struct sim_incident){ .what = SIM_HESITATE,
				                       .sq = touches.list[i].sq,
				                       .piece = touches.list[i].piece,
				                       .ply = (uint32_t)other->stream->n_plies,
				                       .from_us = at_us };
	}
	hover.until_us = at_us;
	if (hover.from_us > 0)
		bench_stream_add_incident(other->stream, &hover);
	return at_us;
}

static void
press(struct other *other, enum color side, uint64_t t_us)
{
	add_act(other, (struct act){ .t_us = t_us, .what = LEVER, .side = (uint8_t)side });
	other->stream->plies[other->stream->n_plies - 1].truth.completed_us = t_us;
}

/* The press of the ply before is decided here, because a hasty reply may come before it. */
static void
play_ply(struct other *other, struct hands *hands, const struct game *game, uint32_t index)
{
	uint16_t move = game->plies[index].move;
	enum color side = (enum color)hands->position.side;
	bool hasty = index > 0 && may(other, other->style->haste);
	bool owes = index > 0 && !hands->unpressed;
	bool forgotten = owes && may(other, other->style->forgotten);
	uint64_t press_us = hands->made_us + APART_US + draw_us(other, other->style->press_ms, 0.5);
	uint64_t start_us, made_us;

	if (!owes || forgotten)
		press_us = hands->made_us;
	start_us = hasty ? hands->made_us + APART_US + draw_us(other, 150, 0.5)
	                 : press_us + APART_US + draw_us(other, other->style->think_ms, 0.9);
	made_us = play_touches(other, hands, move, start_us);
	if (press_us > made_us - APART_US)
		press_us = made_us - APART_US;
	if (owes && !forgotten)
		press(other, color_other(side), press_us);
	hands->unpressed = forgotten;
	hands->made_us = made_us;
	bench_stream_add_ply(other->stream, move, index, made_us);
	position_after(&hands->position, move, &hands->position);
}

static void
play_game(struct other *other, const struct game *game)
{
	struct hands hands = { .made_us = BEGIN_US };
	uint64_t end_us;

	position_start(&hands.position);
	add_act(other, (struct act){ .t_us = BEGIN_US, .what = START });
	for (uint32_t i = 0; i < game->n_plies; i++)
		play_ply(other, &hands, game, i);
	end_us = hands.made_us + APART_US + draw_us(other, other->style->press_ms, 0.5);
	if (!hands.unpressed)
		press(other, color_other((enum color)hands.position.side), end_us);
	add_act(other, (struct act){ .t_us = end_us + CLEAR_US, .what = STOP });
	qsort(other->acts, other->n_acts, sizeof(*other->acts), compare_acts);
}

/* --- what the board says of it ----------------------------------------------------------------- */

struct fault {
	uint64_t next_us, until_us; /* when the next one begins; the present one ends */
	uint64_t squares;
};

struct board {
	struct other *other;
	uint8_t standing[64], told[64]; /* by raw square */
	uint8_t visit[64];              /* raw squares in the order of the scan */
	struct fault burst, rows, sticky, loss;
	int64_t left_us[2];
	uint64_t clock_us; /* left_us is of then */
	uint64_t poll_us;
	uint8_t turn; /* enum color */
	bool running;
	uint8_t sent[DGT_BWTIME_PAYLOAD];
	uint64_t line_us; /* the line is busy until then */
	struct bench_host host;
	size_t heard; /* chunks of the line that have come to the host */
};

static void
send(struct board *board, uint64_t t_us, enum dgt_message id, const uint8_t *payload, size_t len)
{
	uint8_t frame[80];
	size_t size = DGT_HEADER_LEN + len;

	dgt_header_write(frame, id, size);
	memcpy(frame + DGT_HEADER_LEN, payload, len);
	board->line_us = (t_us > board->line_us ? t_us : board->line_us) + size * 1042;
	bench_stream_add_bytes(board->other->stream, board->line_us, frame, size);
}

static void
send_clock(struct board *board, uint64_t t_us)
{
	struct clock_reading reading = { .connected = true, .running = board->running };
	bool rotated = board->other->rotated;
	uint8_t payload[DGT_BWTIME_PAYLOAD];

	if (board->running) {
		board->left_us[board->turn] -= (int64_t)(t_us - board->clock_us);
		if (board->left_us[board->turn] < 0)
			board->left_us[board->turn] = 0;
	}
	board->clock_us = t_us;
	for (int side = 0; side < 2; side++)
		reading.face[rotated ? 1 - side : side].seconds =
			(int32_t)((board->left_us[side] + (int64_t)SECOND - 1) / (int64_t)SECOND);
	reading.turn = rotated ? 1 - board->turn : board->turn;
	dgt_clock_encode_time(&reading, payload);
	if (memcmp(payload, board->sent, sizeof(payload)) == 0 || t_us < board->poll_us)
		return;
	board->poll_us = t_us + board->other->style->poll_ms * MS;
	memcpy(board->sent, payload, sizeof(payload));
	send(board, t_us, DGT_BWTIME, payload, sizeof(payload));
}

static void
act(struct board *board, const struct act *act)
{
	int raw = board->other->rotated ? 63 - act->sq : act->sq;

	if (act->what == TOUCH) {
		board->standing[raw] = act->piece;
		return;
	}
	send_clock(board, act->t_us);
	if (act->what == LEVER && board->turn == act->side) {
		board->left_us[act->side] += BONUS_S * (int64_t)SECOND;
		board->turn = 1 - act->side;
	} else if (act->what != LEVER) {
		board->running = act->what == START;
	}
	send_clock(board, act->t_us);
}

/* Begins and ends a fault; true while it lasts. */
static bool
fault_is_on(struct board *board, struct fault *fault, uint16_t per_hour, uint32_t median_ms,
            uint64_t t_us)
{
	struct other *other = board->other;

	if (per_hour == 0)
		return false;
	if (fault->next_us == 0)
		fault->next_us =
			t_us + (uint64_t)(-log(draw_unit(other)) * (double)HOUR_US / per_hour);
	if (t_us >= fault->next_us) {
		uint32_t sq = sim_random_below(&other->random, 64);
		uint64_t file = UINT64_C(0x0101010101010101) << (sq & 7);

		fault->until_us = t_us + draw_us(other, median_ms, 0.8);
		fault->next_us = 0;
		if (fault == &board->rows)
			fault->squares = sq & 32 ? file : UINT64_C(0xff) << (sq & 56);
		else
			fault->squares = sq_bit((int)sq);
	}
	return t_us < fault->until_us;
}

/* Anything a square may read. */
static uint8_t
draw_reading(struct sim_random *random)
{
	uint32_t type, color;

	if (sim_random_below(random, 2))
		return EMPTY;
	type = sim_random_between(random, PAWN, KING);
	color = sim_random_below(random, 2);
	return piece_make((enum color)color, (enum piece_type)type);
}

static void
visit(struct board *board, int raw, uint64_t t_us)
{
	const struct other_style *style = board->other->style;
	struct sim_random *random = &board->other->random;
	bool burst = fault_is_on(board, &board->burst, style->bursts, 900, t_us);
	bool row = fault_is_on(board, &board->rows, style->rows, 4000, t_us);
	bool sticky = fault_is_on(board, &board->sticky, style->sticky, 4000, t_us);
	bool loss = fault_is_on(board, &board->loss, style->losses, 300, t_us);
	uint8_t reads = board->standing[raw];
	uint8_t update[2];

	if (burst && sim_random_below(random, 30) == 0)
		reads = draw_reading(random);
	if (row && (board->rows.squares >> raw & 1) != 0)
		reads = EMPTY;
	if (sticky && (board->sticky.squares >> raw & 1) != 0)
		reads = board->told[raw];
	if (reads == board->told[raw])
		return;
	board->told[raw] = reads;
	update[0] = dgt_index_from_sq((uint8_t)raw);
	update[1] = dgt_code_from_piece(reads);
	if (!loss)
		send(board, t_us, DGT_FIELD_UPDATE, update, sizeof(update));
}

static void
send_position(struct board *board, uint64_t t_us)
{
	uint8_t dump[64];

	for (int i = 0; i < 64; i++)
		dump[i] = dgt_code_from_piece(board->told[dgt_sq_from_index((uint8_t)i)]);
	/* Where updates get lost, so does one answer in twenty. */
	if (t_us == 0 || board->other->style->losses == 0 ||
	    sim_random_below(&board->other->random, 20) != 0)
		send(board, t_us, DGT_BOARD_DUMP, dump, sizeof(dump));
}

/* It says who it is and what it shows; to the rest it says nothing. */
static void
answer(struct board *board, uint8_t command, uint64_t t_us)
{
	static const uint8_t version[] = { 2, 1 }, serial[] = "54321", trademark[] = "B";

	if (command == DGT_SEND_VERSION)
		send(board, t_us, DGT_VERSION, version, sizeof(version));
	else if (command == DGT_SEND_SERIALNR)
		send(board, t_us, DGT_SERIALNR, serial, sizeof(serial) - 1);
	else if (command == DGT_SEND_TRADEMARK)
		send(board, t_us, DGT_TRADEMARK, trademark, sizeof(trademark) - 1);
	else if (command == DGT_SEND_BRD)
		send_position(board, t_us);
}

/* What has come off the line is heard, and what the host has to say answered. */
static void
run_host(struct board *board, uint64_t t_us)
{
	struct bench_stream *stream = board->other->stream;
	const uint8_t *bytes;
	size_t len;

	for (; board->heard < stream->n_chunks && stream->chunks[board->heard].t_us <= t_us;
	     board->heard++) {
		const struct bench_chunk *chunk = &stream->chunks[board->heard];

		if (chunk->what == '<')
			bench_host_hear(&board->host, stream->bytes + chunk->at, chunk->len,
			                chunk->t_us);
	}
	if (board->host.due_us <= t_us)
		bench_host_advance(&board->host, t_us);
	bytes = bench_host_take(&board->host, &len);
	if (bytes && len == 1)
		answer(board, bytes[0], t_us);
}

static void
set_up(struct board *board)
{
	struct other *other = board->other;
	uint8_t start[64];
	struct position position;

	position_start(&position);
	position_placement(&position, start);
	for (int sq = 0; sq < 64; sq++)
		board->standing[other->rotated ? 63 - sq : sq] = start[sq];
	memcpy(board->told, board->standing, 64);
	for (int i = 0; i < 64; i++)
		board->visit[i] = (uint8_t)(other->style->order == 0   ? 63 - i
		                            : other->style->order == 1 ? i % 32 * 2 + i / 32
		                                                       : i);
	for (uint32_t i = 64; other->style->order == 2 && i > 1; i--) {
		uint32_t j = sim_random_below(&other->random, i);
		uint8_t kept = board->visit[i - 1];

		board->visit[i - 1] = board->visit[j];
		board->visit[j] = kept;
	}
	board->left_us[WHITE] = board->left_us[BLACK] = INITIAL_S * (int64_t)SECOND;
}

static void
watch(struct other *other, bool unasked)
{
	static struct board board;
	uint64_t step_us = other->style->scan_ms * MS / 64, t_us = 0;
	uint64_t stop_us = other->acts[other->n_acts - 1].t_us;
	uint64_t second_us = CLOCK_US;
	size_t next = 0;

	memset(&board, 0, sizeof(board));
	board.other = other;
	set_up(&board);
	bench_host_begin(&board.host, false);
	if (unasked)
		send_position(&board, 0);
	else
		bench_host_link(&board.host, true, 0);
	for (size_t i = 0; t_us < stop_us + 3 * SECOND; i++, t_us += step_us) {
		while (next < other->n_acts && other->acts[next].t_us <= t_us)
			act(&board, &other->acts[next++]);
		/* Faults end with the game. */
		if (next == other->n_acts)
			board.burst.until_us = board.rows.until_us = board.sticky.until_us = 0;
		if (t_us >= second_us) {
			send_clock(&board, t_us);
			second_us = t_us + 100 * MS;
		}
		if (t_us >= FAULTS_US)
			visit(&board, board.visit[i % 64], t_us);
		run_host(&board, t_us);
	}
	bench_host_end(&board.host);
	other->stream->end_us = t_us;
}

void
other_play(struct bench_stream *stream, const struct other_style *style, uint64_t seed,
           bool rotated, bool unasked, const struct game *game)
{
	struct other other = { .style = style, .stream = stream, .rotated = rotated };

	sim_random_init(&other.random, seed ^ UINT64_C(0x6f74686572));
	bench_stream_begin(stream);
	stream->result = game->result;
	stream->rotated = rotated;
	play_game(&other, game);
	watch(&other, unasked);
	free(other.acts);
	bench_stream_decode(stream);
}
