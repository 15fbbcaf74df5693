/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A table that goes on from a snapshot is the table that was folded from the beginning: games, alerts, what
 * the tracker sees, the driver's counters, wherever the snapshot was taken.
 */
#include "daemon/snapshot.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <check.h>

#include "daemon/config.h"
#include "daemon/live.h"
#include "daemon/memory_image.h"
#include "daemon/table_snapshot.h"
#include "tests/support.h"

#define CUTS 4

static const uint8_t key[SNAPSHOT_KEY] = { 1, 2, 3 };
static struct config config;

/* --- The container -------------------------------------------------------------------------------- */

START_TEST(snapshot_parts_come_back)
{
	static uint8_t memory[100000], back[100000];
	struct snapshot_writer writer;
	struct snapshot_reader reader;
	uint8_t *bytes;
	size_t len, part;
	char word[4];

	memory[0] = memory[70] = memory[50000] = memory[sizeof(memory) - 1] = 7;
	memset(back, 9, sizeof(back));
	snapshot_begin(&writer, key);
	snapshot_put(&writer, "word", 4);
	snapshot_put_memory(&writer, memory, sizeof(memory));
	snapshot_put(&writer, "", 0);
	ck_assert_int_eq(snapshot_end(&writer, &bytes, &len), 0);
	ck_assert_uint_lt(len, 1000); /* zeros cost nothing */
	ck_assert(snapshot_open(&reader, key, bytes, len));
	snapshot_take_exactly(&reader, word, sizeof(word));
	snapshot_take_memory(&reader, back, sizeof(back));
	ck_assert_ptr_nonnull(snapshot_take(&reader, &part));
	ck_assert_uint_eq(part, 0);
	ck_assert(!reader.failed);
	ck_assert_mem_eq(word, "word", 4);
	ck_assert_mem_eq(memory, back, sizeof(memory));
	ck_assert_ptr_null(snapshot_take(&reader, &part));
	ck_assert(reader.failed);
	free(bytes);
}
END_TEST

/* A page that nobody has written to takes no memory: where the snapshot has zeros, nothing is written. */
START_TEST(snapshot_zeros_are_not_written_to_zeros)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = 3 * page, len;
	uint8_t *memory = calloc(1, size), *bytes;
	uint8_t *back =
		mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct snapshot_writer writer;
	struct snapshot_reader reader;

	ck_assert(memory && back != MAP_FAILED);
	memory[1] = memory[size - 1] = 5;
	back[page - 1] = 9;
	snapshot_begin(&writer, key);
	snapshot_put_memory(&writer, memory, size);
	ck_assert_int_eq(snapshot_end(&writer, &bytes, &len), 0);
	ck_assert_int_eq(mprotect(back + page, page, PROT_READ), 0);
	ck_assert(snapshot_open(&reader, key, bytes, len));
	snapshot_take_memory(&reader, back, size);
	ck_assert(!reader.failed);
	ck_assert_mem_eq(memory, back, size);
	munmap(back, size);
	free(memory);
	free(bytes);
}
END_TEST

START_TEST(snapshot_of_another_or_damaged_refused)
{
	static const uint8_t other[SNAPSHOT_KEY] = { 1, 2, 4 };
	struct snapshot_writer writer;
	struct snapshot_reader reader;
	uint8_t *bytes;
	size_t len;

	snapshot_begin(&writer, key);
	snapshot_put(&writer, "word", 4);
	ck_assert_int_eq(snapshot_end(&writer, &bytes, &len), 0);
	ck_assert(!snapshot_open(&reader, other, bytes, len));
	for (size_t i = 0; i < len; i++) {
		bytes[i] ^= 0x10;
		ck_assert(!snapshot_open(&reader, key, bytes, len));
		bytes[i] ^= 0x10;
		ck_assert(!snapshot_open(&reader, key, bytes, i));
	}
	ck_assert(snapshot_open(&reader, key, bytes, len));
	free(bytes);
}
END_TEST

/* --- Memory -------------------------------------------------------------------------------------- */

struct holder {
	const int *to;
	uint64_t number;
};

static const size_t holder_pointers[] = { offsetof(struct holder, to), MEMORY_POINTERS_END };

static int
write_holder(struct holder *holder, const size_t *pointers, const int *known, uint8_t **ret_bytes,
             size_t *ret_len)
{
	struct memory_regions regions = { .n = 0 };
	struct snapshot_writer writer;
	int r;

	memory_regions_keep(&regions, holder, sizeof(*holder), pointers);
	if (known)
		memory_regions_know(&regions, known, 4 * sizeof(*known));
	snapshot_begin(&writer, key);
	r = memory_image_write(&regions, &writer);
	ck_assert_int_eq(snapshot_end(&writer, ret_bytes, ret_len), 0);
	return r;
}

