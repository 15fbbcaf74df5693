/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_recover.h"

#include <string.h>

#include "drivers/dgt/dgt_clock.h"
#include "drivers/dgt/dgt_log.h"
#include "drivers/dgt/dgt_wire.h"

/* How far apart changes are taken to be where nothing says so: hands at work, a scan apart. */
#define SOON_US  120000
#define APART_US 500000
#define PRESS_US 300000

/* A board's time against ours: a second in five thousand, and the tick. */
#define DRIFT_SHARE 5000

void
dgt_recover_init(struct dgt_recover *recover)
{
	memset(recover, 0, sizeof(*recover));
}

/* What was told */

static const struct dgt_recover_change *
latest(const struct dgt_recover_trail *trail, uint32_t back)
{
	return &trail->ring[(trail->n - 1 - back) % DGT_RECOVER_TOLD];
}

static void
note(struct dgt_recover_trail *trail, uint8_t index, uint8_t code)
{
	if (trail->n == 0 || latest(trail, 0)->index != index)
		trail->n++;
	trail->ring[(trail->n - 1) % DGT_RECOVER_TOLD] = (struct dgt_recover_change){ index, code };
}

static void
note_told(struct dgt_recover *recover, uint8_t index, uint8_t code)
{
	note(&recover->told, index, code);
	recover->codes[index] = code;
}

void
dgt_recover_told(struct dgt_recover *recover, uint8_t index, uint8_t code, uint64_t now_us)
{
	note_told(recover, index, code);
	dgt_recover_heard(recover, now_us);
}

void
dgt_recover_clock(struct dgt_recover *recover, const struct clock_reading *reading, uint64_t now_us)
{
	recover->clock = *reading;
	recover->emitted_us = now_us;
}

void
dgt_recover_heard(struct dgt_recover *recover, uint64_t now_us)
{
	recover->heard_us = recover->emitted_us = now_us;
}

static uint32_t
kept(const struct dgt_recover_trail *trail)
{
	return trail->n < DGT_RECOVER_TOLD ? trail->n : DGT_RECOVER_TOLD;
}

void
dgt_recover_position(struct dgt_recover *recover, const uint8_t codes[DGT_SQUARES], uint64_t now_us)
{
	struct dgt_recover_trail right = { .n = 0 };
	uint64_t agreed = 0;
	bool holds[DGT_RECOVER_TOLD];

	for (uint32_t back = 0; back < kept(&recover->told); back++) {
		const struct dgt_recover_change *change = latest(&recover->told, back);
		uint64_t bit = UINT64_C(1) << change->index;

		holds[back] = (agreed & bit) || change->code == codes[change->index];
		agreed |= holds[back] ? bit : 0;
	}
	for (uint32_t back = kept(&recover->told); back-- > 0;)
		if (holds[back])
			note(&right, latest(&recover->told, back)->index,
			     latest(&recover->told, back)->code);
	recover->told = right;
	memcpy(recover->codes, codes, sizeof(recover->codes));
	recover->placed = true;
	dgt_recover_heard(recover, now_us);
}

/* How far the end of what was told is the end of the log, too. */
struct match {
	uint32_t n;       /* changes that are the same */
	uint32_t first;   /* how many were told behind the latest of them */
	uint32_t skipped; /* changes among them that are in one of the two alone */
};

/* Two trails, each from its latest change back: how far they were compared, and what was passed over. */
struct comparison {
	const struct dgt_recover_trail *told, *log;
	uint32_t told_at, log_at;
	uint32_t false_left, untold_left;
};

