/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/cli/journal_compare.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/fold.h"
#include "daemon/journal_line.h"
#include "daemon/journal_program.h"
#include "daemon/journal_stream.h"
#include "daemon/revision.h"

#define COMPARE_PROGRESS 16384 /* entries between two words */

/* --- Where streams end -------------------------------------------------------------------------- */

struct journal_ends {
	uint64_t last[JOURNAL_STREAMS_MAX]; /* by stream id: seq */
};

struct journal_ends *
journal_ends_new(void)
{
	return calloc(1, sizeof(struct journal_ends));
}

void
journal_ends_note(struct journal_ends *ends, const struct journal_entry *entry)
{
	if (entry->stream < JOURNAL_STREAMS_MAX)
		ends->last[entry->stream] = entry->seq;
}

void
journal_ends_free(struct journal_ends *ends)
{
	free(ends);
}

/* --- One stream --------------------------------------------------------------------------------- */

/* A game as it was last published. */
struct compared_game {
	bool differs;
	uint64_t seq;                  /* of that revision */
	char program[JOURNAL_PROGRAM]; /* that wrote it */
	char sentence[256];
};

struct compared {
	struct journal_stream stream;
	struct fold fold;
	struct revisions published, closed; /* closed: as the table was when its round was closed */
	bool is_closed, is_incomplete;
	struct compared_game *games;
	size_t n_games;
};

static void
compared_free(struct compared *compared)
{
	if (!compared)
		return;
	journal_stream_clear(&compared->stream);
	fold_free(&compared->fold);
	revisions_free(&compared->published);
	revisions_free(&compared->closed);
	free(compared->games);
	free(compared);
}

/* compared_round: what was published stays as it was while the round is closed, whatever is played. */
static void
compared_round(void *ctx, bool closed)
{
	struct compared *compared = ctx;
	size_t n = closed && !compared->is_closed ? table_games(compared->fold.table) : 0;

	if (!closed)
		revisions_free(&compared->closed);
	compared->is_closed = closed;
	for (size_t i = 0; i < n; i++) {
		size_t len, made;
		const char *pgn = table_pgn(compared->fold.table, i, &len);

		free(pgn ? revisions_make(&compared->closed, i, pgn, len, &made) : NULL);
	}
}

static const struct config_table *
find_setup(const struct config *event, uint32_t table)
{
	size_t i = config_find_table(event, table);

	return i < event->n_tables ? &event->tables[i] : NULL;
}

/* compared_new: 0; -EBADMSG: it cannot be folded by this program, -ENOMEM. */
static int
compared_new(const struct config *event, const char *path, const struct journal_entry *entry,
             struct compared **ret)
{
	struct compared *compared = calloc(1, sizeof(*compared));
	const json_t *fact;
	size_t i;
	int r = compared ? journal_stream_read(&compared->stream, entry->body, entry->len)
	                 : -ENOMEM;

	if (r == 0) {
		compared->fold = (struct fold){
			.command = "adoube journal check",
			.path = path,
			.event = event,
			.setup = find_setup(event, compared->stream.table),
			.listener = { .ctx = compared, .round = compared_round },
		};
		fold_begin(&compared->fold);
		json_array_foreach(compared->stream.facts, i, fact)
			fold_fact(&compared->fold, json_string_value(json_array_get(fact, 0)),
		                  json_string_value(json_array_get(fact, 1)));
		r = fold_driver(&compared->fold, compared->stream.driver);
	}
	if (r < 0) {
		compared_free(compared);
		compared = NULL;
	}
	*ret = compared;
	return r;
}

static struct compared_game *
compared_find(struct compared *compared, size_t index)
{
	struct compared_game *games;

	if (index < compared->n_games)
		return &compared->games[index];
	games = realloc(compared->games, (index + 1) * sizeof(*games));
	if (!games)
		return NULL;
	memset(games + compared->n_games, 0, (index + 1 - compared->n_games) * sizeof(*games));
	compared->games = games;
	compared->n_games = index + 1;
	return &games[index];
}

