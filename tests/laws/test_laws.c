/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The laws of draws, ends and what is around a game, told in scripts, and what the arbiter must hear.
 *
 * A tale begins with the initial position on a sensor board, and its words become scans and clock readings;
 * or with a position as FEN, and its moves go into the record as the tracker would write them; but where
 * it begins with "sensors", the position is on the sensor board. Words, separated by blanks:
 *
 *     e4 Nf3 O-O         the move is played on the board, a square every 250 ms, and pressed
 *     ~e4                the same without a press
 *     e2- e4+P           a square alone
 *     GO                 the clock is started, the time of who is to move running; STOP
 *     W!, B!             a press alone; GO:w, GO:b  started for one side
 *     +5s, +30min        time passes
 *     after:50           the next word comes 50 ms after the one before
 *     a8:N>Q             one man instead of another
 *     {e1-;h1-}          squares of one round of the scan, or the line delivers them together
 *     W! B!              the clock is pressed
 *     setup:NAME         a full scan of one of the pictures below
 *     turn:left, turn:right, upright  the men are put up again, the board lying by 90 degrees, or as before
 *     stand:FEN          games begin from there (blanks as '_'), and the men are set up so
 *     lost, back         the link
 *     result:1-0         a person enters the result: game_score_text()
 *     score:4-2          points in quarters
 *     claim:w, claim:w:Nf3, offer:w, reversed
 *     seal, adjourn, reopen, sealed:Nf3  adjournment
 *     sheet:w, quick:b   a player asks for the arbiter's sheet; claims in a quickplay finish
 *     time:1-0           as result:, on time
 *     rated:2300         the higher rating of the two; cable:b  who has lost the platform, plug:b  is back
 *     device:b           who had a device on him
 *     board:other        another board stands there
 *     owed               plies of both sides lack presses, by the clock's watch
 *     says:w:Nf3         White announces a move; virtual:e4, own:e4  on the virtual board, there by this player
 *     other:FEN          what stands on the other of two boards (blanks as '_')
 *     clock:90           both clocks show so many seconds from the next reading on
 *     confirm:2, dismiss:2  the arbiter's decision about alert 2
 *     rules:KEY=VALUE    from here on (before the first move), blanks as '_'
 *     control:CONTROL    the time control, before rules that need it
 *
 * The alerts are written "id@ply:side", with " severity" letters where they matter: see told().
 */
#include "core/laws/laws.h"
#include "core/laws/mating.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "core/laws/catalogue.h"
#include "core/laws/mating.h"
#include "tests/laws/tales.h"
#include "tests/support.h"

#define SCAN_US        250000
#define MAX_LATENCY_US 1000000

struct story {
	struct tracker *tracker; /* NULL: by record */
	struct laws *laws;
	struct rules_stated stated;
	struct ruleset rules;
	struct game game; /* by record */
	struct game_ply plies[600];
	uint64_t t_us, step_us; /* until the next word; 0: SCAN_US */
	uint8_t squares[64];
	struct clock_reading clock;
	char told[2048];
	struct alert last;    /* the last one told */
	char after[FEN_SIZE]; /* the position after it, "": none */
};

static struct story story;

/* "id@ply:side", '!' behind what is critical. */
static void
told(void *ctx, const struct alert *alert)
{
	size_t len = strlen(story.told);

	(void)ctx;
	/* The arbiter hears within a second of the proving event. */
	ck_assert_uint_le(story.t_us, alert->t_us + MAX_LATENCY_US);
	snprintf(story.told + len, sizeof(story.told) - len, "%s%s@%u:%c%s", len ? " " : "",
	         alert_row(alert->id)->name, alert->ply, alert->side == WHITE ? 'w' : 'b',
	         alert->severity == ALERT_CRITICAL ? "!" : "");
	story.last = *alert;
	story.after[0] = '\0';
	if (alert->after)
		fen_format(alert->after, story.after);
}

static void
on_update(void *ctx, enum tracker_update what, const struct game *game, uint32_t first_ply)
{
	struct tracker_view view;

	(void)ctx;
	tracker_look(story.tracker, &view);
	laws_update(story.laws, what, game, first_ply, &view, story.t_us);
}

static void
tell_tracker(struct board_event *event)
{
	event->t_us = story.t_us;
	laws_advance(story.laws, story.t_us);
	tracker_event(story.tracker, event);
}

static void
tell_square_now(int sq, uint8_t piece)
{
	struct board_event event = { .kind = BOARD_SQUARE };

	story.squares[sq] = piece;
	event.square.sq = (uint8_t)sq;
	event.square.piece = piece;
	tell_tracker(&event);
}

static void
step(void)
{
	story.t_us += story.step_us > 0 ? story.step_us : SCAN_US;
	story.step_us = 0;
}

static void
tell_square(int sq, uint8_t piece)
{
	step();
	tell_square_now(sq, piece);
}

static uint8_t
piece_of(char letter)
{
	uint8_t piece = 0;

	while (piece < PIECES - 1 && (piece_letter(piece) != letter || letter == ' '))
		piece++;
	return piece;
}

static const struct {
	const char *name, *squares; /* a1 first */
} setups[] = {
	{ "start", "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr" },
	{ "turned", "rnbkqbnrpppppppp................................PPPPPPPPRNBKQBNR" },
	{ "swapped", "RNBKQBNRPPPPPPPP................................pppppppprnbqkbnr" },
	{ "sideways", "RP....prNP....pnBP....pbQP....pqKP....pkBP....pbNP....pnRP....pr" },
	{ "960", "BBQNNRKRPPPPPPPP................................ppppppppbbqnnrkr" },
	{ "960bishops", "BQBNNRKRPPPPPPPP................................ppppppppbqbnnrkr" },
	{ "960mirror", "RNBQKBNRPPPPPPPP................................pppppppprbnqkbnr" },
	{ "half", "RNBQ....PPPPPPPP................................pppppppprnbqkbnr" },
};

static void
tell_scan(const char *name)
{
	struct board_event event = { .kind = BOARD_SCAN };
	size_t i = 0;

	while (strcmp(setups[i].name, name) != 0)
		i++;
	for (int sq = 0; sq < 64; sq++)
		event.scan[sq] = story.squares[sq] = piece_of(setups[i].squares[sq]);
	story.t_us += SCAN_US;
	tell_tracker(&event);
}

/* As it lies: the men of story.squares, turned by 90 degrees or not. */
static void
tell_turned(const char *word)
{
	struct board_event event = { .kind = BOARD_SCAN };

	for (int sq = 0; sq < 64; sq++) {
		int file = sq_file(sq), rank = sq_rank(sq), from = sq;

		if (word[0] == 't')
			from = word[5] == 'l' ? sq_make(rank, 7 - file) : sq_make(7 - rank, file);
		event.scan[sq] = story.squares[from];
	}
	story.t_us += SCAN_US;
	tell_tracker(&event);
}

static void
tell_clock(void)
{
	struct board_event event = { .kind = BOARD_CLOCK, .clock = story.clock };

	step();
	tell_tracker(&event);
}

static void
tell_link(bool up)
{
	struct board_event event = { .kind = up ? BOARD_BACK : BOARD_LOST };

	tell_tracker(&event);
	if (!up)
		laws_link_lost(story.laws, story.t_us);
}

static const struct game *
game_now(void)
{
	return story.tracker ? tracker_game(story.tracker) : &story.game;
}

/* Hands: what leaves its square first, then what arrives. */
static void
tell_hands(const struct position *before, const struct position *after)
{
	uint8_t to[64], from[64];

	position_placement(before, from);
	position_placement(after, to);
	for (int sq = 0; sq < 64; sq++)
		if (from[sq] != to[sq] && from[sq] != EMPTY)
			tell_square(sq, EMPTY);
	for (int sq = 0; sq < 64; sq++)
		if (from[sq] != to[sq] && to[sq] != EMPTY)
			tell_square(sq, to[sq]);
}

static void
tell_move(const char *san, bool press)
{
	const struct position before = game_now()->now;
	struct tracker_view view = { .games = 1 };
	struct position after;
	uint16_t move;

	ck_assert_msg(san_parse(&before, san, strlen(san), &move) == SAN_OK, "%s", san);
	if (!story.tracker) {
		story.t_us += 3 * SCAN_US;
		laws_advance(story.laws, story.t_us);
		ck_assert_int_eq(game_append(&story.game, move, story.t_us, PLY_MADE), 0);
		laws_update(story.laws, TRACKER_PLIES, &story.game, story.game.n_plies - 1, &view,
		            story.t_us);
		return;
	}
	position_after(&before, move, &after);
	tell_hands(&before, &after);
	story.t_us += 600000;
	tracker_advance(story.tracker, story.t_us);
	if (press) {
		story.clock.face[before.side].seconds -= 2;
		story.clock.turn = (uint8_t)!before.side;
		tell_clock();
	}
}

static void
tell_result(const char *text)
{
	enum game_result result = RESULT_WHITE_WINS;
	struct tracker_view view = { .games = 1 };

	while (result < GAME_RESULTS && strcmp(text, game_score_text(result)) != 0)
		result++;
	ck_assert_msg(result < GAME_RESULTS, "%s", text);
	story.t_us += SCAN_US;
	laws_advance(story.laws, story.t_us);
	if (story.tracker) {
		tracker_result(story.tracker, result, story.t_us);
		return;
	}
	game_set_result(&story.game, result, END_DECLARED);
	laws_update(story.laws, TRACKER_RESULT, &story.game, 0, &view, story.t_us);
}

static bool
begins(const char *word, const char *with)
{
	return strncmp(word, with, strlen(with)) == 0;
}

static void
tell_claim(const char *word)
{
	enum color side = word[6] == 'w' ? WHITE : BLACK;
	const char *san = word[7] == ':' ? word + 8 : NULL;

	story.t_us += SCAN_US;
	ck_assert_int_eq(laws_claim(story.laws, side, CLAIM_ANY, san, story.t_us), 0);
}