/* Of the last one the square is enough: it may have changed again before anything else did. */
static bool
is_same(const struct comparison *comparison, uint32_t told_at, uint32_t log_at, bool square_only)
{
	const struct dgt_recover_change *told, *log;

	if (told_at >= kept(comparison->told) || log_at >= kept(comparison->log))
		return false;
	told = latest(comparison->told, told_at);
	log = latest(comparison->log, log_at);
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
match_ends(const struct dgt_recover_trail *told, const struct dgt_recover_trail *log)
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

/* Does a tag for every man follow? */
static bool
lists_men(const struct dgt_tag *tag)
{
	return tag->kind == DGT_TAG_GAME || tag->kind == DGT_TAG_RESTART;
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
	return lists_men(&tag);
}

/* On to behind the next tag that leaves a position. False: there is none. */
static bool
walk_on(struct walk *walk, const uint8_t *log, size_t len)
{
	struct dgt_tag tag;

	while (walk->at < len) {
		walk->at += dgt_log_next(log + walk->at, len - walk->at, &tag);
		if (lists_men(&tag)) {
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
		if (lists_men(&tag))
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
	struct dgt_recover_trail trail = { .n = 0 };
	struct match best = { 0 };
	uint32_t enough = kept(&recover->told);
	size_t found = SIZE_MAX, men_end = 0, tag_len;
	struct dgt_tag tag;

	if (enough > DGT_RECOVER_SURE)
		enough = DGT_RECOVER_SURE;
	for (size_t at = 0; at < len; at += tag_len) {
		struct match match;

		tag_len = dgt_log_next(log + at, len - at, &tag);
		if (lists_men(&tag))
			men_end = behind_men(log, len, at + tag_len);
		if (tag.kind != DGT_TAG_PIECE)
			continue;
		note(&trail, tag.index, tag.code);
		match = match_ends(&recover->told, &trail);
		if (match.n == 0 ||
		    match.n < (at + tag_len < men_end ? DGT_RECOVER_SURE : enough) ||
		    !is_better(&match, &best))
			continue;
		best = match;
		/* Another man there now: that is news. */
		found = latest(&recover->told, match.first)->code == tag.code ? at + tag_len : at;
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
	struct dgt_recover_trail trail = { .n = 0 };
	struct dgt_tag tag;

	for (size_t at = 0; at < len;) {
		at += dgt_log_next(log + at, len - at, &tag);
		if (tag.kind == DGT_TAG_PIECE)
			note(&trail, tag.index, tag.code);
	}
	for (uint32_t back = 0; back < kept(&trail); back++) {
		const struct dgt_recover_change *change = latest(&trail, back);
		const struct dgt_recover_change *told = latest(&recover->told, back);

		if (back >= kept(&recover->told) || change->index != told->index ||
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

/* Times */

/* Between this tag and what was before it, for a log without delays. A clock that was read before says
 * more: the side that was halted had been running since the press before. */
static uint64_t
step_us(const struct dgt_recover *recover, const struct dgt_tag *tag, uint64_t since_press_us)
{
	const struct clock_reading *clock = &recover->clock;
	uint64_t used_us;

	if (tag->kind == DGT_TAG_PIECE)
		return tag->soon ? SOON_US : APART_US;
	if (tag->kind != DGT_TAG_CLOCK)
		return 0;
	if (!clock->connected || clock->face[tag->side].seconds <= tag->seconds)
		return PRESS_US;
	used_us = (uint64_t)(clock->face[tag->side].seconds - tag->seconds) * 1000000;
	return used_us > since_press_us + PRESS_US ? used_us - since_press_us : PRESS_US;
}

/* The length of the whole log in time, by its delays (*ret_delays: it has some) or by guess, and how
 * far into it the first tag is. */
struct span {
	uint64_t total_us, first_us;
	bool delays;
};

static void
measure(const struct dgt_recover *recover, const uint8_t *log, size_t len, struct span *ret_span)
{
	struct span told = { 0 }, guessed = { 0 };
	uint64_t press_us = 0;
	struct dgt_tag tag;
	bool any = false;

	for (size_t at = 0; at < len;) {
		at += dgt_log_next(log + at, len - at, &tag);
		told.total_us += tag.delay_us;
		guessed.total_us += step_us(recover, &tag, guessed.total_us - press_us);
		told.delays = told.delays || tag.delay_us > 0;
		if (tag.kind == DGT_TAG_CLOCK)
			press_us = guessed.total_us;
		if (any || tag.kind == DGT_TAG_DELAY || tag.kind == DGT_TAG_NOTHING)
			continue;
		any = true;
		told.first_us = told.total_us;
		guessed.first_us = guessed.total_us;
	}
	*ret_span = told.delays ? told : guessed;
}

static uint64_t
minus(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

/* With delays: the newest tag before this packet was written between low and high; so its first came
 * after what was heard before, and its last before now. Each packet narrows that; where nothing is
 * left, the board has restarted, or writes no true delays. Returns when the packet's time begins. */
static uint64_t
begin_by_delays(struct dgt_recover *recover, const struct span *span, uint64_t now_us)
{
	uint64_t slack_us = span->total_us / DRIFT_SHARE + DGT_LOG_TICK_US;
	uint64_t low_us = minus(recover->low_us, slack_us), high_us = recover->high_us + slack_us;
	uint64_t least_us = minus(recover->heard_us, span->first_us);
	uint64_t most_us = minus(now_us, span->total_us);

	if (low_us < least_us)
		low_us = least_us;
	if (recover->high_us == 0 || high_us > most_us)
		high_us = most_us;
	if (low_us > high_us) {
		low_us = least_us;
		high_us = most_us > least_us ? most_us : least_us;
	}
	recover->low_us = low_us + span->total_us;
	recover->high_us = high_us + span->total_us;
	return low_us + (high_us - low_us) / 2;
}

/* Events */

struct player {
	struct dgt_recover *recover;
	struct dgt_report *report;
	const struct driver_out *out;
	uint64_t begin_us, end_us; /* what the log's span is laid onto */
	struct span span;
	uint64_t at_us; /* within the span */
	uint64_t press_us;
};

/* The moment of what is at_us within the span; never before what was given already. */
static uint64_t
moment(struct player *player)
{
	uint64_t window_us = player->end_us - player->begin_us;
	uint64_t total_us = player->span.total_us, at_us = player->at_us;
	uint64_t t_us;

	if (!player->span.delays && total_us > window_us)
		at_us = (uint64_t)((double)at_us / (double)total_us * (double)window_us);
	t_us = player->begin_us + at_us;
	if (t_us > player->end_us)
		t_us = player->end_us;
	if (t_us < player->recover->emitted_us)
		t_us = player->recover->emitted_us;
	player->recover->emitted_us = t_us;
	return t_us;
}

static void
play_piece(struct player *player, const struct dgt_tag *tag)
{
	const uint8_t payload[2] = { tag->index, tag->code };

	note_told(player->recover, tag->index, tag->code);
	dgt_report_payload(player->report, DGT_FIELD_UPDATE, payload, sizeof(payload), player->out,
	                   moment(player));
}

void
dgt_recover_stand(struct dgt_recover *recover, const uint8_t codes[DGT_SQUARES],
                  struct dgt_report *report, const struct driver_out *out)
{
	report->recovered = true;
	for (int men = 0; men <= 1; men++)
		for (uint8_t i = 0; i < DGT_SQUARES; i++) {
			const uint8_t payload[2] = { i, codes[i] };

			if (codes[i] == recover->codes[i] || (codes[i] != DGT_CODE_EMPTY) != men)
				continue;
			note_told(recover, i, codes[i]);
			dgt_report_payload(report, DGT_FIELD_UPDATE, payload, sizeof(payload), out,
			                   recover->emitted_us);
		}
	report->recovered = false;
}

/* The lever fell: the other side's time runs from now on. Without any reading of this clock, half of
 * what a reading has would be invented. */
static void
play_clock(struct player *player, const struct dgt_tag *tag)
{
	struct clock_reading *clock = &player->recover->clock;
	uint8_t payload[DGT_BWTIME_PAYLOAD];

	player->press_us = player->at_us;
	if (!clock->connected)
		return;
	clock->face[tag->side].seconds = tag->seconds;
	clock->turn = tag->side ^ 1;
	clock->running = true;
	dgt_clock_encode_time(clock, payload);
	dgt_report_payload(player->report, DGT_BWTIME, payload, sizeof(payload), player->out,
	                   moment(player));
}

/* Behind a game's or the power's tag: what stood there then, whatever was told before. Returns where the men end. */
static size_t
play_men(struct player *player, const uint8_t *log, size_t len)
{
	uint8_t codes[DGT_SQUARES], payload[2];
	size_t end = dgt_log_men(log, len, codes);
	struct dgt_tag tag;

	for (uint8_t i = 0; end > 0 && i < DGT_SQUARES; i++) {
		if (codes[i] != DGT_CODE_EMPTY || player->recover->codes[i] == DGT_CODE_EMPTY)
			continue;
		payload[0] = i;
		payload[1] = player->recover->codes[i] = DGT_CODE_EMPTY;
		dgt_report_payload(player->report, DGT_FIELD_UPDATE, payload, sizeof(payload),
		                   player->out, moment(player));
	}
	for (size_t at = 0; at < end;) {
		at += dgt_log_next(log + at, len - at, &tag);
		if (player->span.delays)
			player->at_us += tag.delay_us;
		if (tag.kind == DGT_TAG_PIECE && player->recover->codes[tag.index] == tag.code)
			note(&player->recover->told, tag.index, tag.code);
		else if (tag.kind == DGT_TAG_PIECE)
			play_piece(player, &tag);
	}
	return end;
}

static void
play_tag(struct player *player, const struct dgt_tag *tag)
{
	player->at_us += player->span.delays
	                         ? tag->delay_us
	                         : step_us(player->recover, tag, player->at_us - player->press_us);
	if (tag->kind == DGT_TAG_PIECE)
		play_piece(player, tag);
	else if (tag->kind == DGT_TAG_CLOCK)
		play_clock(player, tag);
}

void
dgt_recover_play(struct dgt_recover *recover, const uint8_t *log, size_t len, bool late,
                 struct dgt_report *report, const struct driver_out *out, uint64_t now_us)
{
	struct player player = { .recover = recover, .report = report, .out = out };
	struct dgt_tag tag;

	measure(recover, log, len, &player.span);
	player.end_us = player.begin_us = now_us;
	if (player.span.delays)
		player.begin_us = begin_by_delays(recover, &player.span, now_us);
	else if (late && recover->heard_us < now_us)
		player.begin_us = recover->heard_us;
	if (player.begin_us > player.end_us)
		player.begin_us = player.end_us;
	recover->delays = recover->delays || player.span.delays;
	report->recovered = late;
	for (size_t at = 0; at < len;) {
		at += dgt_log_next(log + at, len - at, &tag);
		play_tag(&player, &tag);
		if (lists_men(&tag))
			at += play_men(&player, log + at, len - at);
	}
	report->recovered = false;
	/* Late packets follow each other; what they tell of is not over yet. */
	recover->heard_us = late ? recover->emitted_us : now_us;
}
