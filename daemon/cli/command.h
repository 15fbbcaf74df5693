/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The subcommands of `adoube`: each is one file in this folder and one row in adoube.c.
 *
 * A command gets its own arguments (argv[0] is its name), prints results to standard output and everything
 * else to standard error, and returns the exit status: 0, COMMAND_FAILED, or COMMAND_USAGE.
 */
#pragma once

enum { COMMAND_OK = 0, COMMAND_FAILED = 1, COMMAND_USAGE = 2 };

int command_alerts(int argc, char **argv);
int command_announce(int argc, char **argv);
int command_assign(int argc, char **argv);
int command_case(int argc, char **argv);
int command_clock(int argc, char **argv);
int command_correct(int argc, char **argv);
int command_devices(int argc, char **argv);
int command_doctor(int argc, char **argv);
int command_envelope(int argc, char **argv);
int command_export(int argc, char **argv);
int command_journal(int argc, char **argv);
int command_laws(int argc, char **argv);
int command_perft(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_result(int argc, char **argv);
int command_round(int argc, char **argv);
int command_simulate(int argc, char **argv);
int command_status(int argc, char **argv);
int command_swap(int argc, char **argv);
int command_tables(int argc, char **argv);
int command_tell(int argc, char **argv);
int command_times(int argc, char **argv);
int command_token(int argc, char **argv);
int command_undo(int argc, char **argv);
int command_verdict(int argc, char **argv);
