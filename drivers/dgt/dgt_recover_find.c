/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a log goes on from what was told.
 */
#include <string.h>

#include "drivers/dgt/dgt_log.h"
#include "drivers/dgt/dgt_recover.h"
#include "drivers/dgt/dgt_trail.h"

#define SECOND_US UINT64_C(1000000)

/* Changes that are not told to come soon after each other are so far apart at least. */
#define NOT_SOON_US UINT64_C(200000)

/* A board's time against ours, and how late what was heard last may have been heard. */
#define DRIFT_SHARE 5000
#define SLACK_US    (3 * SECOND_US)

#define PACKET_TOLD 32 /* changes at a packet's end that were told: it was */

#define SAME_CLOCK_S 0 /* the display of the side that stands does not change */

/* Places in games that begin alike are held against each other so often at most: a ring has room for some tens of games,
 * and each time the log is read through. A log made to be slow to read goes on from the earliest. */
#define TIES_MAX 64

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

	for (size_t at = 0; at < len && tag.kind == DGT_TAG_NOTHING;)
		at += dgt_log_next(log + at, len - at, &tag);
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

/* --- Games that begin alike -------------------------------------------------------------------------------------- */

static size_t
behind_men(const uint8_t *log, size_t len, size_t at)
{
	uint8_t codes[DGT_SQUARES];

	return at + dgt_log_men(log + at, len - at, codes);
}

/* What log[len] took at least: by its delays, by changes that did not come soon after each other, and by the clock. Men
 * are listed at once, and a clock is set between games. */
static uint64_t
least_us(const uint8_t *log, size_t len)
{
	int32_t left_s[2] = { 0, 0 };
	uint64_t told_us = 0, moved_us = 0, used_us = 0;
	struct dgt_tag tag;

	for (size_t at = 0; at < len;) {
		at += dgt_log_next(log + at, len - at, &tag);
		told_us += tag.delay_us;
		moved_us += tag.kind == DGT_TAG_PIECE && !tag.soon ? NOT_SOON_US : 0;
		if (dgt_log_lists_men(&tag))
			at = behind_men(log, len, at);
		if (tag.kind == DGT_TAG_START)
			left_s[CLOCK_LEFT] = left_s[CLOCK_RIGHT] = 0;
		if (tag.kind != DGT_TAG_CLOCK)
			continue;
		if (left_s[tag.side] > tag.seconds)
			used_us += (uint64_t)(left_s[tag.side] - tag.seconds) * SECOND_US;
		left_s[tag.side] = tag.seconds;
	}
	if (moved_us < used_us)
		moved_us = used_us;
	return told_us > moved_us ? told_us : moved_us;
}

/* How far what the clock was last read to show for the side that stood is from what the log has of it last before `at`, or
 * next, before anything moves; INT32_MAX: it cannot be said. */
static int32_t
clock_off_s(const struct clock_reading *clock, const uint8_t *log, size_t len, size_t at)
{
	int32_t least_s = INT32_MAX;
	struct dgt_tag tag;

	for (size_t i = 0; clock->connected && i < len;) {
		bool is_behind = i >= at;
		int32_t off_s;

		i += dgt_log_next(log + i, len - i, &tag);
		if (is_behind && tag.kind == DGT_TAG_PIECE)
			break;
		if (tag.kind == DGT_TAG_START)
			least_s = INT32_MAX;
		if (tag.kind != DGT_TAG_CLOCK || tag.side == clock->turn)
			continue;
		off_s = clock->face[tag.side].seconds - tag.seconds;
		off_s = off_s < 0 ? -off_s : off_s;
		if (!is_behind || off_s < least_s)
			least_s = off_s;
	}
	return least_s;
}

/* A log that is searched for what was told, and a place in it. */
struct search {
	const struct dgt_recover *recover;
	const uint8_t *log;
	size_t len;
	uint64_t away_us; /* for so long nothing was heard */
	unsigned int n_ties;
};

