/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inside of station.h, shared by its files:
 *
 *     station.c          its life, what its table tells it, its timers
 *     station_link.c     its board: the port, or the seat on a bus
 *     station_fold.c     what the journal holds of it, at the start
 *     station_words.c    what is said of it and ordered; station_names.c under which names
 *     station_settle.c   what is to be done after each of these
 *     station_watch.c    what its board is like
 *     station_host.c     what the daemon itself says of it: recorded, then believed
 *     station_publish.c  what may be seen of it, once that is durable
 *     station_look.c     what it tells those who ask
 */
#pragma once

#include <event2/event.h>

#include "daemon/action_list.h"
#include "daemon/alert_list.h"
#include "daemon/kept_state.h"
#include "daemon/live_plies.h"
#include "daemon/recorder.h"
#include "daemon/revised.h"
#include "daemon/station.h"
#include "daemon/table.h"

struct livechess_board;
struct transport;

/* A state of the table, as it would be published: taken when a sync begins, shown when it has
 * ended. */
struct station_snapshot {
	uint64_t t_us; /* when it was taken */
	json_t *game, *about;
	json_t *alerts, *actions; /* for the arbiter alone */
	uint64_t since_us;        /* when the first bytes came that it shows, 0: none did */
	bool corrected;           /* by a person */
	char *pgn;                /* all games, one behind the other */
	size_t pgn_len;
	size_t *ends; /* where each ends in pgn */
	size_t n_games;
};

struct station {
	struct station_options options;
	uint32_t number;
	struct recorder *recorder;
	struct table *table;
	struct transport *transport;
	struct livechess_board *api_board; /* NULL: none */
	struct alert_list alerts;
	struct action_list actions;
	struct revised revised;
	uint64_t revisions;                /* of all games, since the daemon began */
	uint64_t since_us, dirty_since_us; /* of what is not shown, and not durable; 0: nothing */
	bool corrected;                    /* since the snapshot last taken */
	struct event *advance_timer, *publish_timer, *keep_timer;
	struct kept_state kept; /* for the next start */
	bool was_kept;          /* ... and for this one */
	bool keep;              /* once what came is durable */
	bool changed;           /* since the snapshot last taken */
	bool only_clock;        /* what changed was its reading */
	bool closed;            /* the round is: what was published stays, as `last` has it */
	struct station_snapshot
		next; /* to be shown when `mark` is durable; game NULL: nothing is */
	uint64_t mark;
	struct station_snapshot shown;
	struct live_plies plies; /* as told last */
	struct station_fold {    /* while the journal is folded */
		bool is_over;
		uint64_t at_us;           /* how far it has been */
		bool told;                /* something of what was published */
		struct tracker_view view; /* when that was */
	} fold;
	struct station_snapshot last;
	uint64_t fold_errors;
	int trouble; /* errno of the recorder as last logged */
	bool was_up;
	bool stopping;
	char link_text[512];           /* why the port is not open, "" while it is */
	const char *advice;            /* as last logged */
	char address[CONFIG_TEXT];     /* of the transport */
	struct station_expect expect;  /* behind it */
	uint64_t frames, skipped_then; /* messages so far, and unreadable bytes at the last one */
	struct station_told {          /* what linked() was last called for */
		bool up, foreign, babbles;
		enum driver_link driver;
	} told;
};

/* --- station_link.c --- */

/* station_send: bytes to its board, recorded (struct table_listener). */
int station_send(void *ctx, const uint8_t *bytes, size_t len);

/* station_begin_link: open the table's board, or wait until somebody finds it. 0, or a negative errno as
 * station_attach(). */
int station_begin_link(struct station *station);

/* --- station_watch.c --- */

/* station_note_link: look, and remember it as told; did it change? station_check_link: what the driver makes of what
 * answers; its advice is logged when it changes. station_tell_link: last of all, since the listener may
 * detach. */
bool station_note_link(struct station *station);
void station_check_link(struct station *station);
void station_tell_link(struct station *station);

/* --- station_host.c --- */

/* station_host: record a host event of the daemon's own, then believe it. station_host_at: of then, which is not before
 * the last entry. station_check_zone: tell the journal what
 * local time is, and when it changes. */
void station_host(struct station *station, const char *json);
void station_host_at(struct station *station, uint64_t t_us, const char *json);
void station_check_zone(struct station *station);

/* --- station_fold.c --- */

/* station_open_recorder: the table's stream, to be folded into it. 0, or a negative errno with `error`. */
int station_open_recorder(struct station *station, char *error, size_t error_size);

/* station_look_back: the fold comes to t_us: what outputs with a delay may not have shown yet is published again. */
void station_look_back(struct station *station, uint64_t t_us);

/* station_report_fold: log what was found. station_compare_published: and where it is not what was published. */
void station_report_fold(const struct station *station);
void station_compare_published(const struct station *station);

/* --- station_publish.c --- */

/* station_snapshot_clear: free what it holds. station_snapshot_add: one more game's PGN. 0 or -ENOMEM. */
void station_snapshot_clear(struct station_snapshot *snapshot);
int station_snapshot_add(struct station_snapshot *snapshot, const char *pgn, size_t len);

/* station_snapshot_take: what may be published of the table as it is at t_us, and the local API's picture with it.
 * 0 or -ENOMEM. */
int station_snapshot_take(struct station *station, struct station_snapshot *snapshot,
                          uint64_t t_us);

/* station_turn_over: what waits is what is shown. station_release: it is seen, as it was age_us ago. station_tell:
 * as it is. */
void station_turn_over(struct station *station);
void station_release(struct station *station, uint64_t age_us);
void station_tell(struct station *station);

/* station_publish: the state now is to be shown: recorded as a revision, and seen when that is durable
 * (station_show_durable). station_arm_publish: soon, with what comes until then. */
void station_publish(struct station *station);
void station_show_durable(struct station *station);
void station_arm_publish(struct station *station);

/* station_note_dirty: since when something waits to be durable. station_report_trouble: the disk refuses, or takes
 * again: say so at once, once; and to the arbiter. */
void station_note_dirty(struct station *station);
void station_report_trouble(struct station *station);

/* station_round: closed or open again (struct table_listener). */
void station_round(void *ctx, bool closed);

/* --- station_settle.c --- */

/* station_settle: after anything that touched the table: its deadline, its link, its publication.
 * station_committed: the journal has tried to write (struct recorder_options). */
void station_settle(struct station *station);
void station_committed(void *ctx);

/* station_keep: what the table has come to, for the next start, as soon as all of it is durable. */
void station_keep(struct station *station);

/* --- station_look.c --- */

/* station_is_up: is the board within reach? */
bool station_is_up(const struct station *station);

/* station_live: what the page shows of the table; what is folded knows of no link. New reference, NULL when memory
 * is out. */
json_t *station_live(const struct station *station);

/* station_unix_us: what microsecond 0 of its stream was. station_now_ms: since 1970. */
uint64_t station_unix_us(const struct station *station);
int64_t station_now_ms(const struct station *station);
