/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inside of table.h, shared by its files: table.c takes bytes, table_hear.c says who hears what they mean,
 * table_time.c keeps time, table_host.c takes host events (table_host.h), table_games.c keeps the games and writes their
 * PGN, table_look.c answers, table_snapshot.c saves it all and takes it back.
 */
#pragma once

#include "daemon/game_day.h"
#include "daemon/table.h"
#include "daemon/table_clock.h"

#define ENVELOPE_TEXT 128

/* A game that is over: its PGN, which will not change again. */
struct table_game {
	char *pgn;
	size_t len;
};

/* What comes while a position is waited for (WAIT_US, table.c), at most: a square takes 5 ms on the wire, hands far longer. */
#define TABLE_WAITING_MAX 64

struct table {
	const struct board_driver *driver;
	const struct config *config;
	const struct config_table *setup;
	struct table_listener listener;
	struct driver_out out;
	void *driver_state;
	struct tracker *tracker;
	struct laws *laws;
	struct mating *mating; /* the thread's (mating_room.h) */
	struct session_time time;
	struct time_sheet sheet;
	struct table_clock *clock;
	uint64_t now_us;
	uint64_t caught_us; /* all that time alone brings has been done up to here */
	uint64_t looked_us; /* the question the driver was last asked (tracker_look_due) */

	struct table_game *finished;
	size_t n_finished, finished_capacity;
	char *pgn; /* the current game's, as last asked for */
	uint64_t finished_plies;
	struct game_times times; /* of the current game */
	uint64_t events;

	bool only_checks; /* a host event is looked at, and not done */
	bool held_back;   /* squares were not passed on */
	bool clock_rests; /* what it reads is the time of no game: tracker_view.follows */
	const char *note; /* beside the decision that is being taken, or NULL */
	char resume[ENVELOPE_TEXT], place[ENVELOPE_TEXT]; /* of the game that is adjourned */
	const char *termination; /* of the current game, as a person said; NULL: he did not */
	/* While nobody listens to the board the tracker's time stands still: what the board tells
	 * afterwards happened then, and is heard in its own time. */
	bool away;
	uint64_t away_us; /* up to where the tracker's time may go meanwhile */
	bool logged;      /* the board's log has told of that time */
	bool recovering;  /* such an event is being heard */
	bool heard;       /* it has told of a position or a change before */
	bool clock_waits; /* a reading of the present waits for the end of that */
	struct board_event clock_event;
	struct board_event waiting[TABLE_WAITING_MAX]; /* what waits for a position, as it came */
	uint32_t n_waiting;
	uint64_t recovered; /* how many there were */

	char facts[BOARD_FACTS][128];
	char serial[128];             /* of the last board that told one */
	char board[TABLE_BOARD_SIZE]; /* as the operator gave it to the table */
};

/* table_keep_finished: the PGN of one more game that is over, copied. 0 or -ENOMEM. */
int table_keep_finished(struct table *table, const char *pgn, size_t len);

/* table_is_worth_writing: has the game (may be NULL) a ply or a result? table_put_by: keep the PGN of the current
 * game, which is over; without memory for it, it is not kept. */
bool table_is_worth_writing(const struct game *game);
void table_put_by(struct table *table, const struct game *game);

/* table_note_time: time has come to t_us. table_catch_up: do what it brought, to tracker, laws and clock in the
 * order in which it came; returns when something is due next. table_tracker_now: how far the tracker's time may
 * go. */
void table_note_time(struct table *table, uint64_t t_us);
uint64_t table_catch_up(struct table *table);
uint64_t table_tracker_now(const struct table *table);

/* table_hear: what the board says, to clock and tracker. table_pass_on: the same without the clock. */
void table_hear(struct table *table, const struct board_event *event);
void table_pass_on(struct table *table, const struct board_event *event);