/* compared_is: the game as the entries give it; NULL: there is none. */
static const char *
compared_is(const struct compared *compared, size_t index)
{
	size_t len;

	if (compared->is_closed)
		return index < compared->closed.n_games ? compared->closed.games[index].text : NULL;
	return table_pgn(compared->fold.table, index, &len);
}

static bool
compared_differs(const struct compared *compared, size_t index, struct compared_game *game)
{
	const char *was = compared->published.games[index].text;
	const char *is = compared_is(compared, index);

	game->differs =
		!is || revision_plays_differ(was, is, game->sentence, sizeof(game->sentence));
	if (!is)
		snprintf(game->sentence, sizeof(game->sentence), "it is not there");
	return game->differs;
}

/* compared_published: the table stood so when it was last looked at, or when this was recorded. */
static int
compared_published(struct compared *compared, const struct journal_entry *entry,
                   const char *program)
{
	struct compared_game *game;
	size_t index;

	if (!revision_game(entry->body, entry->len, &index) ||
	    revisions_take(&compared->published, entry->body, entry->len) < 0) {
		compared->is_incomplete = true;
		return 0;
	}
	game = compared_find(compared, index);
	if (!game)
		return -ENOMEM;
	game->seq = entry->seq;
	snprintf(game->program, sizeof(game->program), "%s", program);
	if (compared_differs(compared, index, game)) {
		table_advance(compared->fold.table, entry->t_us);
		compared_differs(compared, index, game);
	}
	return 0;
}

static int
compared_line(struct compared *compared, const struct journal_entry *entry)
{
	struct capture_line line;
	char error[TABLE_ERROR_SIZE];
	void *body = journal_line(entry, &line);

	if (!body)
		return -ENOMEM;
	/* What did nothing then does nothing now. */
	(void)table_line(compared->fold.table, &line, error, sizeof(error));
	free(body);
	return 0;
}

static int
compared_take(struct compared *compared, const struct journal_entry *entry, const char *program)
{
	switch (entry->kind) {
	case JOURNAL_FROM_BOARD:
	case JOURNAL_TO_BOARD:
	case JOURNAL_HOST:
		return compared_line(compared, entry);
	case JOURNAL_ALERT:
		table_advance(compared->fold.table, entry->t_us);
		return 0;
	case JOURNAL_FACT:
		compared->is_incomplete |= entry->len > 5 && memcmp(entry->body, "lost ", 5) == 0;
		return 0;
	case JOURNAL_PUBLISHED:
		return compared_published(compared, entry, program);
	default:
		return 0;
	}
}

/* --- All of them -------------------------------------------------------------------------------- */

struct comparing {
	struct journal_compare *compare;
	const struct journal_ends *ends;
	const char *path;
	struct compared **streams; /* by id; NULL: not begun, or over */
	char program[JOURNAL_PROGRAM];
};

static void
tell_game(struct journal_compare *compare, const struct compared *compared, size_t index)
{
	const struct compared_game *game = &compared->games[index];
	const char *round = compared->stream.round;
	char sentence[768];

	snprintf(sentence, sizeof(sentence),
	         "table %u%s%.40s, game %zu: what was published with entry %" PRIu64
	         " is not what the entries give, %s (published by adoubed %s, folded by %s)",
	         compared->stream.table, round[0] ? ", round " : "", round, index + 1, game->seq,
	         game->sentence, game->program[0] ? game->program : "of an unknown version",
	         strcmp(game->program, journal_program()) == 0 ? "the same" : journal_program());
	compare->differing++;
	compare->found(compare->ctx, sentence);
}

/* end_stream: its last entry is read. A state that was shown only after it is as good as one shown with it. */
static void
end_stream(struct comparing *comparing, uint32_t id)
{
	struct compared *compared = comparing->streams[id];
	struct journal_compare *compare = comparing->compare;

	if (!compared)
		return;
	comparing->streams[id] = NULL;
	if (compared->is_incomplete && compared->n_games > 0)
		compare->passed_over++;
	for (size_t i = 0; i < compared->n_games && !compared->is_incomplete; i++) {
		struct compared_game *game = &compared->games[i];

		compare->games++;
		if (compared->published.games[i].text && game->differs &&
		    compared_differs(compared, i, game))
			tell_game(compare, compared, i);
	}
	compared_free(compared);
}

