/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A case file for programs: JSON.
 */
#include <string.h>

#include "core/chess/position.h"
#include "core/laws/alert/articles.h"
#include "daemon/case_writing.h"

static json_t *
seconds(uint64_t t_us)
{
	return json_real((double)t_us / 1e6);
}

static json_t *
articles(const struct case_file *file, int language)
{
	const struct alert *alert = &file->alert;
	const char *at = alert_row(alert->id)->articles[alert->edition];
	json_t *list = json_array();

	while (*at) {
		size_t len = strcspn(at, ";");

		if (case_cites(file, at))
			json_array_append_new(
				list, json_pack("{s:s%, s:s?}", "number", at, len, "text",
			                        article_text(alert->edition, at, len, language)));
		at += len + (at[len] == ';');
	}
	return list;
}

static json_t *
options(int language)
{
	static const enum alert_outcome outcomes[CASE_OPTIONS] = { ALERT_CONFIRMED, ALERT_DISMISSED,
		                                                   ALERT_DEFERRED };
	json_t *list = json_array();

	for (size_t i = 0; i < CASE_OPTIONS; i++)
		json_array_append_new(list, json_pack("{s:s, s:s}", "outcome",
		                                      alert_outcome_name(outcomes[i]), "text",
		                                      case_option_text(i, language)));
	return list;
}

static json_t *
penalties(const struct case_file *file, int language)
{
	json_t *list = json_array();

	for (int i = 0; i < PENALTIES; i++)
		if (file->penalties >> i & 1)
			json_array_append_new(
				list, json_string(case_penalty_text((enum penalty)i, language)));
	return list;
}

static json_t *
appeal_json(const struct case_file *file, int language)
{
	char text[CASE_APPEAL_SIZE];

	case_appeal_text(&file->appeal, language, text);
	return json_string(text);
}

/* said: a host event as a person or the daemon said it, and in words. */
static json_t *
said(const struct case_writing *to, uint64_t t_us, const char *text)
{
	json_t *event = text ? json_loads(text, 0, NULL) : NULL;
	char words[CASE_SAID_SIZE] = "";

	if (text)
		case_say(to, text, words);
	return json_pack("{s:o, s:s, s:s, s:o}", "t", seconds(t_us), "what", "said", "text", words,
	                 "event", event ? event : json_object());
}

static json_t *
order_json(const struct case_writing *to, const struct case_order *order)
{
	json_t *event = said(to, order->t_us, order->json);

	if (order->refused)
		json_object_set_new(event, "refused", json_true());
	return event;
}

static json_t *
face(const struct clock_reading *clock, int side)
{
	int32_t shown = clock->face[side].seconds;

	return shown == CLOCK_UNKNOWN ? json_null() : json_integer(shown);
}

static json_t *
event_json(const struct case_writing *to, const struct case_event *event)
{
	const struct sq_name square = sq_name(event->sq);
	const char man[2] = { piece_letter(event->piece), '\0' };
	const struct clock_reading *clock = &event->clock;

	switch (event->kind) {
	case CASE_SQUARE:
		return json_pack("{s:o, s:s, s:s, s:s}", "t", seconds(event->t_us), "what",
		                 "square", "square", square.text, "man", man);
	case CASE_CLOCK:
		return json_pack("{s:o, s:s, s:o, s:o, s:b, s:s}", "t", seconds(event->t_us),
		                 "what", "clock", "left", face(clock, CLOCK_LEFT), "right",
		                 face(clock, CLOCK_RIGHT), "running", clock->running, "turn",
		                 clock->turn == CLOCK_LEFT ? "left" : "right");
	case CASE_SCAN:
		return json_pack("{s:o, s:s}", "t", seconds(event->t_us), "what", "scan");
	case CASE_SAID:
		break;
	}
	return said(to, event->t_us, event->json);
}

static json_t *
moves(const struct case_file *file)
{
	json_t *array = json_array();

	for (size_t i = 0; i < file->n_moves; i++) {
		const struct case_move *move = &file->moves[i];

		json_array_append_new(
			array,
			json_pack("{s:I, s:s, s:s, s:b, s:o}", "move", (json_int_t)move->number,
		                  "side", move->side == WHITE ? "white" : "black", "san", move->san,
		                  "completed", move->completed, "clock",
		                  move->clock_s == CLOCK_UNKNOWN ? json_null()
		                                                 : json_integer(move->clock_s)));
	}
	return array;
}

static json_t *
related(const struct case_file *file, int language)
{
	json_t *array = json_array();

	for (size_t i = 0; i < file->n_related; i++) {
		const struct case_related *related = &file->related[i];
		char sentence[ALERT_SENTENCE_SIZE];
		struct text text;

		text_begin(&text, sentence, sizeof(sentence));
		alert_sentence(&text, &related->alert, language);
		text_end(&text, NULL);
		json_array_append_new(array,
		                      json_pack("{s:I, s:s, s:I, s:I, s:s, s:s}", "number",
		                                (json_int_t)related->alert.number, "id",
		                                alert_row(related->alert.id)->name, "move",
		                                (json_int_t)related->move, "ply",
		                                (json_int_t)related->alert.ply, "text", sentence,
		                                "outcome", alert_outcome_name(related->outcome)));
	}
	return array;
}

json_t *
case_file_json(const struct case_file *file, int language)
{
	const struct alert *alert = &file->alert;
	const struct case_writing to = { .file = file, .language = language };
	json_t *events = json_array(), *decisions = json_array();
	json_t *line = file->line ? json_loads(file->line, 0, NULL) : NULL;
	const char *white_clock = file->white_clock < 0             ? NULL
	                          : file->white_clock == CLOCK_LEFT ? "left"
	                                                            : "right";

	for (size_t i = 0; i < file->n_events; i++)
		json_array_append_new(events, event_json(&to, &file->events[i]));
	for (size_t i = 0; i < file->n_decided; i++)
		json_array_append_new(decisions, order_json(&to, &file->decided[i]));
	return json_pack("{s:b, s:o?, s:s, s:o, s:o, s:o, s:o, s:b, s:s?, s:o, s:o, s:o, s:o, s:o, "
	                 "s:s, s:o, s:s?, s:o, s:b}",
	                 "ok", 1, "alert", line, "edition", edition_name(alert->edition),
	                 "articles", articles(file, language), "options", options(language),
	                 "penalties", penalties(file, language), "appeal",
	                 appeal_json(file, language), "rotated", file->rotated, "white_clock",
	                 white_clock, "moves", moves(file), "from", seconds(file->from_us), "until",
	                 seconds(file->until_us), "events", events, "decisions", decisions,
	                 "outcome", alert_outcome_name(file->outcome), "settled",
	                 file->outcome == ALERT_OPEN ? json_null() : seconds(file->settled_us),
	                 "fault", file->fault, "related", related(file, language), "counted_once",
	                 case_is_counted_once(file));
}