START_TEST(memory_pointers_go_where_the_same_is_now)
{
	int then[4] = { 0 }, now[4] = { 0 };
	struct holder holder = { then + 3, 77 }, back = { 0 };
	struct memory_regions regions = { .n = 0 };
	struct snapshot_reader reader;
	uint8_t *bytes;
	size_t len;

	ck_assert_int_eq(write_holder(&holder, holder_pointers, then, &bytes, &len), 0);
	memory_regions_keep(&regions, &back, sizeof(back), holder_pointers);
	memory_regions_know(&regions, now, sizeof(now));
	ck_assert(snapshot_open(&reader, key, bytes, len));
	ck_assert_int_eq(memory_image_read(&regions, &reader), 0);
	ck_assert_ptr_eq(back.to, now + 3);
	ck_assert_uint_eq(back.number, 77);
	free(bytes);
}
END_TEST

START_TEST(memory_pointers_elsewhere_or_undeclared_refused)
{
	int known[4] = { 0 };
	struct holder holder = { known, 77 };
	uint8_t *bytes;
	size_t len;

	ck_assert_int_eq(write_holder(&holder, holder_pointers, NULL, &bytes, &len), -EFAULT);
	free(bytes);
	ck_assert_int_eq(write_holder(&holder, NULL, known, &bytes, &len),
	                 sizeof(void *) > 4 ? -EFAULT : 0);
	free(bytes);
	holder.to = NULL;
	ck_assert_int_eq(write_holder(&holder, holder_pointers, NULL, &bytes, &len), 0);
	free(bytes);
}
END_TEST

/* --- Tables ------------------------------------------------------------------------------------------ */

/* A table under test, and everything it told since it began or was restored. */
struct subject {
	struct table *table;
	char told[1 << 20];
	size_t told_len;
};

static struct subject whole, part;

static void
on_changed(void *ctx, enum tracker_update what)
{
	struct subject *subject = ctx;

	ck_assert_uint_lt(subject->told_len + 8, sizeof(subject->told));
	subject->told[subject->told_len++] = (char)('A' + (int)what);
}

static void
on_alert(void *ctx, const struct alert *alert)
{
	struct subject *subject = ctx;
	struct text text;
	size_t len;

	text_begin(&text, subject->told + subject->told_len,
	           sizeof(subject->told) - subject->told_len);
	ck_assert_int_eq(alert_write(&text, alert, OUTPUT_CONTROL), 0);
	ck_assert_int_eq(text_end(&text, &len), 0);
	subject->told_len += len;
}

static void
begin(struct subject *subject)
{
	const struct table_listener listener = { .ctx = subject,
		                                 .changed = on_changed,
		                                 .alert = on_alert };

	subject->told_len = 0;
	ck_assert_int_eq(
		table_new(board_driver_find("dgt"), &config, NULL, &listener, &subject->table), 0);
}

/* Lines from..to of a capture; returns how many lines it has. */
static unsigned int
feed(struct table *table, const char *capture, unsigned int from, unsigned int to)
{
	struct capture_reader reader;
	struct capture_error error;
	struct capture_line line;
	unsigned int n = 0;
	char *text = strdup(capture), *at = text, *next, cause[256];

	capture_reader_init(&reader);
	for (; *at; at = next) {
		size_t len = strcspn(at, "\n");

		next = at + len + (at[len] == '\n');
		ck_assert_int_eq(capture_parse(&reader, at, len, &line, &error), 0);
		if (n >= from && n < to && table)
			table_line(table, &line, cause, sizeof(cause));
		n++;
	}
	free(text);
	return n;
}

/* Padding that is copied from the stack is zero in what is shipped (-ftrivial-auto-var-init), and may be anything in
 * other builds: even what looks like a pointer, and then the state is not written, and the daemon folds. */
#if defined(__OPTIMIZE__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&              \
	!defined(__SANITIZE_THREAD__)
#define PADDING_IS_ZERO true
#else
#define PADDING_IS_ZERO false
#endif

/* NULL: refused, as only a build may whose padding is not zero. */
static uint8_t *
save(struct table *table, size_t *ret_len)
{
	struct snapshot_writer writer;
	uint8_t *bytes;
	int r;

	snapshot_begin(&writer, key);
	r = table_save(table, &writer);
	ck_assert_int_eq(snapshot_end(&writer, &bytes, ret_len), 0);
	if (r == -EFAULT && !PADDING_IS_ZERO) {
		free(bytes);
		return NULL;
	}
	ck_assert_int_eq(r, 0);
	return bytes;
}

/* The old table is there until the new one is, so that both lie at other addresses; what is left of it afterwards
 * is no memory that anything may point to. */
static void
move_by_snapshot(struct subject *subject)
{
	struct table *old = subject->table;
	struct snapshot_reader reader;
	size_t len;
	uint8_t *bytes = save(old, &len);

	if (!bytes)
		return;
	begin(subject);
	ck_assert(snapshot_open(&reader, key, bytes, len));
	ck_assert_int_eq(table_restore(subject->table, &reader), 0);
	ck_assert_uint_eq(reader.at, reader.len);
	table_free(old);
	free(bytes);
}

/* Not only what can be asked for: every byte, and every pointer by what it points to. One that nobody has
 * declared differs, since the tables lie at different addresses. */
