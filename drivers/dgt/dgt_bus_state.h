/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the bus share, and nobody else: phases, questions, and the steps from one to the next.
 */
#pragma once

#include "drivers/dgt/dgt_bus.h"

enum phase {
	CLOSED,
	SETTLING,   /* just opened: what comes is not for us */
	HUSHING,    /* each board found is told to ignore the next ping */
	COLLECTING, /* answers to the ping to all come in */
	POLLING,
};

/* What a board is asked when its turn comes, in this order, each at most once a turn. PING is for
 * those that are silent, HUSH belongs to the search. */
enum job {
	RESET,
	VERSION,
	HISTORY,
	CHANGES,
	START_GAME,
	BOARD,
	CLOCK,
	JOBS,
	PING = JOBS,
	HUSH,
	REPEAT,
	QUESTIONS
};

/* How a question is put, and what answers it. */
extern const struct bus_question {
	uint8_t command;
	uint8_t reply; /* 0: none is sent */
	bool optional; /* old boards may not know it: after two tries it is dropped */
} bus_questions[QUESTIONS];

/* --- dgt_bus_units.c --- */

/* bus_find: NULL where there is none. bus_add: NULL when there are as many as there may be. */
struct dgt_bus_unit *bus_find(struct dgt_bus *bus, uint16_t address);
struct dgt_bus_unit *bus_add(struct dgt_bus *bus, uint16_t address);

/* bus_is_asked: in every cycle? bus_is_called: by a ping, now and then? bus_n_asked: how many are asked. */
bool bus_is_asked(const struct dgt_bus_unit *unit);
bool bus_is_called(const struct dgt_bus_unit *unit);
uint32_t bus_n_asked(const struct dgt_bus *bus);

void bus_set_state(struct dgt_bus_unit *unit, enum dgt_bus_state state,
                   const struct dgt_bus_out *out, uint64_t now_us);

/* bus_begin: a board has answered a ping. */
void bus_begin(struct dgt_bus_unit *unit, const struct dgt_bus_out *out, uint64_t now_us);

/* --- dgt_bus_ask.c --- */

/* bus_clock_interval_us: between two clock readings of one board. */
uint64_t bus_clock_interval_us(uint32_t n_boards, uint32_t byte_us);

/* bus_ask: put this question (enum job) to units[index]. */
void bus_ask(struct dgt_bus *bus, uint32_t index, int job, const struct dgt_bus_out *out,
             uint64_t now_us);

/* bus_ask_in_turn: what is left of the present turn; false: nothing. bus_recall: the next board that is
 * silent; false: none is due. bus_rest: there is nobody to ask. */
bool bus_ask_in_turn(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us);
bool bus_recall(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us);
void bus_rest(struct dgt_bus *bus, uint64_t now_us);

/* --- dgt_bus_search.c --- */

/* bus_search: begin a round: bus_hush tells one board after the other to ignore the next ping, then all are
 * pinged; bus_take_pong counts the answers, bus_end_round judges by them, and goes on to polling or to another
 * round. */
void bus_search(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us);
void bus_hush(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us);
void bus_take_pong(struct dgt_bus *bus, uint16_t address);
void bus_end_round(struct dgt_bus *bus, const struct dgt_bus_out *out, uint64_t now_us);