/* A FEN has blanks, which are '_' here. */
static void
read_fen(const char *text, struct position *ret_position)
{
	char fen[FEN_SIZE];

	snprintf(fen, sizeof(fen), "%s", text);
	for (char *p = fen; *p; p++)
		*p = *p == '_' ? ' ' : *p;
	ck_assert_int_eq(fen_parse(fen, strlen(fen), ret_position, NULL), 0);
}

static int
tell_other_board(const char *text)
{
	struct position other;

	read_fen(text, &other);
	return laws_two_boards(story.laws, &other, story.t_us);
}

/* "says:w:Bauer_Eva_zwei_Eva_vier" */
static int
tell_announced(const char *word)
{
	char said[128];

	snprintf(said, sizeof(said), "%s", word + 7);
	for (char *p = said; *p; p++)
		*p = *p == '_' ? ' ' : *p;
	return laws_announced(story.laws, word[5] == 'w' ? WHITE : BLACK, said, story.t_us);
}

/* What else persons say. */
static void
tell_beside(const char *word)
{
	if (word[0] == 'o' && word[1] == 't')
		ck_assert_int_eq(tell_other_board(strchr(word, ':') + 1), 0);
	else if (word[0] == 's')
		ck_assert_int_eq(tell_announced(word), 0);
	else
		ck_assert_int_eq(
			laws_virtual(story.laws, strchr(word, ':') + 1, word[0] == 'o', story.t_us),
			0);
}

static bool
tell_said(const char *word)
{
	if (begins(word, "result:") || begins(word, "time:")) {
		laws_on_time(story.laws, word[0] == 't');
		tell_result(strchr(word, ':') + 1);
	} else if (begins(word, "score:"))
		laws_score(story.laws, (uint32_t)(word[6] - '0'), (uint32_t)(word[8] - '0'),
		           story.t_us);
	else if (begins(word, "claim:"))
		tell_claim(word);
	else if (begins(word, "offer:"))
		laws_offer(story.laws, word[6] == 'w' ? WHITE : BLACK, story.t_us);
	else if (begins(word, "confirm:") || begins(word, "dismiss:"))
		ck_assert_int_eq(laws_decide(story.laws, (uint32_t)strtoul(word + 8, NULL, 10),
		                             word[0] == 'c' ? ALERT_CONFIRMED : ALERT_DISMISSED),
		                 0);
	else if (begins(word, "says:") || begins(word, "virtual:") || begins(word, "own:") ||
	         begins(word, "other:"))
		tell_beside(word);
	else if (begins(word, "sheet:"))
		laws_sheet_request(story.laws, word[6] == 'w' ? WHITE : BLACK, story.t_us);
	else if (begins(word, "quick:"))
		laws_quickplay(story.laws, word[6] == 'w' ? WHITE : BLACK, story.t_us);
	else if (begins(word, "cable:"))
		laws_disconnected(story.laws, word[6] == 'w' ? WHITE : BLACK, story.t_us);
	else if (begins(word, "plug:"))
		ck_assert_int_eq(
			laws_reconnected(story.laws, word[5] == 'w' ? WHITE : BLACK, story.t_us),
			0);
	else if (begins(word, "device:"))
		laws_device(story.laws, word[7] == 'w' ? WHITE : BLACK, story.t_us);
	else if (begins(word, "rated:"))
		laws_ratings(story.laws, (uint32_t)strtoul(word + 6, NULL, 10));
	else if (strcmp(word, "log:short") == 0)
		laws_log_incomplete(story.laws, story.t_us - 65 * 1000000, story.t_us);
	else if (strcmp(word, "board:other") == 0)
		laws_equipment_changed(story.laws, story.t_us);
	else
		return false;
	return true;
}

static void
settle(void)
{
	struct time_control control = story.rules.control;
	struct rules_fault fault;
	int r = ruleset_resolve(&story.stated, "2020-01-01", &control, &story.rules, &fault);

	ck_assert_msg(r == 0, "%s", r ? fault.cause : "");
}

static void
tell_rule(char *statement)
{
	char *value = strchr(statement, '=');

	*value++ = '\0';
	for (char *p = value; *p; p++)
		*p = *p == '_' ? ' ' : *p;
	ck_assert_int_eq(rules_parse(&story.stated, rules_find(RULE_IN_RULES, statement), value),
	                 0);
	settle();
	/* As the daemon does it: without a number, whatever array stands on the board. */
	if (story.rules.value[RULE_START_KIND] == START_CHESS960) {
		struct position start;

		position_start(&start);
		laws_expect(story.laws, &start, false);
	}
}

static void
tell_time(const char *word)
{
	char *unit;
	uint64_t n = strtoul(word + 1, &unit, 10);

	/* As the daemon's timers do it: nobody sleeps through a deadline. */
	ck_assert_msg(strcmp(unit, "s") == 0 || strcmp(unit, "min") == 0, "%s", word);
	for (n *= unit[0] == 'm' ? 240 : 4; n > 0; n--) {
		story.t_us += SCAN_US;
		laws_advance(story.laws, story.t_us);
		if (story.tracker)
			tracker_advance(story.tracker, story.t_us);
	}
}

/* "e1-", "e4+P" or "a8:N>Q". */
static uint8_t
piece_in(const char *word)
{
	return word[2] == '-' ? EMPTY : piece_of(word[2] == '+' ? word[3] : word[5]);
}

static void
tell_together(const char *word)
{
	step();
	for (word++; *word; word += strcspn(word, ";}") + 1)
		tell_square_now((word[0] - 'a') + (word[1] - '1') * 8, piece_in(word));
}

static void
tell_press(enum color side)
{
	story.clock.turn = (uint8_t)!side;
	tell_clock();
}

static void
tell_stand(const char *fen)
{
	struct board_event event = { .kind = BOARD_SCAN };
	struct position start;

	read_fen(fen, &start);
	tracker_expect_start(story.tracker, &start);
	laws_expect(story.laws, &start, true);
	position_placement(&start, event.scan);
	memcpy(story.squares, event.scan, 64);
	story.t_us += SCAN_US;
	tell_tracker(&event);
}

static void
tell_word(char *word)
{
	int sq = (word[0] - 'a') + (word[1] - '1') * 8;

	if (begins(word, "rules:"))
		tell_rule(word + 6);
	else if (begins(word, "after:"))
		story.step_us = strtoul(word + 6, NULL, 10) * 1000;
	else if (begins(word, "control:"))
		ck_assert_int_eq(
			time_control_parse(word + 8, strlen(word + 8), &story.rules.control), 0);
	else if (begins(word, "setup:"))
		tell_scan(word + 6);
	else if (begins(word, "turn:") || strcmp(word, "upright") == 0)
		tell_turned(word);
	else if (tell_said(word))
		return;
	else if (begins(word, "clock:"))
		story.clock.face[0].seconds = story.clock.face[1].seconds = atoi(word + 6);
	else if (begins(word, "sealed:"))
		ck_assert_int_eq(laws_sealed_move(story.laws, word + 7, story.t_us), 0);
	else if (strcmp(word, "seal") == 0)
		ck_assert_int_eq(laws_seal(story.laws, story.t_us), 0);
	else if (strcmp(word, "adjourn") == 0)
		ck_assert_int_eq(laws_adjourn(story.laws, story.t_us), 0);
	else if (strcmp(word, "reopen") == 0)
		ck_assert_int_eq(laws_reopen(story.laws, story.t_us), 0);
	else if (strcmp(word, "owed") == 0)
		laws_owe_presses(story.laws, true);
	else if (strcmp(word, "reversed") == 0)
		laws_colours_reversed(story.laws, story.t_us);
	else if (strcmp(word, "lost") == 0 || strcmp(word, "back") == 0)
		tell_link(word[0] == 'b');
	else if (strcmp(word, "sensors") == 0)
		return;
	else if (strlen(word) == 2 && word[1] == '!') {
		story.clock.turn = word[0] == 'W' ? BLACK : WHITE;
		tell_clock();
	} else if (begins(word, "GO:")) {
		story.clock.running = true;
		story.clock.turn = word[3] == 'w' ? WHITE : BLACK;
		tell_clock();
	} else if (strcmp(word, "GO") == 0 || strcmp(word, "STOP") == 0) {
		story.clock.connected = true;
		story.clock.running = word[0] == 'G';
		tell_clock();
	} else if (begins(word, "stand:"))
		tell_stand(word + 6);
	else if (strcmp(word, "W!") == 0 || strcmp(word, "B!") == 0)
		tell_press(word[0] == 'W' ? WHITE : BLACK);
	else if (word[0] == '{')
		tell_together(word);
	else if (word[0] == '+')
		tell_time(word);
	else if (strlen(word) == 6 && word[2] == ':' && word[4] == '>')
		tell_square(sq, piece_in(word));
	else if (strlen(word) == 3 && word[2] == '-' && word[0] != 'O')
		tell_square(sq, EMPTY);
	else if (strlen(word) == 4 && word[2] == '+')
		tell_square(sq, piece_of(word[3]));
	else
		tell_move(word[0] == '~' ? word + 1 : word, word[0] != '~' && story.clock.running);
}

static void
tell(const char *script)
{
	char buffer[2048], *save = NULL;

	snprintf(buffer, sizeof(buffer), "%s", script);
	for (char *word = strtok_r(buffer, " ", &save); word; word = strtok_r(NULL, " ", &save))
		tell_word(word);
}

/* The men of *start on the sensor board, and the game begins from there. */
static void
begin_on_board(const struct position *start)
{
	struct board_event event = { .kind = BOARD_SCAN };

	tracker_expect_start(story.tracker, start);
	laws_expect(story.laws, start, true);
	position_placement(start, story.squares);
	memcpy(event.scan, story.squares, sizeof(story.squares));
	story.clock.turn = start->side;
	tell_tracker(&event);
}

