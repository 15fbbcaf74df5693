/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/laws/story.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/laws/alert/alert.h"
#include "tests/support.h"

static const struct {
	const char *name, *squares; /* a1 first */
} setups[] = {
	{ "start", "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr" },
	{ "turned", "rnbkqbnrpppppppp................................PPPPPPPPRNBKQBNR" },
	{ "swapped", "RNBKQBNRPPPPPPPP................................pppppppprnbqkbnr" },
	{ "sideways", "RP....prNP....pnBP....pbQP....pqKP....pkBP....pbNP....pnRP....pr" },
	{ "960", "BBQNNRKRPPPPPPPP................................ppppppppbbqnnrkr" },
	{ "960turned", "rkrnnqbbpppppppp................................PPPPPPPPRKRNNQBB" },
	{ "960bishops", "BQBNNRKRPPPPPPPP................................ppppppppbqbnnrkr" },
	{ "960mirror", "RNBQKBNRPPPPPPPP................................pppppppprbnqkbnr" },
	{ "960lacking", "BBQNNRKRPPPPPPPP................................ppppppppbbq.nrkr" },
	{ "pawn", "RNBPKBNRPPPQPPPP................................pppppppprnbqkbnr" },
	{ "queenless", "RNB.KBNRPPPPPPPP................................pppppppprnbqkbnr" },
	{ "both", "RNBKQBNRPPPPPPPP................................pppppppprnbkqbnr" },
	{ "oddswrong", "NRB.KBNRPPPPPPPP................................pppppppprnbqkbnr" },
	{ "half", "RNBQ....PPPPPPPP................................pppppppprnbqkbnr" },
};

/* --- a word's meaning; *what: what stands behind its colon, or "" ----------------------------------- */

static enum color
side_of(const char *what)
{
	return what[0] == 'w' ? WHITE : BLACK;
}

/* A script's words have no blanks: '_' stands for them. */
static char *
with_blanks(char *text)
{
	for (char *p = text; *p; p++)
		*p = *p == '_' ? ' ' : *p;
	return text;
}

static void
read_fen(char *text, struct position *ret_position)
{
	with_blanks(text);
	ck_assert_int_eq(fen_parse(text, strlen(text), ret_position, NULL), 0);
}

static void
tell_setup(char *what)
{
	size_t i = 0;

	while (i < sizeof(setups) / sizeof(setups[0]) && strcmp(setups[i].name, what) != 0)
		i++;
	ck_assert_msg(i < sizeof(setups) / sizeof(setups[0]), "%s", what);
	for (int sq = 0; sq < 64; sq++)
		story.squares[sq] = test_piece(setups[i].squares[sq]);
	story_scan(story.squares);
}

/* As it lies: the men of story.squares, turned by 90 degrees. */
static void
tell_turned(char *what)
{
	uint8_t scan[64];

	for (int sq = 0; sq < 64; sq++) {
		int file = sq_file(sq), rank = sq_rank(sq);

		scan[sq] = story.squares[what[0] == 'l' ? sq_make(rank, 7 - file)
		                                        : sq_make(7 - rank, file)];
	}
	story_scan(scan);
}

static void
tell_upright(char *what)
{
	(void)what;
	story_scan(story.squares);
}

/* "a2a3": a man is moved, and nobody is told until the board is asked for all its squares ("upright"). */
static void
tell_unseen(char *what)
{
	int from = (what[0] - 'a') + (what[1] - '1') * 8,
	    to = (what[2] - 'a') + (what[3] - '1') * 8;

	story.squares[to] = story.squares[from];
	story.squares[from] = EMPTY;
}

static void
tell_stand(char *what)
{
	struct position start;

	read_fen(what, &start);
	story_stand(&start);
}

static void
tell_lost(char *what)
{
	(void)what;
	story_link(false);
}

static void
tell_back(char *what)
{
	(void)what;
	story_link(true);
}

/* "GO" or "GO:w" */
static void
tell_go(char *what)
{
	story.clock.connected = true;
	story.clock.running = true;
	if (what[0])
		story.clock.turn = (uint8_t)side_of(what);
	story_clock();
}

static void
tell_stop(char *what)
{
	(void)what;
	story.clock.connected = true;
	story.clock.running = false;
	story_clock();
}

static void
tell_no_clock(char *what)
{
	(void)what;
	story_step();
	story.clock.connected = false;
	story_clock();
}

static void
tell_faces(char *what)
{
	story.clock.face[0].seconds = story.clock.face[1].seconds = atoi(what);
}

/* "b5423/5393": the clock is read so, Black's time running. */
static void
tell_reading(char *what)
{
	story.clock.turn = (uint8_t)side_of(what);
	story.clock.face[WHITE].seconds = atoi(what + 1);
	story.clock.face[BLACK].seconds = atoi(strchr(what, '/') + 1);
	story_clock();
}

static void
tell_after(char *what)
{
	story.step_us = strtoul(what, NULL, 10) * 1000;
}

/* --- the rules ----------------------------------------------------------------------------------- */

