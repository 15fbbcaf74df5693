/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The configuration: one INI file that describes the event, its tables and the daemon's own paths.
 * `adoubed` and `adoube replay --event` read the same file.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/laws/rules/ruleset.h"
#include "core/pgn/pgn.h"

#define CONFIG_TEXT       256 /* longest value, NUL included */
#define CONFIG_TABLES_MAX 2048

/* What games begin from; each text empty where not stated. That of the event is also what [rules] say of it
 * (start_rules.h). */
struct config_start {
	char fen[CONFIG_TEXT]; /* a position in FEN; not together with chess960 */
	char chess960[8];      /* 0..959, or "auto": whichever array stands on the board */
	char start[16];        /* "expected"; "any": a recording may begin in mid-game */
};

struct config_event {
	char name[CONFIG_TEXT], site[CONFIG_TEXT], date[CONFIG_TEXT] /* YYYY-MM-DD or "" */,
		round[CONFIG_TEXT], section[CONFIG_TEXT];
	char utc_offset[8]; /* local time less UTC, "+01:00" or "Z"; "": the machine's */
	bool date_is_found; /* the date is a recording's, nobody stated it */
	struct config_start start;
};

struct config_table {
	uint32_t number;
	/* An address of transport.h, "serial:NUMBER", "any", BUS/ADDRESS, or "" */
	char board[CONFIG_TEXT];
	char driver[32]; /* "dgt" by default */
	char lines[8];   /* modem lines: "auto", "on", "off" */
	char white[CONFIG_TEXT], black[CONFIG_TEXT];
	char white_elo[16], black_elo[16];
	char white_title[16], black_title[16];
	char white_fide_id[16], black_fide_id[16];
	char white_team[CONFIG_TEXT], black_team[CONFIG_TEXT];
	struct config_start start; /* goes before the event's */
};

/* A line with several DGT boards in bus mode. */
struct config_bus {
	char name[32];            /* of [bus NAME] */
	char device[CONFIG_TEXT]; /* an address of transport.h */
	char lines[8];            /* modem lines: "off" by default, "on", "auto" */
};

struct config_daemon {
	char state_dir[CONFIG_TEXT];     /* journals/ and games/ live here */
	char runtime_dir[CONFIG_TEXT];   /* the control socket lives here */
	char listen[64];                 /* address of the HTTP listener; 127.0.0.1 */
	uint16_t port;                   /* 0 = any free port; 8070 by default */
	uint16_t connections;            /* served at a time; 4096 by default */
	uint16_t connections_per_client; /* 512 by default */
	uint16_t snapshot_seconds;       /* between snapshots of a table, 300; 0: none */
};

/* The local API that programs for DGT boards know (daemon/livechess). */
struct config_livechess {
	uint16_t port;             /* 0: not served */
	char origins[CONFIG_TEXT]; /* further origins of web pages that may use it */
};

/* What arbiters, operators and monitoring ask over the network (daemon/private). */
struct config_private {
	uint16_t port;                /* 0: not served */
	char listen[64];              /* its address; 127.0.0.1 by default */
	char token_file[CONFIG_TEXT]; /* who may ask; /etc/adoubed/tokens by default */
};

/* The broadcast on Lichess that the round's games are pushed to (daemon/lichess). */
struct config_lichess {
	char round[16];               /* its id; "": none */
	char token_file[CONFIG_TEXT]; /* holds the token; nobody else may read it */
	char server[CONFIG_TEXT];     /* https://lichess.org by default */
};

/* The layout of the vendor's cloud (daemon/cloud). */
struct config_cloud {
	char id[37];              /* the tournament's, a UUID; "": made of the event's name */
	char folder[CONFIG_TEXT]; /* written there, too; "": only served */
};

#define CONFIG_DELAY_UNSAID UINT16_MAX

/* How many seconds after the board each output shows what happened; CONFIG_DELAY_UNSAID: as `all` says. */
struct config_delay {
	uint16_t all; /* 0 by default */
	uint16_t files, http, events, lichess, cloud;
	uint16_t livechess; /* whatever `all` says: players' own programs need it at once */
};