static void
begin(const char *fen, const char *script)
{
	bool sensors = !fen || strstr(script, "sensors") != NULL;

	static struct mating mating;
	static const struct tracker_listener listener = { .update = on_update };
	static const struct alert_listener alerts = { .raise = told };
	struct tracker_view view = { .games = 1 };
	struct position start;

	memset(&story, 0, sizeof(story));
	rules_stated_init(&story.stated);
	ruleset_default(&story.rules, "2020-01-01");
	story.t_us = 1000000;
	story.clock.face[0].seconds = story.clock.face[1].seconds = 5400;
	story.laws = laws_init(malloc(laws_size()), &story.rules, 7, &alerts, &mating);
	if (sensors)
		story.tracker = tracker_init(malloc(tracker_size()), &listener);
	if (!fen)
		return;
	ck_assert_int_eq(fen_parse(fen, strlen(fen), &start, NULL), 0);
	if (sensors) {
		begin_on_board(&start);
		return;
	}
	game_init(&story.game, &start, story.plies, 600);
	laws_update(story.laws, TRACKER_GAME_BEGINS, &story.game, 0, &view, story.t_us);
}

static void
end(void)
{
	free(story.tracker);
	free(story.laws);
}

#define SHUFFLE           "Nf3 Nf6 Ng1 Ng8 "
#define BOARD             "setup:start GO "
#define PPIN              "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1"
#define FOOL              BOARD "f3 e5 g4 "
#define TEN_MOVES_BUT_ONE "a3 a6 b3 b6 c3 c6 d3 d6 e3 e6 f3 f6 g3 g6 h3 h6 Nd2 Nd7 "
#define TEN_MOVES         "a3 a6 b3 b6 c3 c6 d3 d6 e3 e6 f3 f6 g3 g6 h3 h6 Nd2 Nd7 Bb2 Bb7 "
#define UNSUPERVISED      "control:900+10 rules:adequate_supervision=off "

