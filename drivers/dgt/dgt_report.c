/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_report.h"

#include <string.h>

#include "core/base/invariant.h"
#include "core/base/text.h"
#include "drivers/dgt/dgt_clock.h"

/* A board that knows only whether a man stands on a square says 01, a white pawn, for every man (dgt.md 2.9). A set has eight
 * of these: where more stand, and nothing else, it is such a board; where two men of a position are read as others, it is
 * none. One of them may be a garbled byte. */
enum {
	CODE_SOME_MAN = 0x01,
	SET_PAWNS = 8,
	GARBLED = 1,
};

enum {
	NOT_AVAILABLE = 0x7f, /* in a battery's hours and minutes */
	PERCENT_MAX = 100,
	TEXT_SIZE = DGT_TRADEMARK_MAX_LEN,
	SERIAL_DIGITS = 5,
};

/* One decoding: where from, where to. */
struct job {
	struct dgt_report *report;
	const uint8_t *payload;
	size_t len;
	const struct driver_out *out;
	uint64_t t_us;
};

void
dgt_report_init(struct dgt_report *report)
{
	memset(report, 0, sizeof(*report));
}

static void
emit(const struct job *job, struct board_event *event)
{
	event->t_us = job->t_us;
	event->recovered = job->report->recovered;
	job->report->events++;
	job->out->event(job->out->ctx, event);
}

/* Remember what stands on sq. True when it is a result piece that was not there before: a full scan
 * repeats what stands, and must not repeat the news. */
static bool
result_appeared(struct dgt_report *report, uint8_t sq, uint8_t code)
{
	uint8_t now = dgt_code_is_result(code) ? code : 0;
	bool news = now != 0 && now != report->result_code[sq];

	report->result_code[sq] = now;
	return news;
}

static void
emit_magic(const struct job *job, uint8_t sq)
{
	static const enum board_magic meaning[] = {
		[DGT_CODE_DRAW - DGT_CODE_DRAW] = BOARD_MAGIC_DRAW,
		[DGT_CODE_WHITE_WINS - DGT_CODE_DRAW] = BOARD_MAGIC_WHITE_WINS,
		[DGT_CODE_BLACK_WINS - DGT_CODE_DRAW] = BOARD_MAGIC_BLACK_WINS,
	};
	struct board_event event = { .kind = BOARD_MAGIC };

	event.magic.which = meaning[job->report->result_code[sq] - DGT_CODE_DRAW];
	event.magic.sq = sq;
	emit(job, &event);
}

static void
tell_magic(const struct job *job, uint8_t sq)
{
	if (job->report->holds)
		job->report->held |= sq_bit(sq);
	else
		emit_magic(job, sq);
}

void
dgt_report_settle(struct dgt_report *report, uint64_t sound, const struct driver_out *out,
                  uint64_t t_us)
{
	const struct job job = { .report = report, .out = out, .t_us = t_us };
	uint64_t held = report->held;

	report->held = 0;
	for (uint8_t sq = 0; sq < DGT_SQUARES; sq++) {
		if (!(held & sq_bit(sq)) || report->result_code[sq] == 0)
			continue;
		if (sound & sq_bit(sq))
			emit_magic(&job, sq);
		else
			report->result_code[sq] = 0; /* if it is there, the next position says so */
	}
}

/* Which kind of board it is, by what its squares read. */
static void
note_kind(struct dgt_report *report)
{
	int some = 0, others = 0;

	for (int i = 0; i < DGT_SQUARES; i++) {
		some += report->code[i] == CODE_SOME_MAN;
		others += report->code[i] > CODE_SOME_MAN;
	}
	if (others > GARBLED)
		report->men_unknown = false;
	else if (others == 0 && some > SET_PAWNS)
		report->men_unknown = true;
}

static uint8_t
man_of(const struct dgt_report *report, uint8_t code)
{
	uint8_t man = dgt_piece_from_code(code);

	return report->men_unknown && man != EMPTY ? (uint8_t)SOME_MAN : man;
}

static void
emit_scan(const struct job *job)
{
	struct board_event event = { .kind = BOARD_SCAN };

	for (uint8_t i = 0; i < DGT_SQUARES; i++)
		event.scan[dgt_sq_from_index(i)] = man_of(job->report, job->report->code[i]);
	emit(job, &event);
}

static bool
decode_scan(const struct job *job)
{
	uint64_t news = 0;

	if (job->len != DGT_SQUARES)
		return true; /* a 10x10 board */
	for (uint8_t i = 0; i < DGT_SQUARES; i++) {
		uint8_t code = job->payload[i] & DGT_CODE_MASK;
		uint8_t sq = dgt_sq_from_index(i);

		job->report->code[i] = code;
		if (result_appeared(job->report, sq, code))
			news |= sq_bit(sq);
	}
	note_kind(job->report);
	emit_scan(job);
	for (uint8_t sq = 0; sq < DGT_SQUARES; sq++) {
		if (news & sq_bit(sq))
			tell_magic(job, sq);
	}
	return true;
}

static bool
decode_square(const struct job *job)
{
	struct board_event event = { .kind = BOARD_SQUARE };
	uint8_t code = job->payload[1] & DGT_CODE_MASK;
	bool was_unknown = job->report->men_unknown;
	uint8_t sq;

	if (job->payload[0] >= DGT_SQUARES)
		return false;
	sq = dgt_sq_from_index(job->payload[0]);
	job->report->code[job->payload[0]] = code;
	note_kind(job->report);
	event.square.sq = sq;
	event.square.piece = man_of(job->report, code);
	emit(job, &event);
	if (job->report->men_unknown != was_unknown)
		emit_scan(job); /* whom it told of before, it told as a board of the other kind */
	if (result_appeared(job->report, sq, code))
		tell_magic(job, sq);
	return true;
}

