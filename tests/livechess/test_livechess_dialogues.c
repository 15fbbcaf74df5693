/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the known clients of the vendor's local API say (publishing.md 1.10), and what they must hear, byte by
 * byte: two boards, and a client each.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "daemon/livechess/api.h"
#include "tests/support.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define E4    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
#define E4_E5 "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"
/* One board of the list. */
#define LISTED(serial, source, board)                                                              \
	"{\"serialnr\":\"" serial "\",\"source\":\"" source                                        \
	"\",\"state\":\"ACTIVE\",\"battery\":null,\"comment\":null,\"board\":\"" board             \
	"\",\"flipped\":false,\"clock\":null}"
#define BOTH            "[" LISTED("47588", "ttyACM0", START) "," LISTED("47589", "ttyACM1", START) "]"
#define FEED(id, param) "{\"response\":\"feed\",\"id\":" id ",\"param\":{" param "},\"time\":1000}"
#define ACK(id)         "{\"response\":\"call\",\"id\":" id ",\"param\":null,\"time\":1000}"
#define FIRST(id, serial)                                                                          \
	FEED(id, "\"serialnr\":\"" serial "\",\"flipped\":false,\"board\":\"" START                \
	         "\",\"clock\":null")
#define BOARD(id, board)                                                                           \
	FEED(id, "\"serialnr\":\"47588\",\"flipped\":false,\"board\":\"" board "\"")
#define MOVES(id, board, san)                                                                      \
	FEED(id, "\"serialnr\":\"47588\",\"flipped\":false,\"board\":\"" board                     \
	         "\",\"start\":\"" FEN_START "\",\"san\":[" san "],\"match\":true")

/* A client, line by line: "> " he says, "< " he must hear next, "@ " what is done on the first board: "e2e4" a
 * move, "away" and "back" the board itself. What he hears beyond the last "<" before a ">" or "@" is wrong. */
