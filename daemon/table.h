/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One playing table: driver, tracker and the games they gave, fed either by a live link or by a
 * capture. The fold of the same entries gives the same games in both cases: `adoube replay`, the daemon
 * and the daemon's restart all use this.
 *
 * No I/O: the caller records what it feeds and publishes what changed. Allocates its own memory.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/capture/capture.h"
#include "core/laws/laws.h"
#include "core/tracker/tracker.h"
#include "daemon/config.h"
#include "daemon/session_time.h"
#include "daemon/time_sheet.h"
#include "drivers/driver.h"

#define TABLE_BOARD_SIZE CONFIG_TEXT
/* After the link is lost what stands on the board may still be released, and no more happens to the
 * record until the board is heard again. */
#define TABLE_AWAY_US 1000000

struct table;

struct table_listener {
	void *ctx;
	/* Something about the table changed (enum tracker_update); look with the calls below. */
	void (*changed)(void *ctx, enum tracker_update what);
	/* Something the arbiter should know, and only he; borrowed for the call. May be NULL. */
	void (*alert)(void *ctx, const struct alert *alert);
	/* What the board said, decoded, as the tracker is about to hear it. May be NULL. */
	void (*event)(void *ctx, const struct board_event *event);
	/* What became of one; note is what a person wrote beside his decision, or NULL, borrowed for
	 * the call. May be NULL. */
	void (*settled)(void *ctx, uint32_t number, enum alert_outcome outcome, const char *note);
	/* The round of this table is closed, or open again: {"op":"round","closed":true}. May be NULL. */
	void (*round)(void *ctx, bool closed);
	/* What persons ordered or said of the table, or gave it as a board: the host event's op, and all of
	 * it as it came; borrowed for the call. May be NULL. */
	void (*said)(void *ctx, uint64_t t_us, const char *op, const char *json);
	/* Queue bytes for the board (record them first). 0 or -ENOBUFS. NULL: folded from a capture. */
	int (*send)(void *ctx, const uint8_t *bytes, size_t len);
};

/* table_new: a table that speaks `driver`. config and setup (may be NULL) are borrowed and must
 * outlive it; they give the PGN tags and what games begin from. *listener is copied. Returns 0 or -ENOMEM. */
int table_new(const struct board_driver *driver, const struct config *config,
              const struct config_table *setup, const struct table_listener *listener,
              struct table **ret_table);
void table_free(struct table *table);

/* table_expect: what games begin from has changed in the configuration; for games to come. */
void table_expect(struct table *table);

/* table_begin_at: the capture's time 0 was unix_us microseconds after 1970, UTC; offset_s is local time less
 * UTC where nobody states it. */
void table_begin_at(struct table *table, int64_t unix_us, int32_t offset_s);

/* table_time: what is known of the time of day. Borrowed. */
const struct session_time *table_time(const struct table *table);

/* table_set_send: from now on live: bytes for the board go to `send` (as in the listener). */
void table_set_send(struct table *table, int (*send)(void *ctx, const uint8_t *bytes, size_t len));

/* table_from_board: bytes from the board, t_us microseconds since the capture's start. */
void table_from_board(struct table *table, uint64_t t_us, const uint8_t *bytes, size_t len);

/* Room for what table_host() and those below say is wrong: the longest names all host events that there are. */
#define TABLE_ERROR_SIZE 512

/* table_host: a host event, as JSON text: {"op":"plugged"}, {"op":"unplugged"}, {"op":"listened"}, {"op":"started"},
 * {"op":"result","result":"1-0","termination":"time forfeit"} (all of game_score_text(); PGN's words for
 * the termination, which may be missing), {"op":"score","white":"1/2","black":"0"},
 * {"op":"arbiter","what":"adjourned","resume":"2025-03-15 10:00","place":"Main hall"} and the other words of
 * table_clock_order(), {"op":"sealed","move":"Nf3"}, {"op":"time-of-day","utc_offset":"+01:00"}, {"op":"session","start":"15:15","end":"19:00"} (as
 * session_time.h has them),
 * {"op":"claim","side":"white","rule":"threefold","move":"Nf3"} (rule and move may be missing),
 * {"op":"draw-offer","side":"white"}, {"op":"sheet-request","side":"white"}, {"op":"quickplay","side":"white"}, {"op":"announced","side":"white","move":"Nf3"},
 * {"op":"virtual","move":"Nf3","own":true}, {"op":"virtual","fen":"..."} (what stands there, whatever was said),
 * {"op":"two-boards","fen":"..."} (what stands on the other of two boards, D.2.9),
 * {"op":"disconnected","side":"black"}, {"op":"reconnected","side":"black"}, {"op":"device","side":"black"},
 * {"op":"penalty","side":"black","kind":"opp-time","seconds":60} (side: who is penalised; kind: a word of
 * penalties.allowed, which must have it; seconds with opp-time and own-time),
 * {"op":"colours-reversed"}, {"op":"withdrawn","what":"draw-offer","side":"white"} (it was said in error),
 * {"op":"clock","do":"clear"} (clock_order.h),
 * {"op":"log-write-failed"},
 * {"op":"round","closed":true},
 * {"op":"alert","number":3,"outcome":"confirmed","note":"warned"}, and the corrections of operator.h, "correct" and
 * "position". Unknown members are kept silent about. "plugged" starts the driver when the table is
 * live.
 *
 * Returns 0; -EBADMSG with error saying what is wrong: not JSON, an op nobody knows, a member that
 * cannot be; -EINVAL with error when a correction does not fit the record as it is, or an alert is not
 * there to be decided; all is as before then. */
