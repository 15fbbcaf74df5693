/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One table of the running daemon: the path from its port to its publications, in one place.
 *
 *     transport -> recorder -> table -> (durable?) -> published
 *
 * Bytes are handed to the journal before the table sees them, and what the table makes of them is
 * shown once they are durable there, and what is shown with them, as a revision. While the disk
 * refuses, the table goes on in memory and what is published stays as it was, with a word that says
 * so, and the arbiter gets the alert log-write-failed.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/config.h"
#include "drivers/driver.h"

#define STATION_PUBLISH_MS 25 /* a change waits so long for the next */

#define STATION_BABBLE_BYTES 8192 /* unreadable without one message: that is no board */

struct delay_public;
struct event_base;
struct journal;
struct livechess_api;
struct meters;
struct segment;
struct station;
struct table;
struct worker;

struct station_options {
	struct event_base *base;
	struct worker *worker;
	const struct config *config;
	const struct config_table *setup;
	struct journal *journal;
	struct segment *segment; /* the bus its board is on, or NULL: it has a port of its own */
	uint16_t bus_address;
	/* The bus that a board as "hall/1025" is on, and its address there; NULL: there is none. */
	struct segment *(*find_bus)(void *ctx, const char *board, uint16_t *ret_address);
	struct meters *meters;     /* what it adds to; NULL: nothing is counted */
	struct livechess_api *api; /* the board is shown there too; NULL: nowhere */
	/* Table `index` of *config publishes this, as it was age_us microseconds ago; borrowed for the call.
	 * While the journal is folded, what was published at most hindsight_us ago is told again, in order. */
	void *ctx;
	void (*published)(void *ctx, size_t index, const struct delay_public *public,
	                  uint64_t age_us);
	uint64_t hindsight_us;
	/* The station's link is not what it was (station_look_link). It may be detached and attached
	 * in here. May be NULL. */
	void (*linked)(void *ctx, struct station *station);
};

/* Who is expected behind an address; each "" where it does not matter. */
struct station_expect {
	char serial[64], long_serial[64];
};

/* Texts are the station's, until the loop runs again. */
struct station_link {
	const char *board;   /* what the table is to have: serial:NUMBER, any, an address, or "" */
	const char *address; /* what is open or being opened; "" while detached */
	const char *serial, *long_serial; /* as told since the link is up; "" before */
	const char *text;                 /* one sentence on its state */
	bool up;
	enum driver_link driver;
	bool foreign; /* another board answers than was expected */
	bool babbles; /* STATION_BABBLE_BYTES came and not one message */
};

/* station_new: the table, and its stream in the journal; when all are there the journal is folded
 * (journal_fold), then station_resume goes on with the game that was on, and when that is durable it
 * is shown. All pointers are borrowed for the station's life. 0, or a negative errno with `error` one
 * sentence. */
int station_new(const struct station_options *options, struct station **ret_station, char *error,
                size_t error_size);
int station_resume(struct station *station);

/* station_start: open the board's port and keep it open; a board that is known by its number or may be
 * any is waited for (station_attach). 0, or a negative errno with `error`. */
int station_start(struct station *station, char *error, size_t error_size);

/* station_attach: the table's board is at `address`, an address of transport.h: open it and keep it open.
 * Detaches first. 0, -EINVAL for no address, or -ENOMEM. */
int station_attach(struct station *station, const char *address,
                   const struct station_expect *expect);

/* station_detach: let go of the board; `text` says why, for people. linked() is not called. */
void station_detach(struct station *station, const char *text);

/* station_set_board: from now on this board (see struct station_link) is the table's: recorded, by the signed
 * `request` (user.h) or, NULL, by the daemon itself. Detaches; a plain address is attached at once. 0, or a negative
 * errno. */
int station_set_board(struct station *station, const char *board, const json_t *request);

/* station_is_on_bus: does the table's board share its line? Then it has no port to be attached to, and may be given
 * other boards of buses only: their driver is another. station_has_bus: is that a board of a bus there is? */
bool station_is_on_bus(const struct station *station);
bool station_has_bus(const struct station *station, const char *board);