static const struct {
	const char *client;
	const char *lines[24];
} dialogues[] = {
	{ "the board page of Lichess",
	  { "> {\"id\":1,\"call\":\"eboards\"}",
	    "< {\"response\":\"call\",\"id\":1,\"param\":" BOTH ",\"time\":1000}",
	    "> {\"id\":2,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,"
	    "\"param\":{\"serialnr\":\"47588\"}}}",
	    "< " ACK("2"), "< " FIRST("1", "47588"),
	    "> {\"id\":3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\"param\":"
	    "{\"fen\":\"" FEN_START "\"}}}",
	    "< " ACK("3"), "< " MOVES("1", START, ""), "@ e2e4", "< " BOARD("1", E4),
	    "< " MOVES("1", E4, "\"e4\""), "@ e7e5", "< " BOARD("1", E4_E5),
	    "< " MOVES("1", E4_E5, "\"e4\",\"e5\""),
	    /* After a pulled plug: everything once more, the moves with it. */
	    "@ away", "@ back",
	    "< " FEED("1", "\"serialnr\":\"47588\",\"flipped\":false,\"board\":\"" E4_E5
	                   "\",\"clock\":null,\"start\":\"" FEN_START
	                   "\",\"san\":[\"e4\",\"e5\"],\"match\":true") } },
	{ "one that asks for the list again and again",
	  { "> {\"call\":\"eboards\",\"id\":1}",
	    "< {\"response\":\"call\",\"id\":1,\"param\":" BOTH ",\"time\":1000}",
	    "> {\"call\":\"subscribe\",\"id\":2,\"param\":{\"feed\":\"eboardevent\",\"id\":1,"
	    "\"param\":{\"serialnr\":\"47588\"}}}",
	    "< " ACK("2"), "< " FIRST("1", "47588"),
	    "> {\"call\":\"eboards\",\"id\":10,\"param\":{}}",
	    "< {\"response\":\"call\",\"id\":10,\"param\":" BOTH ",\"time\":1000}", "@ e2e4",
	    "< " BOARD("1", E4), "> {\"call\":\"eboards\",\"id\":11,\"param\":null}",
	    "< {\"response\":\"call\",\"id\":11,\"param\":[" LISTED(
		    "47588", "ttyACM0", E4) "," LISTED("47589", "ttyACM1",
	                                               START) "],\"time\":1000}" } },
	{ "the library in Go",
	  { "> {\"call\":\"subscribe\",\"id\":2,\"param\":{\"feed\":\"eboardevent\",\"id\":1,"
	    "\"param\":{\"serialnr\":\"47589\"}}}",
	    "< " ACK("2"), "< " FIRST("1", "47589"),
	    "> {\"call\":\"call\",\"id\":3,\"param\":{\"id\":1,\"method\":\"setup\",\"param\":"
	    "{\"flip\":true}}}",
	    "< " ACK("3"),
	    "< " FEED("1", "\"serialnr\":\"47589\",\"flipped\":true,\"board\":"
	                   "\"RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr\"") } },
	{ "the one in Java, which counts from 0 and binds strictly",
	  { "> {\"call\":\"eboards\",\"id\":0,\"param\":null}",
	    "< {\"response\":\"call\",\"id\":0,\"param\":" BOTH ",\"time\":1000}",
	    "> {\"call\":\"sources\",\"id\":1,\"param\":null}",
	    "< {\"response\":\"call\",\"id\":1,\"param\":[{\"type\":\"serial\",\"device\":"
	    "\"ttyACM0\",\"name\":null,\"present\":true,\"active\":true,\"status\":null},{"
	    "\"type\":\"serial\",\"device\":\"ttyACM1\",\"name\":null,\"present\":true,\"active\":"
	    "true,\"status\":null}],\"time\":1000}",
	    "> {\"call\":\"subscribe\",\"id\":2,\"param\":{\"feed\":\"eboardevent\",\"id\":0,"
	    "\"param\":{\"serialnr\":\"47588\"},\"method\":null}}",
	    "< " ACK("2"), "< " FIRST("0", "47588"),
	    "> {\"call\":\"call\",\"id\":3,\"param\":{\"id\":0,\"method\":\"setup\",\"param\":"
	    "\"" FEN_START "\"}}",
	    "< " ACK("3"), "< " MOVES("0", START, ""),
	    "> {\"call\":\"call\",\"id\":4,\"param\":{\"id\":0,\"method\":\"flip\",\"param\":"
	    "{\"fen\":false}}}",
	    "< " ACK("4"), "> {\"call\":\"unsubscribe\",\"id\":5,\"param\":{\"id\":0}}",
	    "< " ACK("5"), "@ e2e4" } },
	{ "an overlay for streams, which never asks for the list",
	  { "> {\"call\":\"subscribe\",\"id\":83,\"param\":{\"feed\":\"eboardevent\",\"id\":7,"
	    "\"param\":{\"serialnr\":\"47588\"}}}",
	    "< " ACK("83"), "< " FIRST("7", "47588"), "@ e2e4", "< " BOARD("7", E4), "@ e7e5",
	    "< " BOARD("7", E4_E5) } },
	{ "two boards of one player on one line, and ids that are both a call's and a feed's",
	  { "> {\"id\":1,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,"
	    "\"param\":{\"serialnr\":\"47588\"}}}",
	    "< " ACK("1"), "< " FIRST("1", "47588"),
	    "> {\"id\":1,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":2,"
	    "\"param\":{\"serialnr\":\"47589\"}}}",
	    "< " ACK("1"), "< " FIRST("2", "47589"), "@ e2e4", "< " BOARD("1", E4) } },
	{ "one who does not know which board",
	  { "> {\"id\":4,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1}}",
	    "< {\"response\":\"error\",\"id\":4,\"param\":{\"message\":\"param.param.serialnr: no "
	    "such board; ask for \\\"eboards\\\"\"},\"time\":1000}",
	    "> {\"id\":5,\"call\":\"feed\",\"param\":{}}",
	    "< {\"response\":\"error\",\"id\":5,\"param\":{\"message\":\"call: there are "
	    "\\\"eboards\\\", \\\"sources\\\", \\\"subscribe\\\", \\\"unsubscribe\\\", "
	    "\\\"call\\\"\"},\"time\":1000}" } },
};