static void
settle(void)
{
	struct time_control control = story.rules.control;
	struct rules_fault fault;
	int r = ruleset_resolve(&story.stated, "2020-01-01", &control, &story.rules, &fault);

	ck_assert_msg(r == 0, "%s", r ? fault.cause : "");
}

static void
tell_rule(char *what)
{
	char *value = strchr(what, '=');

	*value++ = '\0';
	with_blanks(value);
	ck_assert_int_eq(rules_parse(&story.stated, rules_find(RULE_IN_RULES, what), value), 0);
	settle();
	/* As the daemon does it: without a number, whatever array stands on the board. */
	if (story.rules.value[RULE_START_KIND] == START_CHESS960) {
		struct position start;

		position_start(&start);
		laws_expect(story.laws, &start, false);
	}
}

static void
tell_control(char *what)
{
	ck_assert_int_eq(time_control_parse(what, strlen(what), &story.rules.control), 0);
}

/* --- what persons say ------------------------------------------------------------------------------ */

static void
tell_result(char *what)
{
	laws_on_time(story.laws, false);
	story_result(what);
}

static void
tell_on_time(char *what)
{
	laws_on_time(story.laws, true);
	story_result(what);
}

/* "4-2" */
static void
tell_score(char *what)
{
	laws_score(story.laws, (uint32_t)(what[0] - '0'), (uint32_t)(what[2] - '0'), story.t_us);
}

/* "w" or "w:Nf3" */
static void
tell_claim(char *what)
{
	story.t_us += STORY_SCAN_US;
	ck_assert_int_eq(laws_claim(story.laws, side_of(what), CLAIM_ANY,
	                            what[1] == ':' ? what + 2 : NULL, story.t_us),
	                 0);
}

static void
tell_offer(char *what)
{
	laws_offer(story.laws, side_of(what), story.t_us);
}

static void
tell_confirmed(char *what)
{
	ck_assert_int_eq(
		laws_decide(story.laws, (uint32_t)strtoul(what, NULL, 10), ALERT_CONFIRMED), 0);
}

static void
tell_dismissed(char *what)
{
	ck_assert_int_eq(
		laws_decide(story.laws, (uint32_t)strtoul(what, NULL, 10), ALERT_DISMISSED), 0);
}

/* "w:Bauer_Eva_zwei_Eva_vier" */
static void
tell_announced(char *what)
{
	ck_assert_int_eq(
		laws_announced(story.laws, side_of(what), with_blanks(what + 2), story.t_us), 0);
}

/* On the virtual board, whose game is the record. */
static void
tell_made(const char *san, bool own)
{
	uint16_t move;

	ck_assert_int_eq(laws_check_virtual(story.laws, san, &move), 0);
	ck_assert_int_eq(laws_virtual(story.laws, san, own, story.t_us), 0);
	if (story.tracker && story.rules.overlay == OVERLAY_HYBRID)
		ck_assert_int_eq(tracker_follow(story.tracker, move, story.t_us), 0);
}

static void
tell_virtual(char *what)
{
	tell_made(what, false);
}

static void
tell_own(char *what)
{
	tell_made(what, true);
}

static void
tell_other_board(char *what)
{
	struct position other;

	read_fen(what, &other);
	ck_assert_int_eq(laws_two_boards(story.laws, &other, story.t_us), 0);
}

static void
tell_sheet(char *what)
{
	laws_sheet_request(story.laws, side_of(what), story.t_us);
}

static void
tell_quickplay(char *what)
{
	laws_quickplay(story.laws, side_of(what), story.t_us);
}

static void
tell_disconnected(char *what)
{
	laws_disconnected(story.laws, side_of(what), story.t_us);
}

static void
tell_reconnected(char *what)
{
	ck_assert_int_eq(laws_reconnected(story.laws, side_of(what), story.t_us), 0);
}

static void
tell_device(char *what)
{
	laws_device(story.laws, side_of(what), story.t_us);
}

static void
tell_ratings(char *what)
{
	laws_ratings(story.laws, (uint32_t)strtoul(what, NULL, 10));
}

static void
tell_log_short(char *what)
{
	(void)what;
	laws_log_incomplete(story.laws, story.t_us - 65 * 1000000, story.t_us);
}

static void
tell_other_set(char *what)
{
	(void)what;
	laws_equipment_changed(story.laws, story.t_us);
}

static void
tell_seal(char *what)
{
	(void)what;
	ck_assert_int_eq(laws_seal(story.laws, story.t_us), 0);
}

static void
tell_adjourn(char *what)
{
	(void)what;
	ck_assert_int_eq(laws_adjourn(story.laws, story.t_us), 0);
}

static void
tell_reopen(char *what)
{
	(void)what;
	ck_assert_int_eq(laws_reopen(story.laws, story.t_us), 0);
}

static void
tell_sealed(char *what)
{
	ck_assert_int_eq(laws_sealed_move(story.laws, what, story.t_us), 0);
}

static void
tell_owed(char *what)
{
	(void)what;
	laws_owe_presses(story.laws, true);
}

