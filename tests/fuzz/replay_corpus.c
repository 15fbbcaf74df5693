/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * main for a fuzz target without libFuzzer: runs it on every file of a corpus folder, so that what
 * fuzzing once found stays found in every build.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
main(int argc, char **argv)
{
	int n = 0;

	for (int i = 1; i < argc; i++) {
		DIR *folder = opendir(argv[i]);
		struct dirent *entry;

		if (!folder) {
			perror(argv[i]);
			return EXIT_FAILURE;
		}
		while ((entry = readdir(folder))) {
			char path[4096];
			size_t len;
			char *text;

			if (entry->d_name[0] == '.')
				continue;
			snprintf(path, sizeof(path), "%s/%s", argv[i], entry->d_name);
			text = test_read_file(path, &len);
			if (!text) {
				perror(path);
				closedir(folder);
				return EXIT_FAILURE;
			}
			LLVMFuzzerTestOneInput((const uint8_t *)text, len);
			free(text);
			n++;
		}
		closedir(folder);
	}
	printf("%d inputs replayed\n", n);
	return n > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
