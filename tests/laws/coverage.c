/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Articles that no tale shows, and where they are shown instead, or why nowhere.
 */
#include "tests/laws/tales.h"

#define SEEN_BY_PERSONS "no sensor shows it: for persons to see, and to enter"
#define ON_PAPER        "score sheets are the players' and on paper: no sensor shows them"
#define IN_RULES        "test_ruleset, adoube_laws.sh: a parameter of the rules in force"
#define PRINTED         "adoube laws prints it: the event's regulations on one sheet"
#define NO_PLATFORM     "the platform's moves: no such input; results, claims and cut lines are entered"
#define WRITTEN_DOWN    "about equipment: nothing to compute"

const struct uncovered uncovered[] = {
	{ "3.1;3.7.1;3.8.1;3.9.1;3.9.2;3.10;II.3.1;II.3.2.5.1;II.3.2.7.3",
	  "legal moves: perft, test_movegen and the tracker's tests from squares" },
	{ "4.2.2", IN_RULES },
	{ "4.6", "promotion in any order: the tracker's tests" },
	{ "4.8", "claims about touches are not entered: the alert has the time of the contact" },
	{ "5.1.1;6.8;A.4.3", "flags: test_clock_watch, test_clock_alert" },
	{ "6.2.1.2", "completed by the next move: test_game" },
	{ "6.2.3;6.2.5", SEEN_BY_PERSONS },
	{ "6.12;6.13;11.11",
	  "nothing of an alert in what is public: test_audience, adoube_event.sh" },
	{ "7.1;7.5;A.4.2;A.4.4", "illegal moves and what follows: bench_irregular" },
	{ "7.5.4", "two hands: tales under 4.1, and the arbiter's word (test_counted)" },
	{ "8.1.1;8.1.2;8.2;8.5.2", ON_PAPER },
	{ "8.5.3",
	  "position, times and counts: adoube_case.sh, adoube_times.sh, adoube_envelope.sh" },
	{ "9.1.2.2;C.12", "(=) in the record: test_offers, adoube_event.sh" },
	{ "9.7", "the dead position of 2014: 5.2.2 with that edition's article" },
	{ "10.1;A.1;A.2;B.1;B.2;B.4", IN_RULES },
	{ "A.5", IN_RULES "; that the arbiter calls the flag is his to do" },
	{ "A.6;B.5", "the rules are read once, when the program starts: test_ruleset" },
	{ "11.2.4;Q5 10.8", PRINTED },
	{ "I.3;I.4", "an offer that is open over the break: test_arbiter, adoube_envelope.sh" },
	{ "I.6;I.7;I.9;I.10;I.11;I.12",
	  "who is present when the envelope is opened is for persons to see" },
	{ "Q6 1;Q6 4.6;Q6 4.10;Q6 5;Q5 7.4", WRITTEN_DOWN },
	{ "Q6 4.7", "which flag fell first is told, or that it is not known: test_clock_watch" },
	{ "Q6 4.8", "the battery's word is the clock's own: Q6 4.12" },
	{ "Q6 4.9;Q6 4.14.11", SEEN_BY_PERSONS },
	{ "Q5 5.2;Q5 20", "outcomes and profile: adoube_alerts.sh, test_alert" },
	{ "Q5 5.13;Q5 5.16;Q5 5.19", "position and times for an appeal: adoube_case.sh" },
	{ "Q5 9.11;Q5 21.2", "default time and forfeits: test_ruleset, adoube_results.sh" },
	{ "Q5 10.4", SEEN_BY_PERSONS },
	{ "Q5 15", "the arbiter's pause: test_clock_watch under 6.11.3" },
	{ "Q7 2.1", "moves entered by hand: test_orders" },
	{ "Q7 5.2", "the side of the clock: test_clock_watch under 6.5" },
	{ "Q7 5.5;Q7 7.1.1.5;Q7 7.1.1.8", "what an assistant does: tales under Q7" },
	{ "D.1;D.2.2", "blind.side: tales under D and Q7, test_clock_watch under D.2.3" },
	{ "D.2.1;D.2.6;D.2.10", "announcing, and clocks that talk: " SEEN_BY_PERSONS },
	{ "OL 3.3;OL 3.6;OL 3.7;OL 8.6;OL 20.1;OL 20.3;OL 20.6", NO_PLATFORM },
	{ "OL 8.5;OL 15.2", IN_RULES },
	{ "OL 9.15", "no analysis in what is public: there is none in the program" },
};

const size_t n_uncovered = sizeof(uncovered) / sizeof(uncovered[0]);