static bool
decode_clock(const struct job *job)
{
	struct board_event event = { .kind = BOARD_CLOCK };

	switch (dgt_clock_decode(job->payload, &event.clock)) {
	case DGT_CLOCK_TIME:
		emit(job, &event);
		break;
	case DGT_CLOCK_ACK:
		event.kind = BOARD_CLOCK_ACK;
		dgt_ack_decode(job->payload, event.ack.b);
		emit(job, &event);
		break;
	case DGT_CLOCK_NO_INFO:
	case DGT_CLOCK_BAD:
		break; /* real boards send these now and then, right after an ACK */
	}
	return true;
}

static bool
emit_fact(const struct job *job, enum board_fact which, const struct text *text)
{
	struct board_event event = { .kind = BOARD_FACT };

	INVARIANT(!text->overflow);
	event.fact.which = which;
	event.fact.text = text->p;
	emit(job, &event);
	return true;
}

/* Text of the board's own: what is not printable becomes a blank, blanks at the end go. */
static bool
emit_words(const struct job *job, enum board_fact which, size_t len)
{
	const uint8_t *words = job->payload;
	char buffer[TEXT_SIZE];
	struct text text;

	text_begin(&text, buffer, sizeof(buffer));
	while (len > 0 && (words[len - 1] <= ' ' || words[len - 1] > '~'))
		len--;
	for (size_t i = 0; i < len; i++)
		text_char(&text, words[i] < ' ' || words[i] > '~' ? ' ' : (char)words[i]);
	return emit_fact(job, which, &text);
}

static bool
decode_serial(const struct job *job)
{
	return emit_words(job, BOARD_FACT_SERIAL, SERIAL_DIGITS);
}

static bool
decode_long_serial(const struct job *job)
{
	return emit_words(job, BOARD_FACT_LONG_SERIAL, job->len);
}

static bool
decode_trademark(const struct job *job)
{
	return emit_words(job, BOARD_FACT_TRADEMARK, job->len);
}

/* Both halves are binary: 03 0a is 3.10. */
static bool
emit_version(const struct job *job, enum board_fact which)
{
	char buffer[16];
	struct text text;

	text_begin(&text, buffer, sizeof(buffer));
	text_unsigned(&text, job->payload[0], 1);
	text_char(&text, '.');
	text_unsigned(&text, job->payload[1], 2);
	return emit_fact(job, which, &text);
}

static bool
decode_version(const struct job *job)
{
	return emit_version(job, BOARD_FACT_VERSION);
}

static bool
decode_hardware(const struct job *job)
{
	return emit_version(job, BOARD_FACT_HARDWARE);
}

static bool
decode_address(const struct job *job)
{
	char buffer[16];
	struct text text;

	text_begin(&text, buffer, sizeof(buffer));
	text_unsigned(&text, (uint64_t)job->payload[0] << 7 | job->payload[1], 1);
	return emit_fact(job, BOARD_FACT_ADDRESS, &text);
}

static bool
decode_battery(const struct job *job)
{
	enum { PERCENT, HOURS_LEFT, MINUTES_LEFT, STATE = 8, CHARGING = 1, DISCHARGING = 2 };
	const uint8_t *battery = job->payload;
	char buffer[64];
	struct text text;

	if (battery[PERCENT] > PERCENT_MAX)
		return false;
	text_begin(&text, buffer, sizeof(buffer));
	text_unsigned(&text, battery[PERCENT], 1);
	text_char(&text, '%');
	if (battery[STATE] & CHARGING)
		text_string(&text, " charging");
	else if (battery[STATE] & DISCHARGING)
		text_string(&text, " discharging");
	if (battery[HOURS_LEFT] != NOT_AVAILABLE && battery[MINUTES_LEFT] < 60) {
		text_string(&text, ", ");
		text_unsigned(&text, battery[HOURS_LEFT], 1);
		text_char(&text, ':');
		text_unsigned(&text, battery[MINUTES_LEFT], 2);
		text_string(&text, " left");
	}
	return emit_fact(job, BOARD_FACT_BATTERY, &text);
}

static const struct decoder {
	uint8_t id;
	bool (*decode)(const struct job *job);
} decoders[] = {
	{ DGT_BWTIME, decode_clock },
	{ DGT_FIELD_UPDATE, decode_square },
	{ DGT_BOARD_DUMP, decode_scan },
	{ DGT_SERIALNR, decode_serial },
	{ DGT_LONG_SERIALNR, decode_long_serial },
	{ DGT_VERSION, decode_version },
	{ DGT_TRADEMARK, decode_trademark },
	{ DGT_HARDWARE_VERSION, decode_hardware },
	{ DGT_BUSADRES, decode_address },
	{ DGT_BATTERY_STATUS, decode_battery },
};

bool
dgt_report_payload(struct dgt_report *report, uint8_t id, const uint8_t *payload, size_t len,
                   const struct driver_out *out, uint64_t t_us)
{
	const struct job job = { report, payload, len, out, t_us };

	for (size_t i = 0; i < sizeof(decoders) / sizeof(decoders[0]); i++) {
		if (decoders[i].id == id)
			return decoders[i].decode(&job);
	}
	return true;
}

bool
dgt_report_decode(struct dgt_report *report, const struct dgt_frame *frame,
                  const struct driver_out *out, uint64_t t_us)
{
	return dgt_report_payload(report, frame->id, frame->payload, frame->len, out, t_us);
}