static void
assert_same_state(void)
{
	size_t a_len, b_len;
	uint8_t *a = save(whole.table, &a_len), *b = save(part.table, &b_len);

	/* What is zero is left out: where padding may be anything, the length is, too. */
	if (PADDING_IS_ZERO) {
		ck_assert_uint_eq(a_len, b_len);
		ck_assert_mem_eq(a, b, a_len);
	}
	free(a);
	free(b);
}

static void
assert_same_view(void)
{
	struct tracker_view a, b;
	struct driver_stats a_stats, b_stats;
	enum driver_link link;
	const char *advice;
	json_t *a_live = live_game(whole.table, NULL, 0), *b_live = live_game(part.table, NULL, 0);

	ck_assert(json_equal(a_live, b_live));
	json_decref(a_live);
	json_decref(b_live);
	table_view(whole.table, &a);
	table_view(part.table, &b);
	ck_assert_mem_eq(a.squares, b.squares, sizeof(a.squares));
	ck_assert_int_eq(a.sync, b.sync);
	ck_assert_uint_eq(a.sync_since_us, b.sync_since_us);
	ck_assert_uint_eq(a.troubled, b.troubled);
	ck_assert_uint_eq(a.clock_us, b.clock_us);
	table_driver(whole.table, &link, &a_stats, &advice);
	table_driver(part.table, &link, &b_stats, &advice);
	ck_assert_mem_eq(&a_stats, &b_stats, sizeof(a_stats));
	ck_assert_uint_eq(table_events(whole.table), table_events(part.table));
	ck_assert_uint_eq(table_plies(whole.table), table_plies(part.table));
	for (int i = 0; i < BOARD_FACTS; i++)
		ck_assert_str_eq(table_fact(whole.table, (enum board_fact)i),
		                 table_fact(part.table, (enum board_fact)i));
}

static void
assert_same_games(void)
{
	ck_assert_uint_eq(table_games(whole.table), table_games(part.table));
	for (size_t i = 0; i < table_games(whole.table); i++) {
		size_t a_len, b_len;
		const char *a = table_pgn(whole.table, i, &a_len);
		const char *b = table_pgn(part.table, i, &b_len);

		ck_assert_str_eq(a, b);
	}
}

/* What was told from the snapshot on is the end of what was told in the whole. */
static void
assert_same_told(void)
{
	ck_assert_uint_ge(whole.told_len, part.told_len);
	ck_assert_mem_eq(whole.told + whole.told_len - part.told_len, part.told, part.told_len);
}

/* With a control the clock is watched, without one games are dated by the recording. */
static void
set_control(const char *control)
{
	char error[512];

	snprintf(config.time_control, sizeof(config.time_control), "%s", control);
	snprintf(config.event.date, sizeof(config.event.date), "%s",
	         control[0] ? "2025-03-14" : "");
	ck_assert_msg(config_settle(&config, error, sizeof(error)) == 0, "%s", error);
}

static const char *const captures[] = {
	"tests/captures/evergreen-rotated.capture", "tests/captures/immortal-human.capture",
	"tests/captures/opera-clean.capture",       "tests/captures/opera-no-clock.capture",
	"tests/captures/three-games.capture",
};

START_TEST(snapshot_goes_on_as_the_full_fold)
{
	size_t len;
	int half = CUTS * (int)(sizeof(captures) / sizeof(captures[0]));
	char *capture = test_read_file(test_source_path(captures[_i % half / CUTS]), &len);
	unsigned int n, cut;

	set_control(_i < half ? "40/5400+30:1800+30" : "");
	ck_assert_ptr_nonnull(capture);
	n = feed(NULL, capture, 0, 0);
	cut = n * (unsigned int)(_i % CUTS + 1) / (CUTS + 1);
	begin(&whole);
	begin(&part);
	feed(whole.table, capture, 0, n);
	feed(part.table, capture, 0, cut);
	move_by_snapshot(&part);
	feed(part.table, capture, cut, n);
	assert_same_view();
	assert_same_state();
	table_advance(whole.table, UINT64_C(36000000000));
	table_advance(part.table, UINT64_C(36000000000));
	assert_same_view();
	table_finish(whole.table);
	table_finish(part.table);
	assert_same_games();
	assert_same_told();
	table_free(whole.table);
	table_free(part.table);
	free(capture);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("snapshot");
	TCase *tcase = tcase_create("snapshot");

	config_defaults(&config);
	tcase_add_test(tcase, snapshot_parts_come_back);
	tcase_add_test(tcase, snapshot_zeros_are_not_written_to_zeros);
	tcase_add_test(tcase, snapshot_of_another_or_damaged_refused);
	tcase_add_test(tcase, memory_pointers_go_where_the_same_is_now);
	tcase_add_test(tcase, memory_pointers_elsewhere_or_undeclared_refused);
	tcase_add_loop_test(tcase, snapshot_goes_on_as_the_full_fold, 0,
	                    2 * CUTS * (int)(sizeof(captures) / sizeof(captures[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
