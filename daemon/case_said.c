/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A case file for people: what two hands are told by, what was decided, and what sensors and clock said.
 */
#include <string.h>

#include "daemon/case_writing.h"

/* "a1 is empty", "a white rook". */
static void
say_square(const struct case_writing *to, struct text *text, int sq, uint8_t man)
{
	const struct sq_name name = sq_name(sq);
	const struct text_value values[] = {
		{ "square", name.text }, { "man", man == EMPTY ? "" : case_word(to, text_man(man)) }
	};

	text_fill(text, to->language,
	          man == EMPTY ? TEXT_CHECK_SQUARE_EMPTY : TEXT_CHECK_SQUARE_HAS, values, 2);
}

/* The numbers of what one hand cannot have done. */
void
case_put_hands(const struct case_writing *to)
{
	const struct hands_evidence *hands = to->file->alert.hands;
	char contacts[2][96], scan[16], possible[16], needed[16];
	const struct text_value values[] = { { "first", contacts[0] },
		                             { "second", contacts[1] },
		                             { "possible", possible },
		                             { "needed", needed },
		                             { "scan", scan } };

	if (!hands)
		return;
	for (int i = 0; i < 2; i++) {
		struct text text;

		text_begin(&text, contacts[i], sizeof(contacts[i]));
		if (hands->possible_us > 0)
			say_square(to, &text, hands->contacts[i].sq, hands->contacts[i].after);
		text_end(&text, NULL);
	}
	snprintf(scan, sizeof(scan), "%u", hands->scan_us / 1000);
	snprintf(possible, sizeof(possible), "%u", hands->possible_us / 1000);
	snprintf(needed, sizeof(needed), "%u", hands->needed_us / 1000);
	case_put_heading(to, TEXT_CASE_HANDS);
	case_put_filled(to, hands->possible_us > 0 ? TEXT_CASE_HANDS_APART : TEXT_CASE_HANDS_LIMIT,
	                values, sizeof(values) / sizeof(values[0]));
}

/* In words, and then as it was said, which is the evidence. */
static void
put_said(const struct case_writing *to, const struct case_order *order)
{
	char words[CASE_SAID_SIZE];
	const char *colon = case_word(to, TEXT_CASE_COLON);
	const char *refused = order->refused ? case_word(to, TEXT_CASE_REFUSED) : "";
	const char *json = order->json ? order->json : "?";

	case_say(to, json, words);
	case_put_at(to, order->t_us, order->time,
	            (const char *const[]){ refused, order->refused ? colon : "",
	                                   order->refused ? " " : "", words, words[0] ? colon : "",
	                                   words[0] ? " " : "", json },
	            7);
}

/* That it mattered no longer, at its place among the decisions. */
static void
put_expired(const struct case_writing *to, uint64_t from_us, uint64_t until_us)
{
	const struct case_file *file = to->file;
	const char *what = case_word(to, TEXT_OUTCOME_EXPIRED);

	if (file->outcome == ALERT_EXPIRED && file->settled_us >= from_us &&
	    file->settled_us < until_us)
		case_put_at(to, file->settled_us, file->settled, &what, 1);
}

void
case_put_decisions(const struct case_writing *to)
{
	uint64_t from_us = 0;

	case_put_heading(to, TEXT_CASE_DECISIONS);
	if (to->file->n_decided == 0 && to->file->outcome != ALERT_EXPIRED)
		case_put_line(to, case_word(to, TEXT_CASE_NONE));
	for (size_t i = 0; i < to->file->n_decided; i++) {
		const struct case_order *order = &to->file->decided[i];

		put_expired(to, from_us, order->t_us);
		put_said(to, order);
		from_us = order->t_us;
	}
	put_expired(to, from_us, UINT64_MAX);
}

/* --- around it ----------------------------------------------------------------------------------------------- */

/* By the players, where it is known whose side is whose. */
static void
say_clock(const struct case_writing *to, struct text *text, const struct clock_reading *clock)
{
	int white = to->file->white_clock;
	const char *side = white < 0 ? case_word(to, clock->turn == CLOCK_LEFT ? TEXT_CLOCK_LEFT
	                                                                       : TEXT_CLOCK_RIGHT)
	                             : case_side_word(to, clock->turn == white ? WHITE : BLACK);
	char left[24], right[24];
	const struct text_value values[] = {
		{ "left", left },
		{ "right", right },
		{ "white", white == CLOCK_RIGHT ? right : left },
		{ "black", white == CLOCK_RIGHT ? left : right },
		{ "side", side },
	};

	if (!clock->connected) {
		text_string(text, case_word(to, TEXT_CHECK_NO_CLOCK));
		return;
	}
	case_format_clock(clock->face[CLOCK_LEFT].seconds, left, sizeof(left));
	case_format_clock(clock->face[CLOCK_RIGHT].seconds, right, sizeof(right));
	if (white < 0)
		text_fill(text, to->language,
		          clock->running ? TEXT_EVIDENCE_RUNS : TEXT_EVIDENCE_HALTS, values, 5);
	else
		text_fill(text, to->language,
		          clock->running ? TEXT_EVIDENCE_RUNS_FOR : TEXT_EVIDENCE_HALTS_FOR, values,
		          5);
}

static void
put_one(const struct case_writing *to, const struct case_event *event)
{
	const struct case_order said = { .t_us = event->t_us, .json = event->json };
	char what[256];
	const char *const whole = what;
	struct text text;

	text_begin(&text, what, sizeof(what));
	switch (event->kind) {
	case CASE_SQUARE:
		say_square(to, &text, event->sq, event->piece);
		break;
	case CASE_CLOCK:
		say_clock(to, &text, &event->clock);
		break;
	case CASE_SCAN:
		text_string(&text, case_word(to, TEXT_EVIDENCE_SCAN));
		break;
	case CASE_SAID:
		put_said(to, &said);
		return;
	}
	text_end(&text, NULL);
	case_put_at(to, event->t_us, "", &whole, 1);
}

void
case_put_around(const struct case_writing *to)
{
	case_put_heading(to, TEXT_CASE_AROUND);
	for (size_t i = 0; i < to->file->n_events; i++)
		put_one(to, &to->file->events[i]);
}