int table_host(struct table *table, uint64_t t_us, const char *json, char *error,
               size_t error_size);

/* table_check_said: what table_host() would return for a host event that a person says (table_is_said), or for an
 * order to the clock, with nothing done but what time alone brings. */
int table_check_said(struct table *table, uint64_t t_us, const char *json, char *error,
                     size_t error_size);

/* table_is_said: may a person say this host event to a running daemon (result, claim, arbiter and so on), or is
 * it the daemon's own (plugged, started)? op may be NULL. */
bool table_is_said(const char *op);

/* table_said_word: these one after the other, from 0; NULL behind the last. */
const char *table_said_word(size_t index);

/* table_line: one parsed line of a capture: bytes, host event (and its errors), the fact "start"; other facts
 * and sent bytes change nothing. */
int table_line(struct table *table, const struct capture_line *line, char *error,
               size_t error_size);

/* table_advance: time has come to now_us. Returns the next moment something is due, UINT64_MAX: never. */
uint64_t table_advance(struct table *table, uint64_t now_us);

/* table_reached: the time the table has come to. In a listener's call: of what it is called for, be that bytes
 * or something that was due, however late the clock was looked at. */
uint64_t table_reached(const struct table *table);

/* table_finish: the capture ends here: what was a candidate counts as made. Not for a live table. */
void table_finish(struct table *table);

/* table_games: how many games are worth writing: those with a ply or a result; the current one last. */
size_t table_games(struct table *table);

/* table_pgn: game `index` (0..table_games-1) in PGN, made plies only, in parts where its record has
 * breaks (pgn.h); NUL-terminated and borrowed until the
 * next call into the table. NULL only when memory is out. */
const char *table_pgn(struct table *table, size_t index, size_t *ret_len);

/* table_public_game: the current game as the public may see it: without a move that is sealed, and what was made
 * after it, until play goes on (I.1.1). False before the first. Plies are borrowed until the next call into
 * the table. *ret_hidden: there is something more that is nobody's business. */
bool table_public_game(const struct table *table, struct game *ret_game, bool *ret_hidden);

/* table_public_view: as table_view(), and while a move is sealed the board as it stood before it. */
void table_public_view(const struct table *table, struct tracker_view *ret_view, bool *ret_hidden);

/* What is written on the envelope beside the table's players (I.2). */
struct table_envelope {
	struct position position;     /* before the sealed move, whose side and number are in it */
	int32_t left_s[2], used_s[2]; /* enum color; CLOCK_UNKNOWN */
	uint8_t offered;              /* a draw, still open: enum color, or OFFER_NONE */
	bool is_closed;               /* not only ordered */
	char sealed_at[9];            /* HH:MM:SS of the order, or "" */
	const char *resume, *place;   /* as the arbiter wrote them, "" where he did not; borrowed */
};

/* table_retag: config and setup say other names than before: the games that are over get them, too. */
void table_retag(struct table *table);

/* table_envelope: false when no game is adjourned here. */
bool table_envelope(const struct table *table, struct table_envelope *ret_envelope);

/* table_sheet: the time sheet so far; borrowed. table_now: the row that would be written now. */
const struct time_sheet *table_sheet(const struct table *table);
void table_now(const struct table *table, struct time_row *ret_row);

/* table_view: what the tracker sees (tracker.h) and the current game (NULL before the first). */
void table_view(const struct table *table, struct tracker_view *ret_view);
const struct game *table_game(const struct table *table);

/* table_is_heard: is its board believed to be heard: is the link up, or did a board speak of which no link is known? */
bool table_is_heard(const struct table *table);

/* table_fact: what the board said of itself, "" when it did not. */
const char *table_fact(const struct table *table, enum board_fact which);

/* table_board: the board an operator gave to the table last ({"op":"board","board":...}), "" when nobody
 * did: then it is the configuration's. */
const char *table_board(const struct table *table);

/* What persons have said of it, to be said again: the outcome of alert `number` (ALERT_OPEN when it is not known any
 * more); PGN's word for how the game ended, as said, or NULL; the seconds that `side` is still to get; whether he was
 * said to be here, or away; what stands on the virtual board, NULL before a game. Borrowed. */
enum alert_outcome table_outcome(const struct table *table, uint32_t number);
const char *table_termination(const struct table *table);
int32_t table_owed(const struct table *table, enum color side);
void table_presence(const struct table *table, enum color side, bool *ret_present,
                    bool *ret_absent);
const struct position *table_virtual(const struct table *table);

/* table_driver: the driver's link state, counters and advice. */
void table_driver(const struct table *table, enum driver_link *ret_link,
                  struct driver_stats *ret_stats, const char **ret_advice);

/* table_white_clock: enum clock_side that is White's, -1 while no clock has been read. */
int table_white_clock(const struct table *table);

/* table_clock_device: its clock as a device; false where its driver knows nothing of that. */
bool table_clock_device(const struct table *table, struct clock_device *ret_device);

/* table_plies: plies recorded in all games; table_events: board events digested (for `replay`). */
uint64_t table_plies(const struct table *table);
uint64_t table_events(const struct table *table);

/* table_recovered: events that the board's log told of afterwards. */
uint64_t table_recovered(const struct table *table);
