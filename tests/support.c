/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "core/base/invariant.h"
#include "core/chess/types.h"

/* Check gives a test four seconds. Time limits are here to end what hangs, on a machine that is busy and under a
 * sanitizer, too; tcase_set_timeout counts in the same long seconds. */
#define TEST_TIMEOUT_S    "60"
#define TEST_SECOND_LASTS "3"

__attribute__((constructor)) static void
be_patient(void)
{
	setenv("CK_DEFAULT_TIMEOUT", TEST_TIMEOUT_S, 0);
	setenv("CK_TIMEOUT_MULTIPLIER", TEST_SECOND_LASTS, 0);
}

_Noreturn void
invariant_failed(const char *file, int line, const char *condition)
{
	fprintf(stderr, "%s:%d: invariant failed: %s\n", file, line, condition);
	abort();
}

const char *
test_shared_path(const char *name)
{
	static char path[4096];
	const char *root = getenv("ADOUBED_SHARED");

	snprintf(path, sizeof(path), "%s/%s", root ? root : TEST_SOURCE_DIR "/../shared", name);
	return access(path, R_OK) == 0 ? path : NULL;
}

const char *
test_source_path(const char *name)
{
	static char path[4096];

	snprintf(path, sizeof(path), "%s/%s", TEST_SOURCE_DIR, name);
	return path;
}

char *
test_read_file(const char *path, size_t *ret_len)
{
	FILE *file = fopen(path, "rb");
	char *text = NULL;
	long size;

	if (!file)
		return NULL;
	if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0) {
		rewind(file);
		text = malloc((size_t)size + 1);
		if (text && fread(text, 1, (size_t)size, file) == (size_t)size) {
			text[size] = '\0';
			*ret_len = (size_t)size;
		} else {
			free(text);
			text = NULL;
		}
	}
	fclose(file);
	return text;
}

/* The seed that was asked for, else `otherwise`; said once. */
static unsigned int
choose_seed(unsigned int otherwise)
{
	static unsigned int seed;
	const char *set = getenv("ADOUBED_SEED");

	if (seed == 0) {
		seed = set ? (unsigned int)strtoul(set, NULL, 10) : otherwise;
		printf("ADOUBED_SEED=%u\n", seed);
	}
	return seed;
}

void
test_remove_folder(const char *folder)
{
	char command[256];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	ck_assert_int_eq(system(command), 0);
}

unsigned int
test_seed(void)
{
	return choose_seed((unsigned int)time(NULL));
}

unsigned int
test_sample_seed(void)
{
	return choose_seed(1);
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TEST_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_SANITIZED
#endif

int
test_many(int n)
{
#ifdef TEST_SANITIZED
	return n / 4;
#else
	return n;
#endif
}

uint8_t
test_piece(char letter)
{
	for (uint8_t piece = 0; piece <= SOME_MAN; piece++)
		if (piece_letter(piece) == letter && letter != ' ')
			return piece;
	ck_abort_msg("no man '%c'", letter);
	return EMPTY;
}

int
test_run(struct Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Check's tests take no arguments. */
static void (*check_each)(int i);

START_TEST(each_one_holds)
{
	check_each(_i);
}
END_TEST

int
test_run_each(const char *name, void (*check)(int i), size_t n)
{
	Suite *suite = suite_create(name);
	TCase *tcase = tcase_create(name);

	check_each = check;
	tcase_add_loop_test(tcase, each_one_holds, 0, (int)n);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
