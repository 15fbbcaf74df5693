/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a log goes on from what was told.
 */
#include <string.h>

#include "drivers/dgt/dgt_log.h"
#include "drivers/dgt/dgt_recover.h"
#include "drivers/dgt/dgt_trail.h"

/* How far the end of what was told is the end of the log, too. */
struct match {
	uint32_t n;       /* changes that are the same */
	uint32_t first;   /* how many were told behind the latest of them */
	uint32_t skipped; /* changes among them that are in one of the two alone */
};

/* Two trails, each from its latest change back: how far they were compared, and what was passed over. */
struct comparison {
	const struct dgt_trail *told, *log;
	uint32_t told_at, log_at;
	uint32_t false_left, untold_left;
};

/* Of the last one the square is enough: it may have changed again before anything else did. */
static bool
is_same(const struct comparison *comparison, uint32_t told_at, uint32_t log_at, bool square_only)
{
	const struct dgt_trail_change *told, *log;

	if (told_at >= dgt_trail_kept(comparison->told) ||
	    log_at >= dgt_trail_kept(comparison->log))
		return false;
	told = dgt_trail_latest(comparison->told, told_at);
	log = dgt_trail_latest(comparison->log, log_at);
	return told->index == log->index && (square_only || told->code == log->code);
}

/* Go on to where both are the same again, passing over as little as possible. Some changes were never told:
 * an update was lost, or only a position told of them; and some that were told never were: noise on the
 * line can look like an update. False when there is no such place; of a match, the log's end is given. */
static bool
go_on_to_same(struct comparison *comparison, bool is_first)
{
	uint32_t most = comparison->false_left + comparison->untold_left;

	for (uint32_t skipped = 0; skipped <= most; skipped++)
		for (uint32_t n_false = 0; n_false <= skipped; n_false++) {
			uint32_t n_untold = skipped - n_false;

			if (n_false > comparison->false_left ||
			    n_untold > (is_first ? 0 : comparison->untold_left) ||
			    !is_same(comparison, comparison->told_at + n_false,
			             comparison->log_at + n_untold, is_first))
				continue;
			comparison->told_at += n_false;
			comparison->log_at += n_untold;
			comparison->false_left -= n_false;
			comparison->untold_left -= n_untold;
			return true;
		}
	return false;
}

static struct match
match_ends(const struct dgt_trail *told, const struct dgt_trail *log)
{
	struct comparison comparison = { .told = told,
		                         .log = log,
		                         .false_left = DGT_RECOVER_FALSE,
		                         .untold_left = DGT_RECOVER_UNTOLD };
	struct match match = { 0 };

	while (go_on_to_same(&comparison, match.n == 0)) {
		if (match.n++ == 0)
			match.first = comparison.told_at;
		match.skipped = DGT_RECOVER_FALSE - comparison.false_left + DGT_RECOVER_UNTOLD -
		                comparison.untold_left;
		comparison.told_at++;
		comparison.log_at++;
	}
	return match;
}

/* Is `match` better than the best found so far? Where the last square told has changed again, later, with
 * other changes in between, its first change is the match that skips nothing. */
static bool
is_better(const struct match *match, const struct match *best)
{
	if (match->n != best->n)
		return match->n > best->n;
	return match->skipped <= best->skipped;
}

/* Do both have the same men, whatever stands on square `but`? */
static bool
same_but_for(const uint8_t codes[DGT_SQUARES], const uint8_t others[DGT_SQUARES], uint8_t but)
{
	for (uint8_t i = 0; i < DGT_SQUARES; i++)
		if (codes[i] != others[i] && i != but)
			return false;
	return true;
}

/* A log that is read, and what stands there by it. Behind a game's or the power's tag it lists every man, so that all is
 * known from then on; half of such a list is no position. */
struct walk {
	size_t at;
	bool known;
	uint8_t codes[DGT_SQUARES];
};

/* The watchdog's tag has no list: the power's follows. */
static bool
is_listed_anew(const uint8_t *log, size_t len)
{
	struct dgt_tag tag = { .kind = DGT_TAG_NOTHING };

	if (len > 0)
		dgt_log_next(log, len, &tag);
	return dgt_log_lists_men(&tag);
}

/* On to behind the next tag that leaves a position. False: there is none. */
static bool
walk_on(struct walk *walk, const uint8_t *log, size_t len)
{
	struct dgt_tag tag;

	while (walk->at < len) {
		walk->at += dgt_log_next(log + walk->at, len - walk->at, &tag);
		if (dgt_log_lists_men(&tag)) {
			walk->at += dgt_log_men(log + walk->at, len - walk->at, walk->codes);
			walk->known = true;
			if (!is_listed_anew(log + walk->at, len - walk->at))
				return true;
		} else if (tag.kind == DGT_TAG_PIECE && walk->known) {
			walk->codes[tag.index] = tag.code;
			return true;
		}
	}
	return false;
}