/* station_look_link: as it is now. */
void station_look_link(const struct station *station, struct station_link *ret_link);

/* station_number: the table's. */
uint32_t station_number(const struct station *station);

/* station_let_go: let go of the board, and hand the last entries to the journal. Calling it for all
 * tables first lets one commit serve all.
 * station_stop: and make everything durable, publish it. Waits for the disk. 0, or a
 * negative errno when something is not on the disk (logged). */
void station_let_go(struct station *station);
int station_stop(struct station *station);

/* station_free: NULL is fine; a running one is not stopped first. The worker must have been
 * drained. */
void station_free(struct station *station);

/* station_alerts: the table's latest alerts: {"table":N,"alerts":[...]}, for the arbiter alone. New
 * reference, NULL when memory is out. */
json_t *station_alerts(const struct station *station);

/* station_correct: carry out the order in `request` of user `uid` as order_carry_out() does; the answer
 * has "table", too. */
json_t *station_correct(struct station *station, const json_t *request, uint32_t uid, char *error,
                        size_t error_size);

/* station_clock: {"do":"show"}, or an order to the table's clock (clock_order.h) of user `uid`: looked at, recorded,
 * done. Returns {"table":N,"clock":...}, and for an order "undo" as tell_undo() has it; a new reference; NULL with
 * `error` one sentence. */
json_t *station_clock(struct station *station, const json_t *request, uint32_t uid, char *error,
                      size_t error_size);

/* station_tell_event: a person says host event "event" (table.h) of the signed `request` (user.h) of this table:
 * it is recorded, with who said it, and believed, or neither. Returns 0, or a negative errno with `error` one
 * sentence. */
int station_tell_event(struct station *station, const json_t *request, char *error,
                       size_t error_size);

/* station_said_before: what was said of the table, as action_list_json() has it. New reference, or NULL. */
json_t *station_said_before(const struct station *station);

/* station_set_round: the round is closed, or open again, by the signed `request`: recorded, and then what is
 * published stays as it is until it is opened. 0 or -ENOMEM. station_is_closed: which is it? */
int station_set_round(struct station *station, bool closed, const json_t *request);
bool station_is_closed(const struct station *station);

/* station_games: the table's games as they may be published now, an array of PGN; new reference, NULL when memory is
 * out. */
json_t *station_games(struct station *station);

/* station_renamed: the configuration has other players for the table. */
void station_renamed(struct station *station);

/* station_table, station_setup: what is behind it; borrowed. station_trouble: what ails its recording, one
 * sentence, "" for nothing, to buffer[size]. */
const struct table *station_table(const struct station *station);
const struct config_table *station_setup(const struct station *station);
void station_trouble(const struct station *station, char *buffer, size_t size);

/* station_envelope: that of the game adjourned here (envelope.h), for the arbiter. New reference, or NULL. */
json_t *station_envelope(const struct station *station);

/* station_times: the time sheet: {"table":N,"white":...,"black":...,"rows":[...],"now":{...}}. New reference,
 * NULL when memory is out. */
json_t *station_times(const struct station *station);

/* station_status: what the arbiter's machine may know. New reference, NULL when memory is out. */
json_t *station_status(const struct station *station);

/* station_arbiters: the same for those who watch over the network: with "start_unix_ms" and, as far as the disk
 * has them, the record as live_game() has it, "alerts" (alert_list.h) and "actions" (action_list.h). New reference, NULL when memory is out. */
json_t *station_arbiters(const struct station *station);

/* What is counted of a table, since the daemon began where not said otherwise. */
struct station_meter {
	bool up; /* the board is within reach */
	enum driver_link link;
	struct driver_stats driver;
	uint64_t plies; /* of the recording */
	uint64_t revisions;
	uint64_t journal_bytes, held_bytes; /* of all tables */
	uint64_t lost_lines;
	uint64_t commits, commit_us_max, commit_us_sum; /* of the journal */
	bool failing;                                   /* the journal */
	uint64_t lag_us; /* since when something waits to be durable; 0: nothing does */
};

void station_meter(const struct station *station, struct station_meter *ret_meter);
