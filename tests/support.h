/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What every test program needs beside Check.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <check.h>

/* Check notes in a file where a test is at every assertion that holds, to say so if it crashes: that was most of the
 * time of a test that asserts a million times. A debugger or a sanitizer says more. */
#define _mark_point(file, line) ((void)0)

#define TEST_SKIP 77 /* exit status CTest reads as "skipped" */

/* test_shared_path: the path of `name` in the folder of shared material ($ADOUBED_SHARED, else
 * ../shared beside the checkout), in a static buffer; NULL when there is no such file. */
const char *test_shared_path(const char *name);

/* test_source_path: the path of `name` in the source tree, in a static buffer. */
const char *test_source_path(const char *name);

/* test_read_file: the whole of a file, NUL-terminated, to be freed; NULL when it cannot be read. */
char *test_read_file(const char *path, size_t *ret_len);

/* test_remove_folder: with all that is in it; `folder` is a name without blanks. */
void test_remove_folder(const char *folder);

/* test_seed: the seed of this run, printed once; $ADOUBED_SEED sets it. */
unsigned int test_seed(void);

/* test_sample_seed: the seed of a sample whose verdict is a rate: the same every time, so that a rare
 * failure is not met by chance; the benches count those. $ADOUBED_SEED sets it. */
unsigned int test_sample_seed(void);

/* test_many: how many times to do what is done many times because each is another: `n`; under a sanitizer, which looks
 * at memory and takes ten times as long, a quarter of them. */
int test_many(int n);

/* test_piece: the man of a FEN letter; EMPTY for '.', SOME_MAN for '?'. Another letter fails the test. */
uint8_t test_piece(char letter);

struct Suite;

/* test_run: run a suite and return the exit status for main. */
int test_run(struct Suite *suite);

/* test_run_each: run a suite that is check(0) to check(n - 1), each a test; the exit status for main. */
int test_run_each(const char *name, void (*check)(int i), size_t n);