static const struct tale tales[] = {
	/* 5: how a game ends. */
	{ "5.1.1", "mate ends without a press", NULL, FOOL "~Qh4 +3s", "checkmate@4:b" },
	{ "5.1.1", "mate ends it with the press", NULL, FOOL "Qh4", "checkmate@4:b" },
	{ "5.1.1", "mate, and the clock is stopped", NULL, FOOL "~Qh4 STOP +1s", "checkmate@4:b" },
	{ "5.1.1", "a man held over the square where he would mate has not mated", NULL,
	  BOARD "f3 e5 g4 Nc6 Nc3 d8- h4+q +1s h4- g5+q B!", "" },
	{ "5.1.1", "a man who would mate is taken up again before he was let go, and held", NULL,
	  BOARD "f3 e5 g4 Nc6 Nc3 d8- h4+q +1s h4- +3s g5+q B!", "" },
	{ "5.2.1", "a man held over the square where he would give stalemate", NULL,
	  "stand:7k/8/6K1/8/8/8/8/5Q2_w_-_-_0_1 GO f1- f7+Q +1s f7- e1+Q W!", "" },
	{ "5.2.2", "a man held over the last one to be taken", NULL,
	  "stand:8/8/8/8/8/3pK3/4B3/7k_w_-_-_0_1 GO e2- d3:p>B +1s d3:B>p d1+B W!", "" },
	{ "5.1.1", "mate is told once, whatever is done afterwards", NULL,
	  FOOL "Qh4 +5s h4- d8+q +5s STOP", "checkmate@4:b" },
	{ "5.1.1", "an ordinary check is silent", NULL, BOARD "e4 f5 Qh5 g6", "" },
	{ "5.1.2", "resignation is a person's word", NULL, BOARD "e4 e5 result:0-1", "" },
	{ "5.1.2", "2023: no win by resignation for a bare king", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
	  "rules:edition=fide-2023 e4 Ke7 result:0-1", "result-mismatch@2:b" },
	{ "5.1.2", "2018: resignation stands", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
	  "e4 Ke7 result:0-1", "" },
	{ "5.2.1", "PSTL: stalemate, and a resignation that changes nothing",
	  "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7 result:1-0", "stalemate@1:w result-mismatch@1:w" },
	{ "5.2.2", "PDEAD: bishop takes the last pawn", "8/8/8/8/8/3pK3/4B3/7k w - - 0 1",
	  "Bxd3 +3s", "dead-position@1:w" },
	{ "5.2.2", "what is played in a dead position is told once",
	  "8/8/8/8/8/3pK3/4B3/7k w - - 0 1", "Bxd3 Kg1 Kf3",
	  "dead-position@1:w move-after-game-end@2:b" },
	{ "5.2.2", "PWALL: dead by blockade", "k7/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/K7 w - - 0 1",
	  "Kb2 +3s", "dead-position@1:w" },
	{ "5.2.2", "knight against pawn is not dead", "8/8/8/8/3N4/p7/8/k1K5 b - - 0 1", "a2", "" },
	{ "5.2.2", "bishop and knight need a longer search to be alive",
	  "8/8/8/k7/4p3/6K1/8/5b1N w - - 0 77", "Nf2 e3 Kf3 e2 Nd1", "" },
	{ "5.2.2", "dead, and a win entered", "8/8/8/8/8/3pK3/4B3/7k w - - 0 1", "Bxd3 result:1-0",
	  "dead-position@1:w result-mismatch@1:w" },
	{ "5.2.3", "a draw after one move", NULL, BOARD "e4 result:1/2-1/2",
	  "draw-before-both-moved@1:w forfeit-unrated@1:w" },
	{ "5.2.3", "2014: accepted, and unplayed for rating", NULL,
	  "rules:default_time=0 rules:edition=fide-2014 " BOARD "e4 result:1/2-1/2",
	  "forfeit-unrated@1:w" },
	{ "5.2.3", "a draw once both have moved", NULL, BOARD "e4 e5 result:1/2-1/2", "" },
	{ "9.1.1", "agreement below the minimum", NULL,
	  "rules:draw.min_moves=3 " BOARD "e4 e5 Nf3 Nc6 result:1/2-1/2",
	  "draw-agreement-too-early@4:b" },
	{ "9.1.1", "agreement at the minimum", NULL,
	  "rules:draw.min_moves=2 " BOARD "e4 e5 Nf3 Nc6 result:1/2-1/2", "" },
	{ "9.1.1", "never by agreement", NULL,
	  "rules:draw.agreement=never " BOARD "e4 e5 result:1/2-1/2",
	  "draw-agreement-too-early@2:b" },
	{ "9.1.1", "a third occurrence is no agreement", NULL,
	  "rules:draw.min_moves=30 " BOARD SHUFFLE SHUFFLE "result:1/2-1/2",
	  "threefold-available@8:w" },

	/* 9.1 to 9.6. */
	{ "9.1.2.1", "the third offer in a row", NULL,
	  BOARD "e4 e5 offer:w offer:w offer:b offer:w", "repeated-draw-offers@2:w" },
	{ "9.1.2.1", "the event wants to hear of the first", NULL,
	  "rules:draw.offer_alert=1 " BOARD "e4 e5 offer:w", "repeated-draw-offers@2:w" },
	{ "9.1.2.3", "a wrong claim accepted as an offer, before the event allows it", NULL,
	  "rules:draw.min_moves=30 " BOARD "e4 e5 claim:w result:1/2-1/2",
	  "draw-claim-check@2:w draw-agreement-too-early@2:b" },
	{ "9.1.2.3", "accepted where draws may be agreed", NULL,
	  BOARD "e4 e5 claim:w result:1/2-1/2", "draw-claim-check@2:w" },
	{ "9.2.1", "third occurrence, told to the arbiter alone", NULL, BOARD SHUFFLE SHUFFLE,
	  "threefold-available@8:w" },
	{ "9.2.1", "twice is silent", NULL, BOARD SHUFFLE "Nf3 Nf6 Ng1", "" },
	{ "9.2.1", "a right claim with an intended move", NULL,
	  BOARD SHUFFLE "Nf3 Nf6 Ng1 claim:b:Ng8", "draw-claim-check@7:b" },
	{ "9.2.2", "the first position could be taken en passant: later than it looks", NULL,
	  BOARD "e4 a6 e5 d5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8 Nf3", "threefold-available@13:b" },
	{ "9.2.2", "castling rights were lost by moving", NULL,
	  BOARD "e4 e5 Ke2 Ke7 Ke1 Ke8 " SHUFFLE SHUFFLE, "threefold-available@14:w" },
	{ "9.2.2", "a right only barred for the moment does not matter",
	  "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 10 20", "Rb1 Rg3 Ra1 Rf3 Rb1 Rg3 Ra1 Rf3 Rb1 Rg3 Ra1",
	  "threefold-available@9:b threefold-available@10:w threefold-available@11:b" },
	{ "9.3", "P50: the hundredth ply", "8/8/4k3/8/8/3RK3/8/8 w - - 98 90", "Rd2 Ke5",
	  "fifty-move-available@2:w" },
	{ "9.3", "told once until a pawn moves or a man is taken",
	  "8/8/4k3/8/8/3RK3/8/8 w - - 98 90", "Rd2 Ke5 Rd3 Ke6 Rd4", "fifty-move-available@2:w" },
	{ "9.4", "who touched a man claims too late", NULL,
	  BOARD SHUFFLE SHUFFLE "g1- g1+N claim:w",
	  "threefold-available@8:w draw-claim-late@8:w draw-claim-check@8:w" },
	{ "9.4", "the next turn the claim is in time", NULL,
	  BOARD SHUFFLE SHUFFLE "g1- g1+N Nf3 Nf6 claim:w",
	  "threefold-available@8:w threefold-available@9:b threefold-available@10:w "
	  "draw-claim-check@10:w" },
	{ "9.5", "a wrong claim is checked too", NULL, BOARD "e4 e5 claim:w",
	  "draw-claim-check@2:w" },
	{ "9.5.3", "the announced move is made after a wrong claim", NULL,
	  BOARD "e4 e5 claim:w:Nf3 Nf3 Nc6", "draw-claim-check@2:w" },
	{ "9.5.3", "another one is", NULL, BOARD "e4 e5 claim:w:Nf3 Nc3 Nc6",
	  "draw-claim-check@2:w replacement-move-breach@3:w" },
	{ "9.5.3", "the arbiter finds that nothing was claimed", NULL,
	  BOARD "e4 e5 claim:w:Nf3 dismiss:1 Nc3", "draw-claim-check@2:w" },
	{ "9.6.1", "fifth occurrence", NULL,
	  BOARD SHUFFLE SHUFFLE "e3 e6 " SHUFFLE SHUFFLE SHUFFLE SHUFFLE,
	  "threefold-available@8:w threefold-available@18:w threefold-available@19:b "
	  "threefold-available@20:w threefold-available@21:b threefold-available@22:w "
	  "threefold-available@23:b threefold-available@24:w threefold-available@25:b "
	  "fivefold-repetition@26:b!" },
	{ "9.6.2", "P75: mate on the last ply wins", "7k/5R2/6K1/8/8/8/8/8 w - - 149 120",
	  "Rf8 +3s", "checkmate@1:w" },
	{ "9.6.2", "P75: a quiet move draws", "7k/5R2/6K1/8/8/8/8/8 w - - 149 120", "Re7 +3s",
	  "seventy-five-moves@1:w!" },
	{ "9.6.2", "play goes on unnoticed: told once", "7k/5R2/6K1/8/8/8/8/8 w - - 149 120",
	  "Re7 Kg8 Re1", "seventy-five-moves@1:w! move-after-game-end@2:b" },
	{ "9.6.2", "switched off by the event", "7k/5R2/6K1/8/8/8/8/8 w - - 149 120",
	  "rules:draw.seventyfive=off Re7", "fifty-move-available@1:b" },

	/* 7.5: illegal moves. */
	{ "7.5.1", "PPIN: a pinned bishop moves, and the clock is pressed", PPIN,
	  "sensors GO e2- d3+B W! +3s", "illegal-move@1:w!" },
	{ "7.5.1", "before the press it may be put right: a line in the log", PPIN,
	  "sensors GO e2- d3+B +5s d3- e2+B +1s e1- d1+K +1s W! +3s", "illegal-move-on-board@1:w" },
	{ "7.5.1", "a legal move is silent, seen late or early", PPIN, "sensors GO W! e1- f1+K +3s",
	  "" },
	{ "7.5.1", "put right, and another move made instead", PPIN,
	  "sensors GO e2- d3+B W! +3s STOP d3- e2+B confirm:1 +3s GO:w e1- f1+K +1s W! +5s",
	  "illegal-move@1:w!" },
	{ "7.5.1", "the clock runs again, and the bishop is still there", PPIN,
	  "sensors GO e2- d3+B W! +3s STOP +3s GO:w +4s",
	  "illegal-move@1:w! position-not-restored@1:w" },
	{ "7.5.1", "a knight that moved illegally must move", NULL,
	  BOARD "e4 e5 g1- g3+N W! +3s STOP g3- g1+N +3s GO:w d2- d4+P +1s W! +3s",
	  "illegal-move@3:w! replacement-move-breach@3:w" },
	{ "7.5.1", "a knight that moved illegally moves", NULL,
	  BOARD "e4 e5 g1- g3+N W! +3s STOP g3- g1+N +3s GO:w g1- f3+N +1s W! +3s",
	  "illegal-move@3:w!" },
	{ "7.5.1", "castling without the right", "4k3/8/b7/8/8/8/8/R3K2R w KQ - 0 1",
	  "sensors GO e1- h1- g1+K f1+R W! +3s", "illegal-move@1:w!" },
	{ "7.5.2", "PPR: the pawn stays a pawn", "8/P6k/8/8/8/8/7K/8 w - - 0 1",
	  "sensors GO a7- a8+P W! +3s", "pawn-not-promoted@1:w!" },
	{ "7.5.2", "PPR: the new piece comes at once", "8/P6k/8/8/8/8/7K/8 w - - 0 1",
	  "sensors GO a7- a8+P W! a8+R +3s", "" },
	{ "7.5.3", "pressed without a move", NULL, BOARD "e4 e5 W! +6s",
	  "clock-pressed-without-move@3:w!" },
	{ "7.5.3", "pressed without a move, presses having been forgotten before", NULL,
	  BOARD "e4 e5 owed W! +7s B! +8s", "clock-pressed-without-move@3:w!" },
	{ "6.2.1", "forgotten presses are made up for on both sides", NULL,
	  BOARD "e4 e5 owed W! +2s B! +8s", "" },
	{ "7.5.3", "2014: improper, and no more", NULL,
	  "rules:default_time=0 rules:edition=fide-2014 " BOARD "e4 e5 W! +6s",
	  "clock-pressed-without-move@3:w" },
	{ "7.5.3", "a lever that bounces", NULL, BOARD "e4 e5 W! B! +6s", "" },
	{ "7.5.3", "the clock was started on the wrong side", NULL,
	  BOARD "e4 e5 STOP +3s GO:b +2s B! +6s", "" },
	{ "6.2.4", "pressed, then moved", NULL, BOARD "e4 e5 W! +3s g1- f3+N +3s",
	  "clock-pressed-before-move@3:w" },
	{ "3.7.4", "PEP: the captured pawn stays",
	  "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
	  "sensors GO e5- f6+P W! +3s", "capture-not-removed@1:w" },
	{ "7.5.5", "the second one loses", NULL,
	  BOARD "e4 e5 g1- g3+N W! +3s STOP g3- g1+N confirm:1 +3s GO:w g1- f3+N +1s W! +2s b8- "
	        "c6+n +1s B! f3- f6+N W! +3s",
	  "illegal-move@3:w! illegal-move@5:w! second-illegal-move@5:w!" },
	{ "7.5.5", "unconfirmed ones do not count", NULL,
	  BOARD "e4 e5 g1- g3+N W! +3s STOP g3- g1+N +3s GO:w g1- f3+N +1s W! +2s b8- "
	        "c6+n +1s B! f3- f6+N W! +3s",
	  "illegal-move@3:w! illegal-move@5:w!" },
	{ "A.4.2", "2014, rapid without supervision: lost at once, until it stands", PPIN,
	  "rules:default_time=0 rules:edition=fide-2014 rules:adequate_supervision=off "
	  "rules:level=rapid sensors GO e2- d3+B W! +3s e8- e6+r +2s B! +3s",
	  "illegal-move@1:w! second-illegal-move@1:w! illegal-move-stands@1:w" },
	{ "1.2", "White moves twice", NULL, BOARD "e4 d2- d4+P +22s",
	  "illegal-move-on-board@2:w move-out-of-turn@2:w" },
	{ "1.2", "and back again", NULL, BOARD "e4 d2- d4+P +5s d4- d2+P +10s",
	  "illegal-move-on-board@2:w" },
	{ "1.2", "a man of the other colour is moved, and the clock pressed", NULL,
	  BOARD "e4 d2- d4+P B! +3s", "move-out-of-turn@2:b!" },
	{ "1.3", "a reply before the press is legal", NULL, BOARD "e2- e4+P c7- c5+p W! +1s B! +6s",
	  "" },
	{ "A.4.4", "PMUT: both kings in check, and still so", "4k3/8/8/8/8/8/r3R2P/4K3 b - - 0 1",
	  "rules:adequate_supervision=off rules:level=rapid sensors GO a2- a1+r B! +3s h2- h3+P "
	  "W! +3s",
	  "both-kings-in-check@1:b illegal-move@1:b! illegal-position-draw@2:w! "
	  "illegal-move@2:w!" },
	{ "A.4.4", "a pawn on its last rank", "8/P6k/8/8/8/8/7K/8 w - - 0 1",
	  "rules:adequate_supervision=off rules:level=rapid sensors GO a7- a8+P W! +3s",
	  "pawn-on-last-rank@1:w pawn-not-promoted@1:w!" },

	/* 7.4, 7.6: displaced men. */
	{ "7.4", "two pawns knocked over and put up", NULL, BOARD "e4 f7- g7- +3s f7+p g7+p +25s",
	  "displaced-pieces@2:b" },
	{ "7.4", "put up where they do not belong, and play goes on", NULL,
	  BOARD "e4 b8- g8- c8- +3s c8+n b8+b g8+n +5s e7- e5+p +1s B! +4s",
	  "displaced-pieces@2:b position-not-restored@3:w" },
	{ "7.4", "lifted and put back is no accident", NULL, BOARD "e4 e5 g1- +3s g1+N +5s", "" },

	/* Online and hybrid play. */
	{ "OL 5.4.1", "third occurrence draws by itself", NULL,
	  "rules:overlay=hybrid " BOARD SHUFFLE SHUFFLE, "automatic-draw@8:b!" },
	{ "OL 15.3", "play goes on after it", NULL,
	  "rules:overlay=hybrid " BOARD SHUFFLE SHUFFLE "e4 e5",
	  "automatic-draw@8:b! auto-draw-missed@9:w" },
	{ "OL 5.4.1", "a win entered after it", NULL,
	  "rules:overlay=hybrid " BOARD SHUFFLE SHUFFLE "result:1-0",
	  "automatic-draw@8:b! result-mismatch@8:b" },
	{ "OL 5.4.1", "drawn once, whatever the board shows then", NULL,
	  "rules:overlay=hybrid " BOARD SHUFFLE SHUFFLE "result:1/2-1/2", "automatic-draw@8:b!" },
	{ "OL 5.4.1", "an event may draw the third occurrence anyhow", NULL,
	  "rules:draw.threefold=automatic " BOARD SHUFFLE SHUFFLE, "automatic-draw@8:b!" },
	{ "OL 5.4.4", "fifty moves draw by themselves", "8/8/4k3/8/8/3RK3/8/8 w - - 98 90",
	  "rules:overlay=hybrid Rd2 Ke5 +3s", "automatic-draw@2:b!" },

	/* 8.7, 10, 11: results. */
	{ "8.7", "a draw entered over a mate", NULL, FOOL "Qh4 result:1/2-1/2",
	  "checkmate@4:b result-mismatch@4:b" },
	{ "8.7", "the mate's own result entered", NULL, FOOL "Qh4 result:0-1", "checkmate@4:b" },
	{ "11.3", "a win without a move by both", NULL, BOARD "e4 result:1-0",
	  "forfeit-unrated@1:w" },
	{ "6.7.1", "a forfeit before both have moved", NULL, BOARD "e4 result:+/-", "" },
	{ "6.7.1", "nobody came", NULL, BOARD "result:-/-", "" },
	{ "11.3", "a forfeit of a game that was played", NULL, BOARD "e4 e5 result:-/+",
	  "result-mismatch@2:b" },
	{ "11.8", "both lose", NULL, BOARD "e4 e5 result:0-0", "" },
	{ "11.8", "both lose before both have moved", NULL, BOARD "e4 result:0-0",
	  "forfeit-unrated@1:w" },
	{ "11.8", "both lose, over a mate", NULL, FOOL "Qh4 result:0-0",
	  "checkmate@4:b result-mismatch@4:b" },
	{ "12.9", "half a point withheld", NULL, BOARD "e4 e5 result:0-1/2", "" },
	{ "12.9", "half a point withheld, over a stalemate", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
	  "Qf7 result:1/2-0", "stalemate@1:w result-mismatch@1:w" },
	{ "10.2", "three quarters and a quarter", NULL, BOARD "e4 e5 score:3-1",
	  "score-not-allowed@2:b" },
	{ "10.2", "a penalty of half a point", NULL, BOARD "e4 e5 score:4-0 score:2-0 score:0-0",
	  "" },
	{ "10.2", "more points than a game has", NULL, BOARD "e4 e5 score:4-2",
	  "score-not-allowed@2:b" },

	{ "6.9", "a draw on time, and the opponent can mate", NULL, BOARD "e4 e5 Nf3 time:1/2-1/2",
	  "result-mismatch@3:w" },
	{ "6.9", "a loss on time", NULL, BOARD "e4 e5 Nf3 time:1-0", "" },
	{ "6.9", "PKNQ: a win on time for a knight against queens",
	  "8/8/8/4k3/8/2q5/6N1/6K1 b - - 0 1", "Kd4 Kf1 time:1-0", "result-mismatch@2:w" },
	{ "6.9", "PKNQ: a draw on time", "8/8/8/4k3/8/2q5/6N1/6K1 b - - 0 1",
	  "Kd4 Kf1 time:1/2-1/2", "" },
	{ "6.9", "PFORCE: every line leaves White a bare king to face",
	  "Kq6/8/8/8/8/8/8/3k4 w - - 0 60", "time:0-1", "result-mismatch@0:w" },
	{ "OL 15.4", "the platform draws on time, and mate is possible",
	  "8/8/8/8/3N4/p7/8/k1K5 b - - 0 60", "rules:overlay=hybrid time:1/2-1/2",
	  "auto-draw-wrong@0:w" },
	{ "OL 4.5;OL 11.4",
	  "cut off, and out of time against a knight: the platform's draw is right",
	  "8/8/8/4k3/8/2q5/6N1/6K1 b - - 0 1", "rules:overlay=hybrid Kd4 Kf1 cable:b time:1/2-1/2",
	  "player-disconnected@2:b" },
	{ "OL 18.8", "a player has lost the platform", NULL, BOARD "e4 e5 cable:w Nf3",
	  "player-disconnected@2:w" },

	/* 2, 7: around the game. */
	{ "2.1", "turned by 180 degrees is no fault", NULL, "setup:turned +10s", "" },
	{ "2.1", "turned by 90 degrees", NULL, "setup:sideways +10s", "board-misoriented@0:w" },
	{ "2.3", "king and queen exchanged", NULL, "setup:swapped +10s",
	  "initial-position-incorrect@0:w" },
	{ "2.3", "corrected in time", NULL, "setup:swapped +3s setup:start +10s", "" },
	{ "2.3", "still being set up", NULL, "setup:half +10s", "" },
	{ "II.2", "Chess960 has another one", NULL, "rules:start.kind=chess960 setup:960 +10s",
	  "" },
	{ "II.2", "the orthodox one is one of them", NULL,
	  "rules:start.kind=chess960 setup:turned +10s", "" },
	{ "II.2", "bishops on squares of one colour", NULL,
	  "rules:start.kind=chess960 setup:960bishops +10s", "chess960-start-invalid@0:w" },
	{ "II.2", "one knight not mirrored", NULL, "rules:start.kind=chess960 setup:960mirror +10s",
	  "chess960-start-invalid@0:w" },
	{ "II.2", "turned by 90 degrees", NULL, "rules:start.kind=chess960 setup:sideways +10s",
	  "board-misoriented@0:w" },
	{ "7.3", "a game that has ended keeps its result", NULL, FOOL "Qh4 reversed",
	  "checkmate@4:b" },
	{ "7.3", "reversed colours before ten moves by both", NULL, BOARD "e4 e5 reversed",
	  "colours-reversed@2:b" },
	{ "Q5 13", "no time per move in Quebec: told with the first game", NULL,
	  "control:5400 rules:overlay=fqe-2018 " BOARD "e4 e5 result:1-0 setup:start +10s",
	  "time-control-not-allowed@0:w" },
	{ "Q5 13", "with time per move", NULL,
	  "control:5400+30 rules:overlay=fqe-2018 " BOARD "e4 e5", "" },
	{ "Q5 26.6", "90 minutes, and one of them has 2300", NULL,
	  "control:3600+30 rules:rated=fide rated:2300 " BOARD "e4 e5",
	  "time-control-not-allowed@0:w" },
	{ "Q5 26.6", "90 minutes are enough below 2200", NULL,
	  "control:3600+30 rules:rated=fide rated:2199 " BOARD "e4 e5", "" },
	{ "Q19 4", "an hour is enough for Quebec's ratings", NULL,
	  "control:1800+30 rules:rated=fqe rated:2300 " BOARD "e4 e5", "" },
	{ "Q19 4", "less is not", NULL,
	  "control:900+10 rules:adequate_supervision=on rules:rated=fqe " BOARD "e4 e5",
	  "time-control-not-allowed@0:w" },
	{ "Q5 10.7;Q5 26.5", "a first period of thirty moves", NULL,
	  "control:30/3600+30:3600+30 rules:rated=fide rated:2300 " BOARD "e4 e5",
	  "time-control-not-allowed@0:w" },
	{ "Q5 10.7;Q5 26.5", "of forty", NULL,
	  "control:40/5400+30:1800+30 rules:rated=fide rated:2300 " BOARD "e4 e5", "" },
	{ "Q5 12.11", "another board after three moves by both", NULL,
	  "control:5400+30 rules:overlay=fqe-2018 " BOARD
	  "e4 e5 Nf3 Nc6 Bb5 board:other a6 board:other",
	  "equipment-changed@6:b" },
	{ "Q5 12.11", "the Laws themselves say nothing of it", NULL,
	  BOARD "e4 e5 Nf3 Nc6 Bb5 a6 board:other", "" },
	{ "7.2.1", "king and queen exchanged, and the clock is started", NULL,
	  "setup:swapped +10s GO +10s",
	  "initial-position-incorrect@0:w initial-position-incorrect@0:w!" },
	{ "7.2.1", "started at once", NULL, "setup:swapped +2s GO d2- d4+P +20s",
	  "initial-position-incorrect@0:w!" },
	{ "A.4.1.2", "after ten moves by each it stands", NULL,
	  UNSUPERVISED "setup:swapped +10s GO " TEN_MOVES "Ra2",
	  "initial-position-incorrect@0:w initial-position-incorrect@0:w! "
	  "initial-position-incorrect@20:b" },
	{ "A.4.1.2", "before that it does not", NULL,
	  UNSUPERVISED "setup:swapped +10s GO " TEN_MOVES_BUT_ONE "a4",
	  "initial-position-incorrect@0:w initial-position-incorrect@0:w!" },
	{ "A.4.1.2", "with adequate supervision it is played again", NULL,
	  "setup:swapped +10s GO " TEN_MOVES "Ra2",
	  "initial-position-incorrect@0:w initial-position-incorrect@0:w!" },
	{ "A.4.1.2", "a square that does not read is no wrong position", NULL,
	  UNSUPERVISED BOARD "e1:K>Q " TEN_MOVES "Ra2", "" },
	{ "7.2.1", "put right before the clock is started", NULL,
	  "setup:swapped +10s setup:start +2s GO e4 e5", "initial-position-incorrect@0:w" },
	{ "7.2.2", "turned by 90 degrees, and the clock is started", NULL,
	  "setup:sideways +10s GO +10s", "board-misoriented@0:w board-misoriented@0:w" },
	{ "7.6", "nothing explains the board", NULL, BOARD "e4 e5 a1- h1- a8- +30s",
	  "displaced-pieces@3:w position-unrecognised@3:w" },
	{ "5.1.2", "the clock is stopped and nobody says why", NULL,
	  BOARD "e4 e5 STOP +20s GO Nf3 STOP +20s", "result-pending@2:b result-pending@3:w" },
	{ "5.1.2", "stopped for a moment", NULL, BOARD "e4 e5 STOP +10s GO +20s", "" },
	{ "5.1.2", "stopped, and a result entered", NULL, BOARD "e4 e5 STOP +5s result:1-0 +20s",
	  "" },
	{ "6.4", "the link is lost", NULL, BOARD "e4 e5 lost +5s back", "board-disconnected@3:w" },
	{ "B.3.1", "the record that supervision rests on breaks off", NULL,
	  "rules:adequate_supervision=on rules:level=blitz " BOARD "e4 e5 lost +20s",
	  "board-disconnected@3:w recording-incomplete@2:b" },
	{ "B.3.1", "a short interruption", NULL,
	  "rules:adequate_supervision=on rules:level=blitz " BOARD "e4 e5 lost +10s back +20s",
	  "board-disconnected@3:w" },
	{ "B.3.1", "the board's log does not go back to where the link was lost", NULL,
	  BOARD "e4 e5 lost +65s back log:short",
	  "board-disconnected@3:w board-log-incomplete@2:b" },
	{ "A.3.2", "the sheet is asked for a sixth time", NULL,
	  "rules:adequate_supervision=on rules:level=rapid " BOARD
	  "e4 e5 sheet:w sheet:w sheet:w sheet:b sheet:w sheet:w sheet:w",
	  "scoresheet-request-limit@2:w" },
	{ "A.3.2", "the edition of 2014 sets no limit", NULL,
	  "rules:default_time=0 rules:edition=fide-2014 " BOARD
	  "e4 e5 sheet:w sheet:w sheet:w sheet:w sheet:w sheet:w",
	  "" },
	{ "III.4", "under two minutes, where it was announced", NULL,
	  "control:5400 rules:quickplay.enabled=on " BOARD
	  "e4 e5 clock:121 Nf3 Nc6 Bb5 quick:b quick:w a6 "
	  "quick:w",
	  "quickplay-claim@5:b quickplay-claim@6:w" },
	{ "III.1.1", "not announced", NULL, "control:5400 " BOARD "e4 e5 clock:90 Nf3 quick:b",
	  "" },
	{ "III.4", "two minutes and more", NULL,
	  "control:5400 rules:quickplay.enabled=on " BOARD "e4 e5 clock:200 Nf3 quick:b", "" },

	/* I: adjournment. */
	{ "I.1.1", "nothing on the board is play while the game is adjourned", NULL,
	  BOARD "e4 e5 seal STOP adjourn a1- h1- a8- h8- +60s", "" },
	{ "I.5", "the adjourned position is set up again", NULL,
	  BOARD "e4 e5 seal STOP adjourn b1- g1- a8- +60s reopen b1+N g1+N a8+r +20s GO Nf3", "" },
	{ "I.5", "a knight and a bishop are exchanged", NULL,
	  BOARD "e4 e5 seal STOP adjourn b1- c1- +60s reopen b1+B c1+N +20s",
	  "resume-position-mismatch@3:w" },
	{ "I.5", "put right in time", NULL,
	  BOARD "e4 e5 seal STOP adjourn b1- c1- +60s reopen b1+B c1+N +3s b1- c1- c1+B b1+N +20s",
	  "" },
	{ "I.8", "a sealed move that two knights could make", NULL,
	  BOARD "e4 e5 Nf3 Nc6 d3 d6 seal STOP adjourn +60s reopen sealed:Nd2",
	  "sealed-move-illegal@7:w!" },
	{ "I.8", "the sealed move is legal", NULL,
	  BOARD "e4 e5 Nf3 Nc6 d3 d6 seal STOP adjourn +60s reopen sealed:Nbd2 Nbd2 GO", "" },
	{ "I.1.1", "the order is taken back", NULL, BOARD "e4 e5 seal reopen Nf3 Nc6 STOP +20s",
	  "result-pending@4:b" },

	{ "6.10.1", "a time sheet each half hour while the clock runs", NULL,
	  BOARD "e4 e5 +61min STOP +60min", "time-sheet@2:b time-sheet@2:b result-pending@2:b" },
	{ "6.10.1", "the event wants it every quarter of an hour", NULL,
	  "rules:sheet.interval_min=15 " BOARD "e4 e5 +31min", "time-sheet@2:b time-sheet@2:b" },
};

