/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The simulated board's inside, shared by its files: sim_board.c has the scan, sim_board_command.c single mode,
 * sim_board_wire.c its end of the line, sim_board_clock.c the clock beside it, sim_board_bus.c bus mode
 * (dgt.md 4).
 */
#pragma once

#include "drivers/sim/sim_board.h"

/* sim_board_trademark: the text of dgt.md 2.5 into buffer[SIM_TRADEMARK_SIZE]. */
#define SIM_TRADEMARK_SIZE 256
void sim_board_trademark(const struct sim_board *board, char *ret_text);

/* sim_board_wire: a whole frame onto the line, whose bytes 1 and 2 are its length; not sent where
 * there is no room. */
void sim_board_wire(struct sim_board *board, const uint8_t *frame, size_t len);

/* sim_board_has_room: may len bytes more wait for the line? */
bool sim_board_has_room(const struct sim_board *board, size_t len);

/* sim_board_message: a message of single mode onto the line, where there must be room;
 * sim_board_reply: where there is none, it is not sent, as by a board whose input overflows. */
void sim_board_message(struct sim_board *board, enum dgt_message id, const uint8_t *payload,
                       size_t payload_len);
void sim_board_reply(struct sim_board *board, enum dgt_message id, const uint8_t *payload,
                     size_t len);

/* sim_board_sleep: switched off until wake_us: what it would have sent is gone. */
void sim_board_sleep(struct sim_board *board, uint64_t wake_us);

/* sim_board_packet_due, sim_board_packet_run: when the next packet has left, and hand it on. */
uint64_t sim_board_packet_due(const struct sim_board *board);
void sim_board_packet_run(struct sim_board *board);

/* sim_board_take: a byte from the host; with the last one of a command it is obeyed. sim_board_command_due,
 * sim_board_command_run: when the rest of one is waited for no longer, and forget it. */
void sim_board_take(struct sim_board *board, uint8_t byte);
uint64_t sim_board_command_due(const struct sim_board *board);
void sim_board_command_run(struct sim_board *board);

/* sim_board_clock_due and so on: what the clock says by itself, and its answers. */
uint64_t sim_board_clock_due(const struct sim_board *board);
void sim_board_clock_run(struct sim_board *board);
uint64_t sim_board_ack_due(const struct sim_board *board);
void sim_board_ack_run(struct sim_board *board);

/* sim_board_tells_clock: does the host hear of the clock in this mode, times and answers? */
bool sim_board_tells_clock(const struct sim_board *board);

/* sim_board_clock_command: board->command is a whole message to the clock. */
void sim_board_clock_command(struct sim_board *board);

/* sim_board_ack_button: a button of the clock was pressed, which it says. */
void sim_board_ack_button(struct sim_board *board, enum clock_button button);

/* sim_board_show_clock: from now on it shows *reading. */
void sim_board_show_clock(struct sim_board *board, const struct clock_reading *reading);

/* sim_board_tell_position: all squares, as the scan saw them last, so that updates queued behind continue it. */
void sim_board_tell_position(struct sim_board *board);

/* sim_board_clock_payload: the seven bytes that say what the clock shows. */
void sim_board_clock_payload(const struct sim_board *board, uint8_t *ret_payload);

/* sim_board_bus_reset: just switched on: nothing is owed, all logged from here on is news. */
void sim_board_bus_reset(struct sim_board *board);

/* sim_board_bus_take: a whole command of bus mode has arrived. */
void sim_board_bus_take(struct sim_board *board, const uint8_t *command, size_t len);

/* sim_board_bus_due, sim_board_bus_run: the next answer, and give it. */
uint64_t sim_board_bus_due(const struct sim_board *board);
void sim_board_bus_run(struct sim_board *board);
