/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between the clock watch and the rest of the laws: its set-up from the rules in force, and its
 * findings as alerts.
 */
#pragma once

#include "core/laws/alert/alert.h"
#include "core/laws/clock/clock_watch.h"
#include "core/laws/rules/ruleset.h"

/* clock_setup: what the rules say of the clock: time control, level, duty to record (8.4), default
 * time and who bears lateness (6.7). Where the event does not say whether its clocks show the first
 * increment before move 1, or when they give a period's time, both are right. When the round starts
 * and the session ends by our clock (start_us, session_end_us) and the memory for verdicts are the
 * caller's to fill in. A default time that nobody stated is zero by the Laws (6.7.1): then only who
 * is said to be absent forfeits. first_round: photographs may be taken for longer (Q5 18.2). */
void clock_setup(struct clock_watch_setup *ret_setup, const struct ruleset *rules,
                 bool first_round);

/* clock_alert: the alert that says *finding, by the rules in force. position: of the record, then;
 * borrowed. */
void clock_alert(struct alert *ret_alert, const struct clock_finding *finding,
                 const struct ruleset *rules, const struct position *position);
