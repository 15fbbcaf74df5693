/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_recover.h"

#include <string.h>

#include "drivers/dgt/dgt_clock.h"
#include "drivers/dgt/dgt_log.h"
#include "drivers/dgt/dgt_trail.h"
#include "drivers/dgt/dgt_wire.h"

/* How far apart changes are taken to be where nothing says so: hands at work, a scan apart. */
#define SOON_US  120000
#define APART_US 500000
#define PRESS_US 300000

/* Without a clock nobody says when a ply was made. Hands are rarely at work all the time: the changes are laid so much
 * further apart, where there is time, so that a man who was put down stands there for a while. */
#define SLOWLY 4

/* A board's time against ours: a second in five thousand, and the tick. */
#define DRIFT_SHARE 5000

void
dgt_recover_init(struct dgt_recover *recover)
{
	memset(recover, 0, sizeof(*recover));
}

/* What was told */

static void
note_told(struct dgt_recover *recover, uint8_t index, uint8_t code)
{
	uint8_t before = recover->codes[index];

	dgt_trail_note(&recover->told, index, code);
	recover->codes[index] = code;
	if (code != DGT_CODE_EMPTY) {
		memset(recover->lifted, 0, sizeof(recover->lifted));
	} else if (before != DGT_CODE_EMPTY) {
		recover->lifted[1] = recover->lifted[0];
		recover->lifted[0] = (struct dgt_trail_change){ index, before };
	}
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

void
dgt_recover_position(struct dgt_recover *recover, const uint8_t codes[DGT_SQUARES], uint64_t now_us)
{
	struct dgt_trail right = { .n = 0 };
	uint64_t agreed = 0;
	bool holds[DGT_TRAIL_KEPT];

	for (uint32_t back = 0; back < dgt_trail_kept(&recover->told); back++) {
		const struct dgt_trail_change *change = dgt_trail_latest(&recover->told, back);
		uint64_t bit = UINT64_C(1) << change->index;

		holds[back] = (agreed & bit) || change->code == codes[change->index];
		agreed |= holds[back] ? bit : 0;
	}
	for (uint32_t back = dgt_trail_kept(&recover->told); back-- > 0;)
		if (holds[back])
			dgt_trail_note(&right, dgt_trail_latest(&recover->told, back)->index,
			               dgt_trail_latest(&recover->told, back)->code);
	recover->told = right;
	memcpy(recover->codes, codes, sizeof(recover->codes));
	recover->placed = true;
	dgt_recover_heard(recover, now_us);
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

/* The length of the whole log in time, by its delays, if it has some, or by guess, and how
 * far into it the first tag is. */
struct span {
	uint64_t total_us, first_us;
	bool delays, presses;
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
		guessed.presses = guessed.presses || tag.kind == DGT_TAG_CLOCK;
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
	uint64_t at_us;   /* within the span */
	uint64_t step_us; /* since the tag before */
	uint64_t press_us;
};

/* How far behind the begin of the time away that is which lies at_us within the span. */
static uint64_t
behind_begin_us(const struct player *player)
{
	const struct span *span = &player->span;
	uint64_t room_us = player->end_us - player->begin_us;
	uint64_t long_us = span->presses ? span->total_us : SLOWLY * span->total_us;

	if (span->delays || span->total_us == 0)
		return player->at_us;
	if (long_us > room_us)
		long_us = room_us;
	return (uint64_t)((double)player->at_us / (double)span->total_us * (double)long_us);
}

/* The moment of what is at_us within the span; never before what was given already. */
static uint64_t
moment(struct player *player)
{
	uint64_t t_us = player->begin_us + behind_begin_us(player);

	if (t_us > player->end_us)
		t_us = player->end_us;
	if (t_us < player->recover->emitted_us)
		t_us = player->recover->emitted_us;
	player->recover->emitted_us = t_us;
	return t_us;
}

static void
play_change(struct player *player, uint8_t index, uint8_t code)
{
	const uint8_t payload[2] = { index, code };

	note_told(player->recover, index, code);
	dgt_report_payload(player->report, DGT_FIELD_UPDATE, payload, sizeof(payload), player->out,
	                   moment(player));
}

/* An old board writes that a square became empty over the tag of the man who came there just before: he who takes his
 * place took him off, or he was adjusted. It is the man who had been taken up last, elsewhere. */
static void
play_overwritten(struct player *player, uint8_t index)
{
	const struct dgt_trail_change *lifted = player->recover->lifted;
	uint64_t stood_us = player->step_us / 3 * 2;

	if (lifted->code != DGT_CODE_EMPTY && lifted->index == index)
		lifted++;
	if (lifted->code == DGT_CODE_EMPTY || lifted->code >= DGT_CODE_DRAW)
		return;
	player->at_us -= stood_us;
	play_change(player, index, lifted->code);
	player->at_us += stood_us;
}

static void
play_piece(struct player *player, const struct dgt_tag *tag)
{
	bool was_empty = player->recover->codes[tag->index] == DGT_CODE_EMPTY;

	if (tag->code == DGT_CODE_EMPTY && was_empty && !player->span.delays &&
	    player->report->recovered)
		play_overwritten(player, tag->index);
	play_change(player, tag->index, tag->code);
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
			dgt_trail_note(&player->recover->told, tag.index, tag.code);
		else if (tag.kind == DGT_TAG_PIECE)
			play_piece(player, &tag);
	}
	return end;
}

static void
play_tag(struct player *player, const struct dgt_tag *tag)
{
	player->step_us = player->span.delays
	                          ? tag->delay_us
	                          : step_us(player->recover, tag, player->at_us - player->press_us);
	player->at_us += player->step_us;
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
		if (dgt_log_lists_men(&tag))
			at += play_men(&player, log + at, len - at);
	}
	report->recovered = false;
	/* Late packets follow each other; what they tell of is not over yet. */
	recover->heard_us = late ? recover->emitted_us : now_us;
}