#define N_TALES (sizeof(tales) / sizeof(tales[0]))

/* These, and those of other files. */
static size_t
count_tales(void)
{
	return N_TALES + n_conduct_tales + n_irregular_tales + n_regulation_tales;
}

static const struct tale *
tale_at(size_t i)
{
	if (i < N_TALES)
		return &tales[i];
	i -= N_TALES;
	if (i < n_conduct_tales)
		return &conduct_tales[i];
	i -= n_conduct_tales;
	return i < n_irregular_tales ? &irregular_tales[i]
	                             : &regulation_tales[i - n_irregular_tales];
}

START_TEST(laws_tale)
{
	const struct tale *tale = tale_at((size_t)_i);

	begin(tale->fen, tale->script);
	tell(tale->script);
	ck_assert_msg(strcmp(story.told, tale->told) == 0, "%s, %s:\n%s\ninstead of\n%s",
	              tale->article, tale->name, story.told, tale->told);
	end();
}
END_TEST

/* --- what a tale does not show ---------------------------------------------------------------------- */

static const char *
sentence(int language)
{
	static char buffer[512];
	struct text text;

	/* Positions are borrowed for the call; the tale's end is near enough. */
	text_begin(&text, buffer, sizeof(buffer));
	alert_sentence(&text, &story.last, language);
	return buffer;
}

