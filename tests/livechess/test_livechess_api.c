/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Dialogues with the local API: what a client sends, what the board does meanwhile, what he hears.
 */
#include "daemon/livechess/api.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "tests/support.h"

#define START_BOARD "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define SETUP(fen)                                                                                 \
	"{\"id\":3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\"param\":"          \
	"{\"fen\":\"" fen "\"}}}"
#define SUBSCRIBE                                                                                  \
	"{\"id\":2,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,"           \
	"\"param\":{\"serialnr\":\"12345\"}}}"

#define LATE_US UINT64_C(900000000)

static struct livechess_api *api;
static struct livechess_board *board;
static struct livechess_session *session;
static struct eboard_picture picture;
static uint64_t t_us;
static char *heard[256];
static size_t n_heard;

static void
hear(void *ctx, const char *text, size_t len)
{
	(void)ctx;
	ck_assert_uint_lt(n_heard, sizeof(heard) / sizeof(heard[0]));
	heard[n_heard++] = strndup(text, len);
}

static void
forget(void)
{
	while (n_heard > 0)
		free(heard[--n_heard]);
}

static void
show(void)
{
	picture.t_us = t_us;
	livechess_board_take(board, &picture);
	livechess_board_show(board, 1000);
}

static void
setup_delayed(uint64_t delay_us)
{
	struct position start;

	t_us = 1000000;
	memset(&picture, 0, sizeof(picture));
	position_start(&start);
	position_placement(&start, picture.squares);
	picture.state = EBOARD_ACTIVE;
	strcpy(picture.serial, "12345");
	strcpy(picture.source, "ttyACM0");
	ck_assert_int_eq(livechess_api_new(&api), 0);
	livechess_api_delay(api, delay_us);
	ck_assert_int_eq(livechess_board_add(api, &board), 0);
	ck_assert_int_eq(livechess_session_new(api, hear, NULL, &session), 0);
	show();
}

static void
setup(void)
{
	setup_delayed(0);
}

static void
setup_late(void)
{
	setup_delayed(LATE_US);
}

static void
teardown(void)
{
	livechess_session_free(session);
	livechess_api_free(api);
	forget();
}

static void
say(const char *text)
{
	livechess_session_text(session, text, strlen(text), 1000);
}

/* One square reads something else; 100 ms later. */
static void
put(const char *square, char letter)
{
	int sq = sq_make(square[0] - 'a', square[1] - '1');
	struct board_event event = { .kind = BOARD_SQUARE, .t_us = t_us += 100000 };

	event.square.sq = (uint8_t)sq;
	for (uint8_t piece = 0; piece < PIECES; piece++)
		if (piece_letter(piece) == letter)
			event.square.piece = piece;
	picture.squares[sq] = event.square.piece;
	livechess_board_event(board, &event);
}

static void
move(const char *from, const char *to, char letter)
{
	put(from, '.');
	put(to, letter);
}

/* Nothing happens for two seconds. */
static void
rest(void)
{
	show();
	t_us += 2000000;
	livechess_board_advance(board, t_us, 1000);
}

/* Does message `index` hold the text? */
static void
expect(size_t index, const char *text)
{
	ck_assert_msg(index < n_heard, "message %zu is missing: %s", index, text);
	ck_assert_msg(strstr(heard[index], text) != NULL, "message %zu has no %s: %s", index, text,
	              heard[index]);
}

static void
set_up(void)
{
	say(SUBSCRIBE);
	say(SETUP(FEN_START));
	forget();
}

START_TEST(a_board_is_listed_with_all_its_keys)
{
	say("{\"id\":1,\"call\":\"eboards\"}");
	ck_assert_uint_eq(n_heard, 1);
	ck_assert_str_eq(heard[0],
	                 "{\"response\":\"call\",\"id\":1,\"param\":[{\"serialnr\":\"12345\","
	                 "\"source\":\"ttyACM0\",\"state\":\"ACTIVE\",\"battery\":null,"
	                 "\"comment\":null,\"board\":\"" START_BOARD "\",\"flipped\":false,"
	                 "\"clock\":null}],\"time\":1000}");
}
END_TEST

START_TEST(a_subscription_is_acknowledged_and_begins_with_the_board)
{
	say(SUBSCRIBE);
	ck_assert_uint_eq(n_heard, 2);
	ck_assert_str_eq(heard[0], "{\"response\":\"call\",\"id\":2,\"param\":null,\"time\":1000}");
	ck_assert_str_eq(heard[1],
	                 "{\"response\":\"feed\",\"id\":1,\"param\":{\"serialnr\":\"12345\","
	                 "\"flipped\":false,\"board\":\"" START_BOARD "\",\"clock\":null},"
	                 "\"time\":1000}");
}
END_TEST