struct config {
	struct config_event event;
	struct rules_stated stated;     /* [rules] and [time], but for the control */
	char time_control[CONFIG_TEXT]; /* PGN TimeControl grammar, or "" */
	char clock_orders[16];          /* when an operator may speak to clocks (clock_order.h) */
	struct ruleset rules;           /* in force: what config_settle() made of these */
	char today[11];                 /* config_use_today(): YYYY-MM-DD, else "" */
	struct config_daemon daemon;
	struct config_livechess livechess;
	struct config_lichess lichess;
	struct config_private private;
	struct config_delay delay;
	struct config_cloud cloud;
	struct config_table *tables; /* n_tables, in the order of the file */
	size_t n_tables;
	struct config_bus *buses; /* n_buses, in the order of the file */
	size_t n_buses;
};

/* config_defaults: what holds without a file: no event, no table. */
void config_defaults(struct config *ret_config);

/* config_load: read `path` into *ret_config (defaults first); a named pipe without a writer is empty. Returns 0, or a negative errno with
 * `error` one sentence naming file, line, key and what is allowed. Free with config_free in either
 * case.
 */
int config_load(const char *path, struct config *ret_config, char *error, size_t error_size);

/* config_load_text: the same of `text`, which is or will be in the file at `path`. */
int config_load_text(const char *path, const char *text, struct config *ret_config, char *error,
                     size_t error_size);

/* config_set: what a line `key = value` under [section] would do, for options of a command line. A
 * table that is not there yet is added. 0, or -EBADMSG with `error` as above, without file and
 * line. */
int config_set(struct config *config, const char *section, const char *key, const char *value,
               char *error, size_t error_size);

/* config_check_board: may `board = value` stand in [table N], boards on a bus left aside? NULL, or what is
 * allowed; static. */
const char *config_check_board(const char *value);

/* config_settle: find the rules in force again, after date, time control or a statement were changed by
 * hand. config_load and config_set do it by themselves. 0, or -EBADMSG with `error` one sentence, and then
 * config->rules is as it was. */
int config_settle(struct config *config, char *error, size_t error_size);

/* config_find_rules: as config_settle, which rule is at fault in *ret_fault. */
int config_find_rules(struct config *config, struct rules_fault *ret_fault);

/* config_use_today: an event without a date is held today: its edition is the one in force now. For programs
 * that serve one, not for those that read recordings. Errors as config_settle. */
int config_use_today(struct config *config, char *error, size_t error_size);

/* config_can_serve: as config_use_today, and there is a table; `path` is the file, for the message. What a daemon cannot
 * start with is no good to begin again with. */
int config_can_serve(struct config *config, const char *path, char *error, size_t error_size);

/* config_bus_board: does this [table] board name a board on a bus, as "hall/1025"? Then the bus it names
 * (NULL: there is none of that name) and the address. */
bool config_bus_board(const struct config *config, const char *board,
                      const struct config_bus **ret_bus, uint16_t *ret_address);

/* config_find_table: the index of the table with that number; config->n_tables: there is none. */
size_t config_find_table(const struct config *config, uint32_t number);

/* config_rating: the higher of both players' ratings, 0 where neither has one. */
uint32_t config_rating(const struct config_table *table);

/* config_starts: what games of `table` (NULL: none) begin from, the table's word before the event's: the
 * position, and enum tracker_starts (tracker.h) in *ret_others. */
void config_starts(const struct config *config, const struct config_table *table,
                   struct position *ret_start, unsigned int *ret_others);

/* config_order: the indexes of the tables in the order of their numbers, to order[config->n_tables]. */
void config_order(const struct config *config, size_t *order);

/* config_delay_s: the delay of an output whose own is `own` (struct config_delay). */
uint32_t config_delay_s(const struct config *config, uint16_t own);

/* config_free: what config_load allocated. */
void config_free(struct config *config);

/* config_tags: the PGN tags of table (NULL: none) for the event's game number `game` (from 1),
 * written to tags[PGN_TAGS_MAX] (pgn_write puts them in order); values point into *config, *table and buffer[size].
 * Returns how many. */
size_t config_tags(const struct config *config, const struct config_table *table, uint32_t game,
                   struct pgn_tag tags[PGN_TAGS_MAX], char *buffer, size_t size);