static int
begin_stream(struct comparing *comparing, const struct journal_entry *entry)
{
	int r;

	if (comparing->streams[entry->stream])
		return 0;
	r = compared_new(comparing->compare->event, comparing->path, entry,
	                 &comparing->streams[entry->stream]);
	comparing->compare->passed_over += r == -EBADMSG;
	return r == -EBADMSG ? 0 : r;
}

static void
note_program(struct comparing *comparing, const struct journal_entry *entry)
{
	json_t *epoch = json_loadb((const char *)entry->body, entry->len, 0, NULL);
	const char *program = json_string_value(json_object_get(epoch, "program"));

	snprintf(comparing->program, sizeof(comparing->program), "%s", program ? program : "");
	json_decref(epoch);
}

static int
take_entry(struct comparing *comparing, const struct journal_entry *entry)
{
	struct compared *compared;
	int r = 0;

	if (entry->stream >= JOURNAL_STREAMS_MAX)
		return 0;
	if (entry->kind == JOURNAL_EPOCH)
		note_program(comparing, entry);
	if (entry->kind == JOURNAL_STREAM)
		r = begin_stream(comparing, entry);
	compared = comparing->streams[entry->stream];
	comparing->compare->revisions += compared && entry->kind == JOURNAL_PUBLISHED;
	if (r == 0 && compared)
		r = compared_take(compared, entry, comparing->program);
	if (comparing->ends->last[entry->stream] <= entry->seq)
		end_stream(comparing, entry->stream);
	return r;
}

/* pass_over: entries are missing here, of whichever streams are on. */
static void
pass_over(struct comparing *comparing)
{
	for (uint32_t id = 0; id < JOURNAL_STREAMS_MAX; id++)
		if (comparing->streams[id])
			comparing->streams[id]->is_incomplete = true;
}

static int
read_entries(struct comparing *comparing, struct journal_store *store, struct journal_fault *fault)
{
	struct journal_reader *reader = journal_reader_new(store, 1, false, fault);
	struct journal_compare *compare = comparing->compare;
	struct journal_entry entry;
	enum journal_read read;
	int r = reader ? 0 : fault->error;

	while (r == 0 && (read = journal_reader_next(reader, &entry, fault)) != JOURNAL_READ_END) {
		if (read == JOURNAL_READ_DAMAGE)
			r = fault->error;
		if (read == JOURNAL_READ_GAP)
			pass_over(comparing);
		if (read != JOURNAL_READ_ENTRY)
			continue;
		r = take_entry(comparing, &entry);
		if (r < 0)
			*fault = (struct journal_fault){ r, "out of memory" };
		if (compare->progress && entry.seq % COMPARE_PROGRESS == 0)
			compare->progress(compare->ctx, entry.seq, journal_store_last(store));
	}
	journal_reader_free(reader);
	return r;
}

int
journal_compare(struct journal_store *store, const struct journal_ends *ends,
                struct journal_compare *compare, struct journal_fault *fault)
{
	struct comparing comparing = { .compare = compare,
		                       .ends = ends,
		                       .path = journal_store_path(store),
		                       .streams = calloc(JOURNAL_STREAMS_MAX,
		                                         sizeof(struct compared *)) };
	int r;

	if (!comparing.streams) {
		*fault = (struct journal_fault){ -ENOMEM, "out of memory" };
		return -ENOMEM;
	}
	r = read_entries(&comparing, store, fault);
	for (uint32_t id = 0; id < JOURNAL_STREAMS_MAX; id++) {
		/* A daemon may have written on meanwhile: such a stream is not at its end. */
		if (r == 0)
			end_stream(&comparing, id);
		compared_free(comparing.streams[id]);
	}
	free(comparing.streams);
	return r;
}