/* Which square changes next; DGT_SQUARES: none, before the men are listed anew. */
static uint8_t
next_square(const uint8_t *log, size_t len)
{
	struct dgt_tag tag;

	for (size_t at = 0; at < len;) {
		at += dgt_log_next(log + at, len - at, &tag);
		if (tag.kind == DGT_TAG_PIECE)
			return tag.index;
		if (dgt_log_lists_men(&tag))
			break;
	}
	return DGT_SQUARES;
}

/* Where what stands there is last what was told last: behind that. Old boards write a change that undoes the one before
 * over it, so that square may read otherwise. */
static size_t
find_position(const struct dgt_recover *recover, const uint8_t *log, size_t len)
{
	struct walk walk = { .known = false };
	size_t found = SIZE_MAX;

	while (recover->placed && walk_on(&walk, log, len))
		if (same_but_for(walk.codes, recover->codes,
		                 next_square(log + walk.at, len - walk.at)))
			found = walk.at;
	return found;
}

static size_t
behind_men(const uint8_t *log, size_t len, size_t at)
{
	uint8_t codes[DGT_SQUARES];

	return at + dgt_log_men(log + at, len - at, codes);
}

/* Within a list of men a few that were told may stand anyhow. */
static size_t
find_changes(const struct dgt_recover *recover, const uint8_t *log, size_t len)
{
	struct dgt_trail trail = { .n = 0 };
	struct match best = { 0 };
	uint32_t enough = dgt_trail_kept(&recover->told);
	size_t found = SIZE_MAX, men_end = 0, tag_len;
	struct dgt_tag tag;

	if (enough > DGT_RECOVER_SURE)
		enough = DGT_RECOVER_SURE;
	for (size_t at = 0; at < len; at += tag_len) {
		struct match match;

		tag_len = dgt_log_next(log + at, len - at, &tag);
		if (dgt_log_lists_men(&tag))
			men_end = behind_men(log, len, at + tag_len);
		if (tag.kind != DGT_TAG_PIECE)
			continue;
		dgt_trail_note(&trail, tag.index, tag.code);
		match = match_ends(&recover->told, &trail);
		if (match.n == 0 ||
		    match.n < (at + tag_len < men_end ? DGT_RECOVER_SURE : enough) ||
		    !is_better(&match, &best))
			continue;
		best = match;
		/* Another man there now: that is news. */
		found = dgt_trail_latest(&recover->told, match.first)->code == tag.code
		                ? at + tag_len
		                : at;
	}
	return found;
}

static unsigned int
count_differing(const uint8_t codes[DGT_SQUARES], const uint8_t others[DGT_SQUARES])
{
	unsigned int n = 0;

	for (uint8_t i = 0; i < DGT_SQUARES; i++)
		n += codes[i] != others[i];
	return n;
}

size_t
dgt_recover_near(const struct dgt_recover *recover, const uint8_t *log, size_t len,
                 uint8_t ret_codes[DGT_SQUARES])
{
	struct walk walk = { .known = false };
	unsigned int least = DGT_RECOVER_NEAR;
	size_t found = SIZE_MAX;

	while (recover->placed && walk_on(&walk, log, len)) {
		unsigned int n = count_differing(walk.codes, recover->codes);

		if (n > least)
			continue;
		least = n;
		memcpy(ret_codes, walk.codes, sizeof(walk.codes));
		found = walk.at;
	}
	return found;
}

bool
dgt_recover_has_told(const struct dgt_recover *recover, const uint8_t *log, size_t len)
{
	struct dgt_trail trail = { .n = 0 };
	struct dgt_tag tag;

	for (size_t at = 0; at < len;) {
		at += dgt_log_next(log + at, len - at, &tag);
		if (tag.kind == DGT_TAG_PIECE)
			dgt_trail_note(&trail, tag.index, tag.code);
	}
	for (uint32_t back = 0; back < dgt_trail_kept(&trail); back++) {
		const struct dgt_trail_change *change = dgt_trail_latest(&trail, back);
		const struct dgt_trail_change *told = dgt_trail_latest(&recover->told, back);

		if (back >= dgt_trail_kept(&recover->told) || change->index != told->index ||
		    change->code != told->code)
			return false;
	}
	return trail.n > 0;
}

size_t
dgt_recover_find(const struct dgt_recover *recover, const uint8_t *log, size_t len)
{
	size_t found = find_changes(recover, log, len);

	return found != SIZE_MAX ? found : find_position(recover, log, len);
}
