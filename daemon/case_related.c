/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What else belongs to a case. Of one deed more than one thing may have been told, as of a second illegal move that it was one
 * and that it is one too many; and that it was the second rests on the first. Whoever reads the file of one of them has
 * to know of the others, and what was decided about them.
 */
#include <string.h>

#include "daemon/case_reading.h"
#include "daemon/case_writing.h"

/* Does it count as an illegal move, if the arbiter says so (7.5)? */
static bool
is_illegal_move(enum alert_id id)
{
	static const bool kinds[ALERTS] = {
		[ALERT_CLOCK_PRESSED_WITHOUT_MOVE] = true,
		[ALERT_ILLEGAL_MOVE] = true,
		[ALERT_SECOND_ILLEGAL_MOVE] = true,
		[ALERT_KING_CAPTURED] = true,
		[ALERT_MOVE_OUT_OF_TURN] = true,
		[ALERT_PAWN_NOT_PROMOTED] = true,
		[ALERT_TWO_HANDED_MOVE] = true,
	};

	return kinds[id];
}

/* Is it about what was done with hands and not, say, about the time that a clock shows? */
static bool
is_deed(enum alert_id id)
{
	return is_illegal_move(id) ||
	       (id >= ALERT_ILLEGAL_MOVE_ON_BOARD && id <= ALERT_ILLEGAL_POSITION_DRAW);
}

static bool
is_related(const struct alert *own, const struct alert *other)
{
	if (other->game != own->game || other->side != own->side)
		return false;
	/* Some tell only what cannot be known, as of two hands on a slow board: that is no offence. */
	return (is_illegal_move(own->id) && is_illegal_move(other->id) &&
	        other->severity > ALERT_INFO) ||
	       (is_deed(own->id) && is_deed(other->id) && other->ply == own->ply);
}

void
case_add_related(struct reading *reading, const struct alert *alert, uint32_t move)
{
	struct case_file *file = reading->file;
	struct case_related *more =
		case_make_room(reading, file->related, file->n_related, sizeof(*more));

	if (!more)
		return;
	file->related = more;
	more[file->n_related] =
		(struct case_related){ .alert = *alert, .before = *alert->before, .move = move };
	if (alert->after)
		more[file->n_related].after = *alert->after;
	file->n_related++;
}

void
case_settle_related(struct reading *reading, uint32_t number, enum alert_outcome outcome)
{
	struct case_file *file = reading->file;

	for (size_t i = 0; i < file->n_related; i++)
		if (file->related[i].alert.number == number)
			file->related[i].outcome = outcome;
}

/* Is it an order, or about one of them? */
static bool
is_decision(const struct case_file *file, uint32_t number)
{
	bool found = number == 0 || number == file->alert.number;

	for (size_t i = 0; i < file->n_related; i++)
		found |= file->related[i].alert.number == number;
	return found;
}

/* Of a move that was told of by more than one alert: what another one says it left. */
static bool
take_after(struct case_file *file)
{
	for (size_t i = 0; i < file->n_related && !file->alert.after; i++) {
		const struct alert *other = &file->related[i].alert;

		if (other->ply != file->alert.ply || !other->after ||
		    !position_same(other->before, &file->before))
			continue;
		file->after = *other->after;
		file->alert.after = &file->after;
	}
	return file->alert.after != NULL;
}

/* Is it about how a move was made, which stands unless he is made to make another one? */
static bool
is_of_hands(enum alert_id id)
{
	return id == ALERT_TWO_HANDED_MOVE || id == ALERT_TOUCH_MOVE ||
	       id == ALERT_PIECE_RELEASED_THEN_MOVED || id == ALERT_CASTLING_ROOK_FIRST ||
	       id == ALERT_PROMOTION_PIECE_CHANGED;
}

/* Those who are told of before the move is made cannot say what it led to; the record can, in which it is by now. */
static void
take_recorded(struct reading *reading)
{
	const struct table *table = reading->fold->table;
	const struct game *game = table ? table_game(table) : NULL;
	struct case_file *file = reading->file;
	struct position before;
	struct tracker_view view;

	table_view(table, &view);
	if (!game || view.games != file->alert.game || file->alert.ply == 0 ||
	    file->alert.ply > game->n_plies || !is_of_hands(file->alert.id))
		return;
	game_position(game, file->alert.ply - 1, &before);
	if (!position_same(&before, &file->before) || before.side != file->alert.side)
		return;
	game_position(game, file->alert.ply, &file->after);
	file->alert.after = &file->after;
}

void
case_keep_related(struct reading *reading)
{
	struct case_file *file = reading->file;
	size_t n = 0;

	for (size_t i = 0; i < file->n_related; i++)
		if (is_related(&file->alert, &file->related[i].alert))
			file->related[n++] = file->related[i];
	file->n_related = n;
	/* What else it points to was borrowed, and the sentence does not need it. */
	for (size_t i = 0; i < n; i++) {
		struct alert *alert = &file->related[i].alert;

		alert->before = &file->related[i].before;
		if (alert->after)
			alert->after = &file->related[i].after;
		alert->image = NULL;
		alert->hands = NULL;
	}
	if (!take_after(file))
		take_recorded(reading);
	n = 0;
	for (size_t i = 0; i < file->n_decided; i++)
		if (is_decision(file, file->decided[i].number))
			file->decided[n++] = file->decided[i];
		else
			free(file->decided[i].json);
	file->n_decided = n;
}

static void
put_one(const struct case_writing *to, const struct case_related *related)
{
	char number[12], move[12], ply[12], sentence[ALERT_SENTENCE_SIZE];
	char line[ALERT_SENTENCE_SIZE + 128];
	const struct text_value values[] = {
		{ "number", number }, { "move", move }, { "ply", ply }, { "text", sentence }
	};
	struct text text;

	snprintf(number, sizeof(number), "%u", related->alert.number);
	snprintf(move, sizeof(move), "%u", related->move);
	snprintf(ply, sizeof(ply), "%u", related->alert.ply);
	text_begin(&text, sentence, sizeof(sentence));
	alert_sentence(&text, &related->alert, to->language);
	text_end(&text, NULL);
	text_begin(&text, line, sizeof(line));
	text_fill(&text, to->language, TEXT_CASE_RELATED_ALERT, values, 4);
	text_string(&text, " (");
	text_string(&text, case_outcome_word(related->outcome, to->language));
	text_char(&text, ')');
	text_end(&text, NULL);
	case_put_line(to, line);
}

bool
case_is_counted_once(const struct case_file *file)
{
	for (size_t i = 0; i < file->n_related; i++)
		if (file->related[i].alert.ply == file->alert.ply &&
		    is_illegal_move(file->alert.id) && is_illegal_move(file->related[i].alert.id))
			return true;
	return false;
}

void
case_put_related(const struct case_writing *to)
{
	const struct case_file *file = to->file;

	if (file->n_related == 0)
		return;
	case_put_heading(to, TEXT_CASE_RELATED);
	for (size_t i = 0; i < file->n_related; i++)
		put_one(to, &file->related[i]);
	if (case_is_counted_once(file))
		case_put_line(to, case_word(to, TEXT_CASE_RELATED_ONCE));
}