static struct livechess_api *api;
static struct livechess_board *boards[2];
static struct eboard_picture pictures[2];
static struct livechess_session *session;
static char *heard[64];
static size_t n_heard;

static void
hear(void *ctx, const char *text, size_t len)
{
	(void)ctx;
	ck_assert_uint_lt(n_heard, sizeof(heard) / sizeof(heard[0]));
	heard[n_heard++] = strndup(text, len);
}

static void
show(int i)
{
	livechess_board_take(boards[i], &pictures[i]);
	livechess_board_show(boards[i], 1000);
}

static void
setup(void)
{
	struct position start;

	position_start(&start);
	ck_assert_int_eq(livechess_api_new(&api), 0);
	for (int i = 0; i < 2; i++) {
		memset(&pictures[i], 0, sizeof(pictures[i]));
		position_placement(&start, pictures[i].squares);
		pictures[i].state = EBOARD_ACTIVE;
		pictures[i].t_us = 1000000;
		snprintf(pictures[i].serial, sizeof(pictures[i].serial), "4758%d", 8 + i);
		snprintf(pictures[i].source, sizeof(pictures[i].source), "ttyACM%d", i);
		ck_assert_int_eq(livechess_board_add(api, &boards[i]), 0);
		show(i);
	}
	ck_assert_int_eq(livechess_session_new(api, hear, NULL, &session), 0);
}

static void
teardown(void)
{
	livechess_session_free(session);
	livechess_api_free(api);
	while (n_heard > 0)
		free(heard[--n_heard]);
}

static void
put(int sq, uint8_t piece)
{
	struct board_event event = { .kind = BOARD_SQUARE, .t_us = pictures[0].t_us += 10000 };

	event.square.sq = (uint8_t)sq;
	event.square.piece = piece;
	pictures[0].squares[sq] = piece;
	livechess_board_event(boards[0], &event);
}

/* A move is made quickly, seen at once, and rests for two seconds; or the board goes, or comes back. */
static void
act(const char *what)
{
	int from, to;
	uint8_t piece;

	if (strcmp(what, "away") == 0 || strcmp(what, "back") == 0) {
		bool away = what[0] == 'a';

		pictures[0].state = away ? EBOARD_NOT_RESPONDING : EBOARD_ACTIVE;
		show(0);
		return;
	}
	from = sq_make(what[0] - 'a', what[1] - '1');
	to = sq_make(what[2] - 'a', what[3] - '1');
	piece = pictures[0].squares[from];
	put(from, EMPTY);
	put(to, piece);
	show(0);
	livechess_board_advance(boards[0], pictures[0].t_us += 2000000, 1000);
}

START_TEST(client_hears_what_it_was_made_for)
{
	const char *const *lines = dialogues[_i].lines;
	size_t next = 0;

	for (; *lines; lines++) {
		const char *text = *lines + 2;

		if ((*lines)[0] == '<') {
			ck_assert_msg(next < n_heard, "%s hears nothing, not %s",
			              dialogues[_i].client, text);
			ck_assert_msg(strcmp(heard[next], text) == 0, "%s hears\n%s\nnot\n%s",
			              dialogues[_i].client, heard[next], text);
			next++;
			continue;
		}
		ck_assert_msg(next == n_heard, "%s hears more before %s: %s", dialogues[_i].client,
		              text, heard[next]);
		if ((*lines)[0] == '>')
			livechess_session_text(session, text, strlen(text), 1000);
		else
			act(text);
	}
	ck_assert_msg(next == n_heard, "%s hears more at the end: %s", dialogues[_i].client,
	              heard[next]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("livechess_dialogues");
	TCase *tcase = tcase_create("livechess_dialogues");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, client_hears_what_it_was_made_for, 0,
	                    sizeof(dialogues) / sizeof(dialogues[0]));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