/* 9.5.3, B.2: two minutes, one in blitz, once the arbiter has said so. */
START_TEST(wrong_claim_costs_time)
{
	enum color to;
	int32_t seconds;

	begin(NULL, "");
	if (_i == 1) {
		char supervised[] = "adequate_supervision=on", blitz[] = "level=blitz";

		tell_rule(supervised);
		tell_rule(blitz);
	}
	tell(BOARD "e4 e5 claim:w");
	ck_assert(!laws_take_penalty(story.laws, &to, &seconds));
	tell("confirm:1");
	ck_assert(laws_take_penalty(story.laws, &to, &seconds));
	ck_assert_int_eq(to, BLACK);
	ck_assert_int_eq(seconds, _i == 1 ? 60 : 120);
	ck_assert(!laws_take_penalty(story.laws, &to, &seconds));
	end();
}
END_TEST

START_TEST(claim_tells_whether_and_where)
{
	begin(NULL, "");
	tell(BOARD SHUFFLE "Nf3 Nf6 Ng1 claim:b:Ng8");
	ck_assert_str_eq(
		sentence(ALERT_ENGLISH),
		"Claim by Black: correct; occurrences after plies 0, 4, 8; 8 plies without "
		"capture or pawn move.");
	ck_assert_str_eq(
		sentence(ALERT_FRENCH),
		"Réclamation des Noirs : fondée ; apparitions après les demi-coups 0, 4, 8 "
		"; 8 demi-coups sans prise ni pion.");
	tell("claim:b:Nd5");
	ck_assert_ptr_nonnull(strstr(sentence(ALERT_ENGLISH), "Black: incorrect;"));
	/* White has not the move. */
	tell("claim:w");
	ck_assert_ptr_nonnull(strstr(sentence(ALERT_ENGLISH), "White: incorrect;"));
	ck_assert_int_eq(laws_claim(story.laws, BLACK, CLAIM_ANY, "Nf4", story.t_us), -EINVAL);
	end();
}
END_TEST

/* White's king stands on d1, and his queen on e1. */
START_TEST(wrong_start_that_stands_is_the_position_without_castling)
{
	begin(NULL, "");
	tell(UNSUPERVISED "setup:swapped +10s GO " TEN_MOVES);
	ck_assert_str_eq(sentence(ALERT_ENGLISH),
	                 "Initial position wrong: d1, e1. After ten moves it stands: no castling "
	                 "with a misplaced king or rook.");
	ck_assert_str_eq(story.after,
	                 "r2qkbnr/1b1n4/pppppppp/8/8/PPPPPPPP/1B1N4/R2KQBNR w kq - 4 11");
	end();
}
END_TEST

START_TEST(automatic_draw_says_why)
{
	begin(NULL, "");
	tell("rules:overlay=hybrid " BOARD SHUFFLE SHUFFLE);
	ck_assert_str_eq(sentence(ALERT_ENGLISH),
	                 "Drawn without a claim: third occurrence of the position. Declare it.");
	ck_assert_uint_eq(story.last.n_plies, 3);
	ck_assert_uint_eq(story.last.plies[2], 8);
	end();
	begin("8/8/4k3/8/8/3RK3/8/8 w - - 98 90", "");
	tell("rules:overlay=hybrid Rd2 Ke5 +3s");
	ck_assert_str_eq(sentence(ALERT_FRENCH),
	                 "Nulle sans réclamation : cinquante coups de chacun. À déclarer.");
	ck_assert_uint_eq(story.last.n_plies, 0);
	end();
}
END_TEST

START_TEST(claim_of_fifty_moves_counts_the_intended_one)
{
	begin("8/8/4k3/8/8/3RK3/8/8 w - - 98 90", "");
	tell("claim:w:Rd2");
	ck_assert_ptr_nonnull(strstr(sentence(ALERT_ENGLISH), "incorrect"));
	tell("Rd2 claim:b:Ke5");
	ck_assert_ptr_nonnull(strstr(sentence(ALERT_ENGLISH), "Black: correct"));
	/* No claim survives the end of the game. */
	tell("Ke5 result:1/2-1/2");
	ck_assert_int_eq(laws_claim(story.laws, WHITE, CLAIM_ANY, NULL, story.t_us), -ENOENT);
	end();
}
END_TEST

START_TEST(reversed_colours_after_ten_moves_go_on)
{
	begin(NULL, "");
	tell(BOARD TEN_MOVES_BUT_ONE "Ne2 reversed");
	ck_assert_str_eq(sentence(ALERT_ENGLISH), "Colours reversed after 9 moves each: replay.");
	tell("Ne7 reversed");
	ck_assert_str_eq(sentence(ALERT_ENGLISH),
	                 "Colours reversed after 10 moves each: continue.");
	tell("rules:default_time=0 rules:edition=fide-2014 reversed");
	ck_assert_str_eq(sentence(ALERT_FRENCH),
	                 "Couleurs inversées, 10 coups de part et d'autre : continuer.");
	end();
}
END_TEST

