/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_program.h"

#include <elf.h>
#include <link.h>
#include <nettle/sha2.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "daemon/journal_entry.h"

/* find_build_id: among the notes[len] of a program, into hash[JOURNAL_HASH], the rest of it zero. */
static bool
find_build_id(const uint8_t *notes, size_t len, uint8_t *hash)
{
	ElfW(Nhdr) note;
	size_t at = 0;

	while (len - at >= sizeof(note)) {
		size_t name, body;

		memcpy(&note, notes + at, sizeof(note));
		name = at + sizeof(note);
		body = name + ((note.n_namesz + 3) & ~(size_t)3);
		at = body + ((note.n_descsz + 3) & ~(size_t)3);
		if (at > len)
			return false;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    memcmp(notes + name, "GNU", 4) == 0 && note.n_descsz >= 8) {
			memcpy(hash, notes + body,
			       note.n_descsz < JOURNAL_HASH ? note.n_descsz : JOURNAL_HASH);
			return true;
		}
	}
	return false;
}

/* look_into: the first object is the program itself. 1: found; -1: it has none. */
static int
look_into(struct dl_phdr_info *info, size_t size, void *hash)
{
	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		uintptr_t at = info->dlpi_addr + header->p_vaddr;
		const uint8_t *notes = (const uint8_t *)at; /* NOLINT(performance-no-int-to-ptr) */

		if (header->p_type == PT_NOTE && find_build_id(notes, header->p_memsz, hash))
			return 1;
	}
	return -1;
}

/* hash_self: for a linker that gives no build id; takes some milliseconds more. */
static void
hash_self(uint8_t hash[JOURNAL_HASH])
{
	FILE *file = fopen("/proc/self/exe", "re");
	struct sha256_ctx sha;
	uint8_t bytes[65536];
	size_t n;

	sha256_init(&sha);
	while (file && (n = fread(bytes, 1, sizeof(bytes), file)) > 0)
		sha256_update(&sha, n, bytes);
	sha256_digest(&sha, JOURNAL_HASH, hash);
	if (file)
		fclose(file);
}

const char *
journal_program(void)
{
	static char program[JOURNAL_PROGRAM];
	uint8_t hash[JOURNAL_HASH] = { 0 };
	char text[JOURNAL_HASH_TEXT];

	if (program[0] == '\0') {
		if (dl_iterate_phdr(look_into, hash) != 1)
			hash_self(hash);
		journal_hash_text(hash, text);
		snprintf(program, sizeof(program), "%.40s %.16s", ADOUBED_VERSION, text);
	}
	return program;
}