START_TEST(moves_are_told_once_made_and_in_motion_only_the_board_is)
{
	set_up();
	put("e2", '.');
	show();
	ck_assert_uint_eq(n_heard, 1);
	expect(0, "\"board\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR\"}");
	forget();
	put("e4", 'P');
	rest();
	expect(n_heard - 1, "\"start\":\"" FEN_START "\",\"san\":[\"e4\"],\"match\":true");
	forget();
	move("g8", "f6", 'n');
	rest();
	expect(n_heard - 1, "\"san\":[\"e4\",\"Nf6\"],\"match\":true");
}
END_TEST

START_TEST(nothing_is_told_before_the_journal_has_it)
{
	set_up();
	move("e2", "e4", 'P');
	t_us += 2000000;
	livechess_board_advance(board, t_us, 1000);
	ck_assert_uint_eq(n_heard, 0);
	rest();
	expect(n_heard - 1, "\"san\":[\"e4\"]");
}
END_TEST

START_TEST(several_plies_found_at_once_are_told_one_by_one)
{
	set_up();
	move("e2", "e4", 'P');
	t_us += 2000000;
	move("e7", "e5", 'p');
	t_us += 2000000;
	move("g1", "f3", 'N');
	rest();
	ck_assert_uint_ge(n_heard, 3);
	expect(n_heard - 3, "\"san\":[\"e4\"],");
	expect(n_heard - 2, "\"san\":[\"e4\",\"e5\"],");
	expect(n_heard - 1, "\"san\":[\"e4\",\"e5\",\"Nf3\"],");
}
END_TEST

START_TEST(a_move_replaced_is_withdrawn_first)
{
	set_up();
	move("e2", "e3", 'P');
	rest();
	forget();
	move("e3", "e4", 'P');
	rest();
	for (size_t i = 0; i + 1 < n_heard; i++)
		ck_assert_ptr_null(strstr(heard[i], "[\"e4\"]"));
	expect(n_heard - 2, "\"san\":[],");
	expect(n_heard - 1, "\"san\":[\"e4\"],");
}
END_TEST