START_TEST(fivefold_in_a_row_is_asked_for_in_2014)
{
	begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "");
	tell("rules:default_time=0 rules:edition=fide-2014 " SHUFFLE SHUFFLE SHUFFLE SHUFFLE "+3s");
	ck_assert_ptr_nonnull(strstr(story.told, "fivefold-repetition@16:b!"));
	end();
	begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "");
	tell("rules:default_time=0 rules:edition=fide-2014 " SHUFFLE
	     "Nf3 Nf6 Nd4 Nd5 Nb3 Nb6 Nd4 Nd5 Nf3 Nf6 Ng1 Ng8 " SHUFFLE SHUFFLE "+3s");
	ck_assert_ptr_null(strstr(story.told, "fivefold"));
	end();
}
END_TEST

/* A ply that is taken back takes its repetition with it. */
START_TEST(annulled_plies_do_not_count)
{
	struct tracker_view view = { .games = 1 };

	begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "");
	tell(SHUFFLE "Nf3 Nf6 Ng1");
	game_truncate(&story.game, 4);
	laws_update(story.laws, TRACKER_PLIES, &story.game, 4, &view, story.t_us);
	tell("e4 e5 " SHUFFLE);
	ck_assert_str_eq(story.told, "");
	tell(SHUFFLE);
	ck_assert_str_eq(story.told, "threefold-available@14:w");
	end();
}
END_TEST

START_TEST(fifty_moves_are_told_once_though_the_last_is_corrected)
{
	struct tracker_view view = { .games = 1 };

	begin("8/8/4k3/8/8/3RK3/8/8 w - - 98 90", "");
	tell("Rd2 Ke5");
	game_truncate(&story.game, 1);
	laws_update(story.laws, TRACKER_PLIES, &story.game, 1, &view, story.t_us);
	tell("Kf5 Rd1");
	ck_assert_str_eq(story.told, "fifty-move-available@2:w");
	end();
}
END_TEST

START_TEST(mate_that_is_corrected_away_ends_nothing)
{
	struct tracker_view view = { .games = 1 };

	begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "");
	tell("f3 e5 g4 Qh4 +3s");
	ck_assert_str_eq(story.told, "checkmate@4:b");
	game_truncate(&story.game, 3);
	laws_update(story.laws, TRACKER_PLIES, &story.game, 3, &view, story.t_us);
	ck_assert_int_eq(laws_outcome(story.laws, 1), ALERT_OPEN); /* the arbiter heard of it */
	tell("d5 e4 result:1/2-1/2");
	ck_assert_str_eq(story.told, "checkmate@4:b");
	end();
}
END_TEST

/* Where play goes on from another position, that one counts. */
START_TEST(break_of_the_record_changes_the_position)
{
	static const char fen[] = "7k/5R2/6K1/8/8/8/8/8 w - - 149 120";
	struct tracker_view view = { .games = 1 };
	struct game_break gap = { .why = BREAK_SET };

	begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "");
	tell(SHUFFLE "Nf3 Nf6");
	ck_assert_int_eq(fen_parse(fen, strlen(fen), &gap.position, NULL), 0);
	ck_assert_int_eq(game_break(&story.game, &gap), 0);
	laws_update(story.laws, TRACKER_PLIES, &story.game, 6, &view, story.t_us);
	ck_assert_str_eq(story.told, "");
	tell("Re7 +3s");
	ck_assert_str_eq(story.told, "seventy-five-moves@7:w!");
	end();
}
END_TEST

START_TEST(alerts_expire_and_are_decided)
{
	begin(NULL, "");
	tell(BOARD SHUFFLE SHUFFLE);
	ck_assert_uint_eq(story.last.number, 1);
	ck_assert_uint_eq(story.last.table, 7);
	ck_assert_int_eq(laws_outcome(story.laws, 1), ALERT_OPEN);
	/* White could have claimed; with his move and Black's reply that is over. */
	tell("e4");
	ck_assert_int_eq(laws_outcome(story.laws, 1), ALERT_OPEN);
	tell("e5");
	ck_assert_int_eq(laws_outcome(story.laws, 1), ALERT_EXPIRED);
	ck_assert_int_eq(laws_decide(story.laws, 1, ALERT_CONFIRMED), -EALREADY);
	tell("claim:w confirm:2");
	ck_assert_int_eq(laws_outcome(story.laws, 2), ALERT_CONFIRMED);
	tell("result:1-0");
	ck_assert_int_eq(laws_outcome(story.laws, 2), ALERT_CONFIRMED);
	ck_assert_int_eq(laws_decide(story.laws, 3, ALERT_CONFIRMED), -ENOENT);
	end();
}
END_TEST

START_TEST(a_decision_is_undone_by_another)
{
	begin(NULL, "");
	tell(BOARD "e4 e5 g1- g3+N W! +3s STOP g3- g1+N confirm:1");
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 1);
	ck_assert_int_eq(laws_decide(story.laws, 1, ALERT_CONFIRMED), -EALREADY);
	ck_assert_int_eq(laws_decide(story.laws, 1, ALERT_DEFERRED), 0);
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 0);
	ck_assert_int_eq(laws_decide(story.laws, 1, ALERT_DISMISSED), 0);
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 0);
	ck_assert_int_eq(laws_decide(story.laws, 1, ALERT_CONFIRMED), 0);
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 1);
	ck_assert_int_eq(laws_decide(story.laws, 1, ALERT_DEFERRED), 0);
	/* The next one is the first. */
	tell("+3s GO:w g1- f3+N +1s W! +2s b8- c6+n +1s B! f3- f6+N W! +3s");
	ck_assert_str_eq(story.told, "illegal-move@3:w! illegal-move@5:w!");
	end();
}
END_TEST

/* 7.5.4: sensors only suspect it, the arbiter has seen it. */
START_TEST(two_hands_that_the_arbiter_has_seen_count)
{
	enum color to;
	int32_t seconds;

	begin(NULL, "");
	tell("stand:r3k2r/pppq1ppp/2n2n2/8/8/2N2N2/PPPQ1PPP/R3K2R_w_KQkq_-_0_1 GO "
	     "{e1-;h1-} {g1+K;f1+R} W!");
	ck_assert_str_eq(story.told, "two-handed-move@1:w");
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 0);
	tell("confirm:1");
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 1);
	ck_assert(laws_take_penalty(story.laws, &to, &seconds));
	ck_assert_int_eq(to, BLACK);
	ck_assert_int_eq(seconds, 120);
	end();
}
END_TEST

/* 7.5.5: who sees an illegal move sets the clock first, and decides in the program afterwards. */
START_TEST(time_given_before_the_decision_is_not_due)
{
	enum color to;
	int32_t seconds;

	begin(NULL, "");
	tell(BOARD "e4 e5 g1- g3+N W! +3s STOP g3- g1+N");
	story.clock.face[BLACK].seconds += 120;
	tell("STOP confirm:1");
	ck_assert_uint_eq(laws_illegal_moves(story.laws, WHITE), 1);
	ck_assert(!laws_take_penalty(story.laws, &to, &seconds));
	end();
}
END_TEST

/* 4.4.1: he castles, however often he has touched the king. */
START_TEST(who_is_touched_twice_is_touched_once)
{
	begin(NULL, "");
	tell("stand:r3k2r/pppq1ppp/2n2n2/8/8/2N2N2/PPPQ1PPP/R3K2R_w_KQkq_-_0_1 GO "
	     "e1- +2s e1+K e1- +2s e1+K h1- +2s h1+R d2- d3+Q W! +1s");
	ck_assert_str_eq(story.told, "touch-move@1:w");
	ck_assert_uint_eq(story.last.n_moves, 2);
	ck_assert_int_eq(move_kind(story.last.moves[1]), MOVE_CASTLING);
	end();
}
END_TEST

START_TEST(game_before_leaves_nothing_behind)
{
	begin(NULL, "");
	tell(BOARD SHUFFLE "Nf3 Nf6 Ng1 Ng8 e4 result:1/2-1/2 setup:start +10s GO " SHUFFLE);
	ck_assert_str_eq(story.told, "threefold-available@8:w");
	end();
}
END_TEST

START_TEST(other_initial_positions_may_be_expected)
{
	struct position start;

	begin(NULL, "");
	ck_assert_int_eq(fen_parse("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w - - 0 1", 53,
	                           &start, NULL),
	                 0);
	laws_expect(story.laws, &start, true);
	tell("setup:960 +10s");
	ck_assert_str_eq(story.told, "");
	tell("setup:swapped +10s");
	ck_assert_str_eq(story.told, "initial-position-incorrect@0:w");
	laws_expect(story.laws, &start, false);
	tell("setup:half setup:swapped +10s");
	ck_assert_str_eq(story.told, "initial-position-incorrect@0:w");
	end();
}
END_TEST

START_TEST(positions_that_cannot_be_asked_about_have_no_answer)
{
	struct mating *mating = malloc(sizeof(*mating));
	enum verdict_answer answers[2];
	struct position position;

	position_start(&position);
	mating_ask(mating, &position, MATING_NODES_PLY, answers);
	ck_assert(answers[WHITE] == VERDICT_YES && answers[BLACK] == VERDICT_YES);
	/* White has no king. */
	position.by_type[KING] &= ~sq_bit(SQ_E1);
	position.by_color[WHITE] &= ~sq_bit(SQ_E1);
	mating_ask(mating, &position, MATING_NODES_PLY, answers);
	ck_assert(answers[WHITE] == VERDICT_UNKNOWN && answers[BLACK] == VERDICT_UNKNOWN);
	mating_ask_quick(mating, &position, answers);
	ck_assert(answers[WHITE] == VERDICT_UNKNOWN && answers[BLACK] == VERDICT_UNKNOWN);
	free(mating);
}
END_TEST

/* The board's own time of the ply, to the microsecond, and when it could not be taken elsewhere any more (4.7). */
START_TEST(alert_time_is_the_plys)
{
	begin(NULL, "");
	tell(FOOL "~Qh4 +5s");
	ck_assert_uint_eq(story.last.since_us, game_now()->plies[3].made_us);
	ck_assert_uint_eq(story.last.t_us, game_now()->plies[3].made_us + 2000000);
	end();
}
END_TEST

