/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parts of `adoube simulate`: options, the games to play, the ground truth, and the two ways of
 * running a simulated table: live on libevent, or offline into a capture.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/pgn/pgn.h"
#include "drivers/sim/sim_bus.h"
#include "drivers/sim/sim_table.h"

#define SIMULATE_TROUBLES    16
#define SIMULATE_BUS_ADDRESS 1025 /* of the first board on a bus; the others follow */

struct simulate_options {
	const char *pgn;
	bool pty;
	const char *link;         /* NULL: none */
	const char *tcp;          /* [HOST:]PORT, or NULL */
	const char *capture;      /* "-": standard output; or NULL */
	const char *truth;        /* likewise */
	unsigned int first, last; /* games of the file, from 1; last UINT_MAX: all */
	const struct sim_profile *profile;
	uint64_t seed, serial; /* serial 0: the profile's */
	bool rotated, no_clock, free_clock, loop, reset, no_wait, quiet;
	int32_t initial_s, increment_s; /* initial_s 0: as the game says */
	double speed;
	uint32_t pace; /* thousandths */
	enum sim_kings kings;
	struct sim_wish wish; /* --irregular, --from-ply */
	unsigned int linger_s;
	unsigned int lost_acks; /* so many of the clock's answers in a hundred */

	/* A bus of so many boards; 0: one board alone. */
	unsigned int bus;
	struct sim_bus_faults faults;
	bool has_faults;
	struct simulate_trouble {
		enum sim_bus_trouble what;
		unsigned int board;         /* from 1 */
		uint64_t from_us, until_us; /* of the simulation's time */
	} troubles[SIMULATE_TROUBLES];
	size_t n_troubles;

	/* Of the games asked for, every stride-th, from this one on; stride 0: all. */
	unsigned int stride, offset;
};

/* simulate_read_options: the command line into *options, whose texts point into argv. *ret_help: the help is wanted and
 * nothing else was read. 0, or -EINVAL after a message. */
int simulate_read_options(struct simulate_options *options, int argc, char **argv, bool *ret_help);

/* simulate_time_control: "5400+30" in seconds, as PGN's TimeControl has it, of which first_period takes the first of
 * several ("40/7200:3600"). False, with nothing changed, when it is none. */
bool simulate_time_control(const char *text, bool first_period, int32_t *ret_initial_s,
                           int32_t *ret_increment_s);

/* simulate_print_help: on standard output. */
void simulate_print_help(void);

/* The games asked for, one after the other. */
struct simulate_games {
	const struct simulate_options *options;
	char *text;
	size_t len;
	struct pgn_reader reader;
	struct pgn_game pgn; /* the game now being played */
	unsigned int number; /* of it in the file, from 1 */
	unsigned int played, skipped;
	bool again;                     /* --loop: what is left out has been said before */
	int32_t initial_s, increment_s; /* what its clock is set to */
};

/* simulate_games_open: load the file. 0, or a negative errno after a message. */
int simulate_games_open(struct simulate_games *games, const struct simulate_options *options);

/* simulate_games_next: read the next game that can be played into games->pgn; what cannot is
 * skipped with a message. False when there is none. */
bool simulate_games_next(struct simulate_games *games);

/* simulate_games_close: free what open took; safe after a failed open. */
void simulate_games_close(struct simulate_games *games);

/* What is written about the games while they are played. */
struct simulate_record {
	struct simulate_games *games;
	unsigned int board;       /* its address on a bus, which the truth names; 0: alone */
	FILE *truth;              /* NULL: not asked for */
	bool live;                /* tell people about every move */
	struct position position; /* before the ply to come */
	bool failed;              /* the truth could not be written; said already */
};

/* simulate_record_begin: games->pgn begins. */
void simulate_record_begin(struct simulate_record *record);

/* simulate_record_ply, simulate_record_incident, simulate_record_result: as struct sim_table_listener tells it. */
void simulate_record_ply(struct simulate_record *record, const struct sim_ply *ply);
void simulate_record_incident(struct simulate_record *record, const struct sim_incident *incident);
void simulate_record_result(struct simulate_record *record, uint64_t sign_us);

/* simulate_record_check: is the truth in its file so far? When it cannot be written, that is said, once. */
void simulate_record_check(struct simulate_record *record);

/* simulate_table_init: a table as the options ask for. */
void simulate_table_init(struct sim_table *table, const struct simulate_options *options,
                         const struct sim_table_listener *listener);

/* simulate_faults, simulate_trouble: read "drop=20,corrupt=5" and "unplug:2:60:30" into the options. 0,
 * or -EINVAL after a message. */
int simulate_faults(struct simulate_options *options, const char *value);
int simulate_trouble(struct simulate_options *options, const char *value);

/* simulate_bus: as many boards as options->bus says on one line, each with its share of the games.
 * Returns 0, or COMMAND_FAILED after a message. */
int simulate_bus(const struct simulate_options *options, FILE *truth);

/* simulate_live, simulate_offline: play games; games->pgn holds the first already. Return 0, or
 * COMMAND_FAILED after a message. */
int simulate_live(const struct simulate_options *options, struct simulate_record *record);
int simulate_offline(const struct simulate_options *options, struct simulate_record *record);