struct place {
	size_t at;
	struct match match;
	uint32_t n_starts; /* how often the men were set up before */
};

static bool
is_too_long_ago(const struct search *search, const struct place *place)
{
	return least_us(search->log + place->at, search->len - place->at) > search->away_us;
}

/* Two games that begin alike: which of them was it that was told of last? What the later one leaves of the log fits into the
 * time away; the earlier one is not it when its rest does not, nor when only the later one's clock is as it was read.
 * Where nothing tells them apart, both were played while nobody listened: of what was before more would have been told. */
static bool
is_of_later_game(const struct search *search, const struct place *earlier,
                 const struct place *later)
{
	const struct clock_reading *clock = &search->recover->clock;

	if (is_too_long_ago(search, earlier))
		return true;
	return clock_off_s(clock, search->log, search->len, earlier->at) > SAME_CLOCK_S &&
	       clock_off_s(clock, search->log, search->len, later->at) <= SAME_CLOCK_S;
}

/* Is `place` better than the best found so far? Where the last square told has changed again, later, with
 * other changes in between, its first change is the match that skips nothing. */
static bool
is_better(struct search *search, const struct place *place, const struct place *best)
{
	if (place->match.n != best->match.n)
		return place->match.n > best->match.n;
	if (place->match.skipped != best->match.skipped)
		return place->match.skipped < best->match.skipped;
	if (place->n_starts == best->n_starts)
		return true;
	return search->n_ties++ < TIES_MAX && is_of_later_game(search, best, place);
}

/* Within a list of men a few that were told may stand anyhow. */
static size_t
find_changes(struct search *search)
{
	const struct dgt_trail *told = &search->recover->told;
	const uint8_t *log = search->log;
	struct dgt_trail trail = { .n = 0 };
	struct place best = { .at = SIZE_MAX }, place = { .at = 0 };
	uint32_t enough = dgt_trail_kept(told);
	size_t men_end = 0, tag_len;
	struct dgt_tag tag;

	if (enough > DGT_RECOVER_SURE)
		enough = DGT_RECOVER_SURE;
	for (size_t at = 0; at < search->len; at += tag_len) {
		tag_len = dgt_log_next(log + at, search->len - at, &tag);
		if (dgt_log_lists_men(&tag))
			men_end = behind_men(log, search->len, at + tag_len);
		place.n_starts += tag.kind == DGT_TAG_START;
		if (tag.kind != DGT_TAG_PIECE)
			continue;
		dgt_trail_note(&trail, tag.index, tag.code);
		place.match = match_ends(told, &trail);
		if (place.match.n == 0 ||
		    place.match.n < (at + tag_len < men_end ? DGT_RECOVER_SURE : enough))
			continue;
		/* Another man there now: that is news. */
		place.at = dgt_trail_latest(told, place.match.first)->code == tag.code
		                   ? at + tag_len
		                   : at;
		if (is_better(search, &place, &best))
			best = place;
	}
	return best.at;
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
	for (uint32_t back = 0; back < dgt_trail_kept(&trail) && back < PACKET_TOLD; back++) {
		const struct dgt_trail_change *change = dgt_trail_latest(&trail, back);
		const struct dgt_trail_change *told = dgt_trail_latest(&recover->told, back);

		if (back >= dgt_trail_kept(&recover->told) || change->index != told->index ||
		    change->code != told->code)
			return false;
	}
	return trail.n > 0;
}

size_t
dgt_recover_find(const struct dgt_recover *recover, const uint8_t *log, size_t len, uint64_t now_us)
{
	uint64_t away_us = now_us > recover->heard_us ? now_us - recover->heard_us : 0;
	struct search search = {
		.recover = recover,
		.log = log,
		.len = len,
		.away_us = away_us + away_us / DRIFT_SHARE + SLACK_US,
	};
	size_t found = find_changes(&search);

	return found != SIZE_MAX ? found : find_position(recover, log, len);
}