START_TEST(sealed_plies_are_secret_until_play_goes_on)
{
	const struct adjournment *adjourned;

	begin(NULL, "");
	tell(BOARD "e4 e5 offer:b");
	ck_assert_ptr_null(laws_adjournment(story.laws));
	ck_assert_int_eq(laws_reopen(story.laws, story.t_us), -ENOENT);
	ck_assert_int_eq(laws_sealed_move(story.laws, "Nf3", story.t_us), -ENOENT);
	tell("seal");
	adjourned = laws_adjournment(story.laws);
	ck_assert_uint_eq(adjourned->ply, 2);
	ck_assert_uint_eq(adjourned->offered, BLACK);
	tell("~Nf3 STOP adjourn");
	ck_assert_int_eq(laws_adjourn(story.laws, story.t_us), -EALREADY);
	ck_assert_int_eq(laws_seal(story.laws, story.t_us), -ENOENT);
	adjourned = laws_adjournment(story.laws);
	ck_assert_uint_eq(adjourned->ply, 2);
	ck_assert_int_eq(adjourned->position.side, WHITE);
	ck_assert_int_eq(adjourned->stage, ADJOURN_CLOSED);
	tell("reopen");
	ck_assert_int_eq(laws_adjournment(story.laws)->stage, ADJOURN_REOPENED);
	tell("GO");
	ck_assert_ptr_null(laws_adjournment(story.laws));
	tell("Nc6");
	ck_assert_uint_eq(game_now()->n_plies, 4);
	end();
}
END_TEST

START_TEST(offer_lapses_when_it_is_answered)
{
	static const char *const answers[] = { "", "g1- g1+N ", "Nf3 " };

	begin(NULL, "");
	tell(BOARD "e4 e5 offer:b");
	tell(answers[_i]);
	tell("seal");
	ck_assert_uint_eq(laws_adjournment(story.laws)->offered, _i == 0 ? BLACK : OFFER_NONE);
	end();
}
END_TEST

START_TEST(evidence_is_what_stands_elsewhere)
{
	begin(NULL, "");
	tell(BOARD "e4 e5 a1- h1- a8- +30s");
	ck_assert_str_eq(sentence(ALERT_ENGLISH),
	                 "Board not explained by legal moves for 0:20: a1, h1, a8.");
	end();
}
END_TEST

/* Nc3 for Nf3 on the other board; a ply behind; and one that no slip explains (D.2.9). */
START_TEST(two_boards_part_where_one_slip_explains_it)
{
	static const struct {
		const char *fen, *sentence;
		int32_t white_s;
	} boards[] = {
		{ "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 3",
		  "Positions differ between boards: b1, g1, c3, f3. Alike until half-move 2, then "
		  "here Nf3, there Nc3.",
		  5398 },
		{ "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
		  "Positions differ between boards: c6, b8. Alike until half-move 3, then here "
		  "Nc6, there -.",
		  5396 },
		{ "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/2N5/PPPP1PPP/R1BQKB1R w KQkq - 2 3",
		  "Positions differ between boards: b1, c3, f3. Nowhere alike of late: -, then "
		  "here -, there -.",
		  5396 },
	};
	struct position other;

	begin(NULL, "");
	tell(BOARD "e4 e5 Nf3 Nc6");
	ck_assert_int_eq(laws_two_boards(story.laws, &game_now()->now, story.t_us), -EALREADY);
	ck_assert_int_eq(fen_parse(boards[_i].fen, strlen(boards[_i].fen), &other, NULL), 0);
	ck_assert_int_eq(laws_two_boards(story.laws, &other, story.t_us), 0);
	ck_assert_str_eq(sentence(ALERT_ENGLISH), boards[_i].sentence);
	ck_assert_int_eq(story.last.clock_before_s[WHITE], boards[_i].white_s);
	end();
}
END_TEST

/* --- coverage ------------------------------------------------------------------------------------------- */

/* Alerts that no tale here shows, and why. */
static const struct {
	enum alert_id first, last;
	const char *reason;
} elsewhere[] = {
	{ ALERT_DEFAULT_TIME_APPROACHING, ALERT_CLOCK_SETTING_MISMATCH,
	  "test_clock_watch --table" },
	{ ALERT_CLOCK_BATTERY_LOW, ALERT_CLOCK_BATTERY_LOW, "test_clock_watch --table" },
	{ ALERT_CLOCK_NOT_PRESSED, ALERT_CLOCK_DISCONNECTED, "test_clock_watch --table" },
	{ ALERT_PENALTY_TIME_NOT_APPLIED, ALERT_PENALTY_TIME_NOT_APPLIED,
	  "test_clock_watch --table" },
	{ ALERT_PROMOTION_PIECE_MISSING, ALERT_PROMOTION_PIECE_MISSING,
	  "test_clock_watch --table" },
	{ ALERT_MOVE_AMBIGUOUS, ALERT_MOVE_AMBIGUOUS, "the tracker marks such plies itself" },
	{ ALERT_DEAD_POSITION_SUSPECTED, ALERT_DEAD_POSITION_SUSPECTED,
	  "no position of ten men is known that the verdict does not settle" },
	{ ALERT_SESSION_END, ALERT_PLAY_AFTER_ADJOURNMENT, "test_clock_watch --table" },
	{ ALERT_RESUME_CLOCK_MISMATCH, ALERT_RESUME_CLOCK_MISMATCH, "test_clock_watch --table" },
	{ ALERT_LOG_WRITE_FAILED, ALERT_LOG_WRITE_FAILED, "the daemon's" },
	{ ALERT_PHOTO_WINDOW_CLOSED, ALERT_PHOTO_WINDOW_CLOSED, "test_clock_watch --table" },
};

static const char *
reason_of(enum alert_id id)
{
	for (size_t i = 0; i < sizeof(elsewhere) / sizeof(elsewhere[0]); i++)
		if (id >= elsewhere[i].first && id <= elsewhere[i].last)
			return elsewhere[i].reason;
	return NULL;
}

static const struct tale *
tale_of(enum alert_id id)
{
	char name[64];

	snprintf(name, sizeof(name), "%s@", alert_row(id)->name);
	for (size_t i = 0; i < count_tales(); i++) {
		const char *at = strstr(tale_at(i)->told, name);

		if (at && (at == tale_at(i)->told || at[-1] == ' '))
			return tale_at(i);
	}
	return NULL;
}

START_TEST(every_alert_has_a_tale_or_a_reason)
{
	const struct tale *tale = tale_of((enum alert_id)_i);
	const char *reason = reason_of((enum alert_id)_i);

	ck_assert_msg((tale != NULL) != (reason != NULL), "%s: %s",
	              alert_row((enum alert_id)_i)->name, tale ? "both" : "neither");
}
END_TEST

/* test_laws --table: articles, alert and test, a line each. */
static void
print_table(void)
{
	for (size_t i = 0; i < count_tales(); i++)
		printf("%s\t%s\t%s\n", tale_at(i)->article,
		       tale_at(i)->told[0] ? tale_at(i)->told : "(silence)", tale_at(i)->name);
	for (int id = 0; id < ALERTS; id++)
		if (reason_of((enum alert_id)id))
			printf("%s\t%s\tnot here: %s\n",
			       alert_row((enum alert_id)id)->articles[EDITION_FIDE_2018],
			       alert_row((enum alert_id)id)->name, reason_of((enum alert_id)id));
	for (size_t i = 0; i < n_uncovered; i++)
		printf("%s\t-\tnot here: %s\n", uncovered[i].articles, uncovered[i].reason);
}

static Suite *
laws_suite(void)
{
	Suite *suite = suite_create("laws");
	TCase *tcase = tcase_create("laws");

	tcase_add_loop_test(tcase, laws_tale, 0, (int)count_tales());
	tcase_add_loop_test(tcase, wrong_claim_costs_time, 0, 2);
	tcase_add_test(tcase, claim_tells_whether_and_where);
	tcase_add_loop_test(tcase, two_boards_part_where_one_slip_explains_it, 0, 3);
	tcase_add_test(tcase, wrong_start_that_stands_is_the_position_without_castling);
	tcase_add_test(tcase, automatic_draw_says_why);
	tcase_add_test(tcase, claim_of_fifty_moves_counts_the_intended_one);
	tcase_add_test(tcase, reversed_colours_after_ten_moves_go_on);
	tcase_add_test(tcase, fivefold_in_a_row_is_asked_for_in_2014);
	tcase_add_test(tcase, annulled_plies_do_not_count);
	tcase_add_test(tcase, fifty_moves_are_told_once_though_the_last_is_corrected);
	tcase_add_test(tcase, mate_that_is_corrected_away_ends_nothing);
	tcase_add_test(tcase, break_of_the_record_changes_the_position);
	tcase_add_test(tcase, alerts_expire_and_are_decided);
	tcase_add_test(tcase, a_decision_is_undone_by_another);
	tcase_add_test(tcase, two_hands_that_the_arbiter_has_seen_count);
	tcase_add_test(tcase, time_given_before_the_decision_is_not_due);
	tcase_add_test(tcase, who_is_touched_twice_is_touched_once);
	tcase_add_test(tcase, game_before_leaves_nothing_behind);
	tcase_add_test(tcase, other_initial_positions_may_be_expected);
	tcase_add_test(tcase, positions_that_cannot_be_asked_about_have_no_answer);
	tcase_add_test(tcase, sealed_plies_are_secret_until_play_goes_on);
	tcase_add_loop_test(tcase, offer_lapses_when_it_is_answered, 0, 3);
	tcase_add_test(tcase, evidence_is_what_stands_elsewhere);
	tcase_add_test(tcase, alert_time_is_the_plys);
	tcase_add_loop_test(tcase, every_alert_has_a_tale_or_a_reason, 0, ALERTS);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--table") == 0) {
		print_table();
		return EXIT_SUCCESS;
	}
	return test_run(laws_suite());
}