static void
tell_reversed(char *what)
{
	(void)what;
	laws_colours_reversed(story.laws, story.t_us);
}

static void
tell_occupied(char *what)
{
	(void)what;
	story.occupied = true;
}

static void
tell_corrected(char *what)
{
	struct correction correction = { .what = CORRECTION_POSITION };

	read_fen(what, &correction.position);
	ck_assert_int_eq(tracker_correct(story.tracker, &correction, story.t_us), 0);
	laws_put_right(story.laws);
}

/* For story_begin(). */
static void
tell_nothing(char *what)
{
	(void)what;
}

/* One that ends in ':' has something behind it, the others stand alone. */
static const struct {
	const char *word;
	void (*tell)(char *what);
} words[] = {
	{ "setup:", tell_setup },
	{ "turn:", tell_turned },
	{ "upright", tell_upright },
	{ "unseen:", tell_unseen },
	{ "stand:", tell_stand },
	{ "lost", tell_lost },
	{ "back", tell_back },
	{ "GO", tell_go },
	{ "GO:", tell_go },
	{ "STOP", tell_stop },
	{ "NOCLOCK", tell_no_clock },
	{ "clock:", tell_faces },
	{ "read:", tell_reading },
	{ "after:", tell_after },
	{ "rules:", tell_rule },
	{ "control:", tell_control },
	{ "corrected:", tell_corrected },
	{ "result:", tell_result },
	{ "time:", tell_on_time },
	{ "score:", tell_score },
	{ "claim:", tell_claim },
	{ "offer:", tell_offer },
	{ "confirm:", tell_confirmed },
	{ "dismiss:", tell_dismissed },
	{ "says:", tell_announced },
	{ "virtual:", tell_virtual },
	{ "own:", tell_own },
	{ "other:", tell_other_board },
	{ "sheet:", tell_sheet },
	{ "quick:", tell_quickplay },
	{ "cable:", tell_disconnected },
	{ "plug:", tell_reconnected },
	{ "device:", tell_device },
	{ "rated:", tell_ratings },
	{ "log:short", tell_log_short },
	{ "board:other", tell_other_set },
	{ "seal", tell_seal },
	{ "adjourn", tell_adjourn },
	{ "reopen", tell_reopen },
	{ "sealed:", tell_sealed },
	{ "owed", tell_owed },
	{ "reversed", tell_reversed },
	{ "occupied", tell_occupied },
	{ "sensors", tell_nothing },
};

static bool
tell_of_table(char *word)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t len = strlen(words[i].word);
		bool takes = words[i].word[len - 1] == ':';

		if (strncmp(word, words[i].word, len) == 0 && (takes || word[len] == '\0')) {
			words[i].tell(word + len);
			return true;
		}
	}
	return false;
}

/* --- words that are written as what happens -------------------------------------------------------- */

static void
tell_time(const char *word)
{
	char *unit;
	uint64_t n = strtoul(word + 1, &unit, 10);

	/* As the daemon's timers do it: nobody sleeps through a deadline. */
	ck_assert_msg(strcmp(unit, "s") == 0 || strcmp(unit, "min") == 0, "%s", word);
	for (n *= unit[0] == 'm' ? 240 : 4; n > 0; n--) {
		story.t_us += STORY_SCAN_US;
		laws_advance(story.laws, story.t_us);
		if (story.tracker)
			tracker_advance(story.tracker, story.t_us);
	}
}

static void
tell_press(enum color side)
{
	story.clock.turn = (uint8_t)!side;
	story_clock();
}

static int
square_in(const char *word)
{
	return (word[0] - 'a') + (word[1] - '1') * 8;
}

/* "e1-", "e4+P" or "a8:N>Q". */
static uint8_t
piece_in(const char *word)
{
	return word[2] == '-' ? EMPTY : test_piece(word[2] == '+' ? word[3] : word[5]);
}

static void
tell_together(const char *word)
{
	story_step();
	for (word++; *word; word += strcspn(word, ";}") + 1)
		story_square_now(square_in(word), piece_in(word));
}

static void
tell_word(char *word)
{
	size_t len = strlen(word);

	if (tell_of_table(word))
		return;
	if (word[0] == '+')
		tell_time(word);
	else if (word[0] == '{')
		tell_together(word);
	else if (len == 2 && word[1] == '!')
		tell_press(word[0] == 'W' ? WHITE : BLACK);
	else if ((len == 3 && word[2] == '-' && word[0] != 'O') || (len == 4 && word[2] == '+') ||
	         (len == 6 && word[2] == ':' && word[4] == '>'))
		story_square(square_in(word), piece_in(word));
	else
		story_move(word[0] == '~' ? word + 1 : word, word[0] != '~' && story.clock.running);
}

void
story_tell(const char *script)
{
	char buffer[2048], *save = NULL;

	snprintf(buffer, sizeof(buffer), "%s", script);
	for (char *word = strtok_r(buffer, " ", &save); word; word = strtok_r(NULL, " ", &save))
		tell_word(word);
}