START_TEST(a_position_that_is_not_on_the_board_yet_is_waited_for)
{
	say(SUBSCRIBE);
	/* The opponent played e4 on the screen; nobody has made it on the board. */
	say(SETUP("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
	expect(n_heard - 1, "\"san\":[],\"match\":false");
	forget();
	move("e2", "e4", 'P');
	rest();
	expect(n_heard - 1, "\"san\":[],\"match\":true");
	move("c7", "c5", 'p');
	rest();
	expect(n_heard - 1, "\"san\":[\"c5\"],\"match\":true");
}
END_TEST

START_TEST(the_same_works_on_a_board_that_is_turned_round)
{
	uint8_t turned[64];

	for (int sq = 0; sq < 64; sq++)
		turned[63 - sq] = picture.squares[sq];
	picture.rotated = true;
	show();
	set_up();
	/* The driver knows nothing of it: White's e2 is its d7. */
	memcpy(turned, picture.squares, sizeof(turned));
	move("d7", "d5", 'P');
	memcpy(picture.squares, turned, sizeof(turned));
	picture.squares[sq_make(4, 1)] = EMPTY;
	picture.squares[sq_make(4, 3)] = WHITE_PAWN;
	rest();
	expect(n_heard - 1, "\"san\":[\"e4\"],\"match\":true");
}
END_TEST

START_TEST(a_flipped_board_is_shown_from_the_other_side)
{
	say(SUBSCRIBE);
	forget();
	move("e2", "e4", 'P');
	show();
	forget();
	say("{\"id\":9,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"flip\",\"param\":"
	    "{\"flip\":true}}}");
	ck_assert_uint_eq(n_heard, 2);
	expect(0, "\"id\":9,\"param\":null");
	expect(1, "\"flipped\":true,\"board\":\"RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr\"");
}
END_TEST

START_TEST(positions_without_their_last_fields_are_taken)
{
	static const struct {
		const char *fen, *start;
	} cases[] = {
		{ START_BOARD, FEN_START },
		{ START_BOARD " b", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1" },
		{ START_BOARD " w KQ", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1" },
		{ START_BOARD " w HAha -", FEN_START },
		{ "4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w K - 0 1" },
	};
	char call[300], want[200];

	say(SUBSCRIBE);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		snprintf(call, sizeof(call),
		         "{\"id\":3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\","
		         "\"param\":{\"fen\":\"%s\"}}}",
		         cases[i].fen);
		snprintf(want, sizeof(want), "\"start\":\"%.40s", cases[i].start);
		say(call);
		expect(n_heard - 1, want);
	}
}
END_TEST

START_TEST(odd_forms_of_real_clients_are_understood)
{
	say(SUBSCRIBE);
	forget();
	say("{\"call\":\"call\",\"id\":4,\"param\":{\"id\":1,\"method\":\"setup\",\"param\":"
	    "{\"flip\":true}}}");
	expect(1, "\"flipped\":true");
	say("{\"call\":\"call\",\"id\":5,\"param\":{\"id\":1,\"method\":\"flip\",\"param\":"
	    "{\"fen\":false}}}");
	expect(3, "\"flipped\":false");
	say("{\"call\":\"call\",\"id\":6,\"param\":{\"id\":1,\"method\":\"setup\",\"param\":"
	    "\"" FEN_START "\"}}");
	expect(5, "\"san\":[],\"match\":true");
	say("{\"call\":\"subscribe\",\"id\":7,\"param\":{\"feed\":\"eboardevent\",\"id\":2}}");
	expect(6, "\"response\":\"call\",\"id\":7");
	say("{\"call\":\"eboards\",\"id\":10,\"param\":{}}");
	expect(8, "\"id\":10,\"param\":[{");
}
END_TEST

START_TEST(what_cannot_be_is_refused_and_changes_nothing)
{
	static const struct {
		const char *text, *answer;
	} cases[] = {
		{ "{", "\"id\":-1" },
		{ "[]", "\"id\":-1" },
		{ "{\"call\":\"eboards\"}", "\"id\":-1" },
		{ "{\"call\":\"eboards\",\"id\":\"1\"}", "\"id\":-1" },
		{ "{\"call\":\"dance\",\"id\":5}", "\"id\":5" },
		{ "{\"call\":\"subscribe\",\"id\":5}", "eboardevent" },
		{ "{\"call\":\"subscribe\",\"id\":5,\"param\":{\"feed\":\"eboardevent\",\"id\":2,"
		  "\"param\":{\"serialnr\":\"0\"}}}",
		  "no such board" },
		{ SUBSCRIBE, "is a feed of yours already" },
		{ "{\"call\":\"unsubscribe\",\"id\":5,\"param\":{\"id\":7}}", "no feed of yours" },
		{ SETUP("8/8/8/8/8/8/8/8 w - - 0 1"), "param.param.fen" },
		{ SETUP("nonsense"), "param.param.fen" },
		{ "{\"id\":3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\"}}",
		  "param.param.fen" },
		{ "{\"id\":3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"jump\"}}",
		  "param.method" },
		{ "{\"id\":3,\"call\":\"call\",\"param\":{\"id\":9,\"method\":\"flip\"}}",
		  "param.id" },
	};

	set_up();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		say(cases[i].text);
		ck_assert_uint_eq(n_heard, 1);
		expect(0, "{\"response\":\"error\"");
		expect(0, cases[i].answer);
		forget();
	}
	move("e2", "e4", 'P');
	rest();
	expect(n_heard - 1, "\"san\":[\"e4\"]");
}
END_TEST

START_TEST(who_unsubscribes_hears_no_more)
{
	set_up();
	say("{\"id\":8,\"call\":\"unsubscribe\",\"param\":{\"id\":1}}");
	ck_assert_uint_eq(n_heard, 1);
	move("e2", "e4", 'P');
	rest();
	ck_assert_uint_eq(n_heard, 1);
}
END_TEST

START_TEST(feeds_of_one_session_have_a_limit)
{
	char call[200];

	for (int i = 0; i <= LIVECHESS_FEEDS_MAX; i++) {
		snprintf(call, sizeof(call),
		         "{\"id\":2,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\","
		         "\"id\":%d,\"param\":{\"serialnr\":\"12345\"}}}",
		         i);
		say(call);
	}
	expect(n_heard - 1, "\"response\":\"error\"");
	ck_assert_uint_eq(n_heard, 2 * LIVECHESS_FEEDS_MAX + 1);
}
END_TEST

START_TEST(more_events_than_are_held_end_in_the_same_board)
{
	set_up();
	for (int i = 0; i < LIVECHESS_HELD_MAX; i++) {
		put("g1", '.');
		put("g1", 'N');
	}
	move("e2", "e4", 'P');
	rest();
	t_us += 8000000;
	livechess_board_advance(board, t_us, 1000);
	expect(n_heard - 1, "\"san\":[\"e4\"],\"match\":true");
}
END_TEST

START_TEST(clocks_are_told_when_they_change)
{
	say(SUBSCRIBE);
	forget();
	picture.clock = (struct eboard_clock){ .seen = true,
		                               .running = true,
		                               .seconds = { 5400, 5390 },
		                               .turn = BLACK,
		                               .read_ms = 77 };
	show();
	picture.clock.read_ms = 99;
	show();
	ck_assert_uint_eq(n_heard, 1);
	expect(0, "\"clock\":{\"white\":5400,\"black\":5390,\"run\":false,\"time\":77}}");
}
END_TEST

START_TEST(boards_that_work_come_first)
{
	struct livechess_board *other;
	struct eboard_picture second = picture;

	ck_assert_int_eq(livechess_board_add(api, &other), 0);
	strcpy(second.serial, "67890");
	livechess_board_take(other, &second);
	livechess_board_show(other, 1000);
	picture.state = EBOARD_NOT_RESPONDING;
	show();
	say("{\"id\":1,\"call\":\"eboards\"}");
	expect(0, "\"param\":[{\"serialnr\":\"67890\"");
	picture.state = EBOARD_ACTIVE;
	move("e2", "e4", 'P');
	show();
	say("{\"id\":1,\"call\":\"eboards\"}");
	expect(1, "\"param\":[{\"serialnr\":\"12345\"");
}
END_TEST

static struct livechess_board *other_board;
static struct eboard_picture other_picture;

/* The other board is the one that is moved on, from now on. */
static void
go_to_other_board(void)
{
	struct livechess_board *board_then = board;
	struct eboard_picture picture_then = picture;

	board = other_board;
	picture = other_picture;
	other_board = board_then;
	other_picture = picture_then;
}

static void
hear_elsewhere(void *ctx, const char *text, size_t len)
{
	snprintf(ctx, 1024, "%.*s", (int)len, text);
}

/* Two boards, one client who follows both, and another with a game of his own on the second: each hears of
 * his feeds alone, and what one sets up is nothing to the other. */
START_TEST(boards_are_followed_side_by_side)
{
	static const char second[] =
		"{\"id\":5,\"call\":\"subscribe\",\"param\":{\"feed\":"
		"\"eboardevent\",\"id\":2,\"param\":{\"serialnr\":\"67890\"}}}",
			  set_second[] =
				  "{\"id\":6,\"call\":\"call\",\"param\":{\"id\":2,"
				  "\"method\":\"setup\",\"param\":{\"fen\":\"" FEN_START "\"}}}";
	struct livechess_session *another;
	char elsewhere[1024] = "";

	other_picture = picture;
	strcpy(other_picture.serial, "67890");
	ck_assert_int_eq(livechess_board_add(api, &other_board), 0);
	go_to_other_board();
	show();
	ck_assert_int_eq(livechess_session_new(api, hear_elsewhere, elsewhere, &another), 0);
	set_up();
	say(second);
	say(set_second);
	livechess_session_text(another, second, strlen(second), 1000);
	forget();
	move("d2", "d4", 'P');
	rest();
	expect(n_heard - 1, "{\"response\":\"feed\",\"id\":2,\"param\":{\"serialnr\":\"67890\"");
	expect(n_heard - 1, "\"san\":[\"d4\"],\"match\":true");
	ck_assert_msg(strstr(elsewhere, "67890") && !strstr(elsewhere, "san"), "%s", elsewhere);
	elsewhere[0] = '\0';
	go_to_other_board();
	forget();
	move("e2", "e4", 'P');
	rest();
	for (size_t i = 0; i < n_heard; i++)
		expect(i, "{\"response\":\"feed\",\"id\":1,\"param\":{\"serialnr\":\"12345\"");
	expect(n_heard - 1, "\"san\":[\"e4\"],\"match\":true");
	ck_assert_str_eq(elsewhere, "");
	livechess_session_free(another);
}
END_TEST

/* What the capture's time now_us brings; returns when something is due next. */
static uint64_t
come(uint64_t now_us)
{
	return livechess_board_advance(board, now_us, 1000);
}

static void
set_clock(int32_t white_s, int32_t black_s)
{
	picture.clock = (struct eboard_clock){ .seen = true,
		                               .running = true,
		                               .seconds = { white_s, black_s },
		                               .turn = BLACK,
		                               .read_ms = (int64_t)(t_us / 1000) };
}

/* Everything is seen as it was a quarter of an hour ago, and not a moment sooner. */
START_TEST(a_delay_shows_all_of_it_later)
{
	uint64_t first_us = t_us, e4_us, e5_us;

	say("{\"id\":1,\"call\":\"eboards\"}");
	expect(0, "\"param\":[]");
	ck_assert_uint_eq(come(first_us + LATE_US - 1), first_us + LATE_US);
	say("{\"id\":1,\"call\":\"eboards\"}");
	expect(1, "\"param\":[]");
	come(first_us + LATE_US);
	set_up();
	t_us = first_us + LATE_US;
	move("e2", "e4", 'P');
	set_clock(900, 899);
	show();
	e4_us = t_us;
	t_us += 3000000;
	move("e7", "e5", 'p');
	set_clock(880, 899);
	show();
	e5_us = t_us;
	ck_assert_uint_eq(come(t_us), e4_us + LATE_US);
	come(e4_us + LATE_US - 1);
	ck_assert_uint_eq(n_heard, 0);
	say("{\"id\":1,\"call\":\"eboards\"}");
	expect(0, "\"board\":\"" START_BOARD "\",\"flipped\":false,\"clock\":null");
	forget();

	come(e4_us + LATE_US);
	expect(0, "\"board\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\"");
	/* A page counts on from when it was read, to what is shown now. */
	expect(1, "\"clock\":{\"white\":900,\"black\":899,\"run\":false,\"time\":1801200}");
	come(e4_us + LATE_US + 2500000);
	expect(n_heard - 1, "\"san\":[\"e4\"],\"match\":true");
	ck_assert_ptr_null(strstr(heard[n_heard - 1], "e5"));
	forget();
	come(e5_us + LATE_US - 1);
	ck_assert_uint_eq(n_heard, 0);
	come(e5_us + LATE_US);
	come(e5_us + LATE_US + 2500000);
	expect(n_heard - 1, "\"san\":[\"e4\",\"e5\"],\"match\":true");
	ck_assert_uint_eq(come(e5_us + 2 * LATE_US), UINT64_MAX);
}
END_TEST

/* What was shown before a restart, or would have been, waits for what is left of its time. */
START_TEST(a_delay_goes_on_over_a_restart)
{
	uint64_t past_us = t_us;

	put("e2", '.');
	put("e4", 'P');
	picture.t_us = t_us;
	livechess_board_take(board, &picture);
	livechess_board_recall(board);
	come(past_us + LATE_US);
	say("{\"id\":1,\"call\":\"eboards\"}");
	expect(0, "\"board\":\"" START_BOARD "\"");
	come(t_us + LATE_US);
	say("{\"id\":1,\"call\":\"eboards\"}");
	expect(1, "\"board\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\"");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("livechess_api");
	TCase *tcase = tcase_create("livechess_api");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_board_is_listed_with_all_its_keys);
	tcase_add_test(tcase, a_subscription_is_acknowledged_and_begins_with_the_board);
	tcase_add_test(tcase, moves_are_told_once_made_and_in_motion_only_the_board_is);
	tcase_add_test(tcase, nothing_is_told_before_the_journal_has_it);
	tcase_add_test(tcase, several_plies_found_at_once_are_told_one_by_one);
	tcase_add_test(tcase, a_move_replaced_is_withdrawn_first);
	tcase_add_test(tcase, a_position_that_is_not_on_the_board_yet_is_waited_for);
	tcase_add_test(tcase, the_same_works_on_a_board_that_is_turned_round);
	tcase_add_test(tcase, a_flipped_board_is_shown_from_the_other_side);
	tcase_add_test(tcase, positions_without_their_last_fields_are_taken);
	tcase_add_test(tcase, odd_forms_of_real_clients_are_understood);
	tcase_add_test(tcase, what_cannot_be_is_refused_and_changes_nothing);
	tcase_add_test(tcase, who_unsubscribes_hears_no_more);
	tcase_add_test(tcase, feeds_of_one_session_have_a_limit);
	tcase_add_test(tcase, more_events_than_are_held_end_in_the_same_board);
	tcase_add_test(tcase, clocks_are_told_when_they_change);
	tcase_add_test(tcase, boards_that_work_come_first);
	tcase_add_test(tcase, boards_are_followed_side_by_side);
	suite_add_tcase(suite, tcase);
	tcase = tcase_create("late");
	tcase_add_checked_fixture(tcase, setup_late, teardown);
	tcase_add_test(tcase, a_delay_shows_all_of_it_later);
	tcase_add_test(tcase, a_delay_goes_on_over_a_restart);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
