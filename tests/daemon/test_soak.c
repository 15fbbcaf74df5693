/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A hall of simulated boards, and a daemon that is killed with SIGKILL at random moments: no ply that was
 * published may be missing afterwards, none may be there twice.
 *
 * Arguments: the paths of adoubed and of adoube; then, for a bench, how many boards and how many kills.
 * $ADOUBED_SEED repeats a run.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>
#include <jansson.h>

#include "tests/daemon/process.h"
#include "tests/support.h"

#define BOARDS_MAX 1000
#define GAMES_MAX  8192
#define SPEED      "10"

static const char *adoubed, *adoube;
static unsigned int n_boards = 4, n_kills = 6;
static char folder[] = "/tmp/test_soak_XXXXXX";
static char config_path[64], game_path[64];
static struct process simulators[BOARDS_MAX], server;

/* Morphy's opera game, as in test_adoubed. */
static const char moves[] = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 "
			    "Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 "
			    "Rd8# ";

/* The games of a /pgn: their moves, each followed by a blank, in the order they are served. */
struct games {
	char *moves[GAMES_MAX];
	char *name[GAMES_MAX]; /* the tag Round: round, table and game */
	size_t n;
};

static void
write_files(void)
{
	FILE *file = fopen(game_path, "we");

	ck_assert_ptr_nonnull(file);
	fprintf(file, "[Event \"?\"]\n[Result \"1-0\"]\n[TimeControl \"5400+30\"]\n\n%s1-0\n",
	        moves);
	fclose(file);
	file = fopen(config_path, "we");
	ck_assert_ptr_nonnull(file);
	fprintf(file,
	        "[event]\nname = Soak\nround = 1\n"
	        "[daemon]\nstate_dir = %s/state\nruntime_dir = %s/run\nport = 0\n"
	        "snapshot_seconds = 1\n",
	        folder, folder);
	for (unsigned int i = 1; i <= n_boards; i++)
		fprintf(file, "[table %u]\nboard = %s/board-%u\n", i, folder, i);
	fclose(file);
}

static void
start_simulators(void)
{
	char link[96], name[32];
	const char *argv[] = { adoube,   "simulate", "--pgn",  game_path,   "--pty", "--link",
		               link,     "--speed",  SPEED,    "--profile", "clean", "--quiet",
		               "--pace", "20",       "--loop", NULL };

	for (unsigned int i = 0; i < n_boards; i++) {
		snprintf(link, sizeof(link), "%s/board-%u", folder, i + 1);
		snprintf(name, sizeof(name), "simulate-%u", i + 1);
		process_start(&simulators[i], folder, name, NULL, argv);
	}
}

static uint16_t
start_server(void)
{
	const char *argv[] = { adoubed, "--config", config_path, NULL };

	process_start(&server, folder, "adoubed", NULL, argv);
	return process_port(&server);
}

/* The moves of one game from *p on, which is behind its tags: words that are no numbers, comments or
 * results. Ends at the next tag. */
static char *
read_moves(const char **p)
{
	char *text = calloc(1, 4096);
	size_t len = 0;

	ck_assert_ptr_nonnull(text);
	while (**p && **p != '[') {
		size_t word = strcspn(*p, " \n");

		if (**p == '{')
			word = strcspn(*p, "}") + 1;
		else if (word > 0 && (*p)[word - 1] != '.' && **p != '*' && **p != '0' &&
		         strncmp(*p, "1-0", 3) != 0 && strncmp(*p, "1/2", 3) != 0) {
			ck_assert_uint_lt(len + word + 2, 4096);
			memcpy(text + len, *p, word);
			len += word;
			text[len++] = ' ';
		}
		*p += word;
		*p += strspn(*p, " \n");
	}
	return text;
}

static void
read_games(struct games *games, const char *pgn)
{
	memset(games, 0, sizeof(*games));
	for (const char *p = pgn; p && (p = strstr(p, "[GameId \"")) != NULL;) {
		size_t len;

		ck_assert_uint_lt(games->n, GAMES_MAX);
		p += 9;
		len = strcspn(p, "\"");
		games->name[games->n] = strndup(p, len);
		p += len + 2;
		while (*p && !(p[0] == '\n' && p[1] == '\n'))
			p++;
		p += strspn(p, "\n");
		games->moves[games->n++] = read_moves(&p);
	}
}

static void
free_games(struct games *games)
{
	for (size_t i = 0; i < games->n; i++) {
		free(games->moves[i]);
		free(games->name[i]);
	}
	memset(games, 0, sizeof(*games));
}

/* --- What was seen must be in the journal ------------------------------------------------------------ */

/* Texts of games, one "[Event " to the next. */
struct texts {
	char **list;
	size_t n, size;
};

static struct texts seen, published;

static void
add_texts(struct texts *texts, const char *pgn)
{
	while (pgn && *pgn) {
		const char *next = strstr(pgn + 1, "\n[Event ");
		size_t len = next ? (size_t)(next + 1 - pgn) : strlen(pgn);

		if (texts->n == texts->size) {
			texts->size = texts->size ? 2 * texts->size : 1024;
			texts->list = realloc(texts->list, texts->size * sizeof(char *));
			ck_assert_ptr_nonnull(texts->list);
		}
		texts->list[texts->n++] = strndup(pgn, len);
		pgn = next ? next + 1 : NULL;
	}
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Each different text once. */
static void
sort_texts(struct texts *texts)
{
	size_t n = 0;

	qsort(texts->list, texts->n, sizeof(char *), by_text);
	for (size_t i = 0; i < texts->n; i++) {
		if (n > 0 && strcmp(texts->list[n - 1], texts->list[i]) == 0)
			free(texts->list[i]);
		else
			texts->list[n++] = texts->list[i];
	}
	texts->n = n;
}

static void
free_texts(struct texts *texts)
{
	for (size_t i = 0; i < texts->n; i++)
		free(texts->list[i]);
	free(texts->list);
	memset(texts, 0, sizeof(*texts));
}

/* read_published: every text the journal says was published. */
static void
read_published(void)
{
	char journal[96], *line = NULL;
	const char *argv[] = { adoube,      "journal", "show",  "--kind",
		               "published", "--json",  journal, NULL };
	struct process process;
	size_t size = 0;
	FILE *file;

	snprintf(journal, sizeof(journal), "%s/state/journals/soak.journal", folder);
	process_start(&process, folder, "show", NULL, argv);
	ck_assert_msg(process_end(&process, 0) == 0, "%s", process_read(process.err));
	file = fopen(process.out, "re");
	ck_assert_ptr_nonnull(file);
	while (getline(&line, &size, file) > 0) {
		json_t *entry = json_loads(line, 0, NULL);
		const char *pgn = json_string_value(
			json_object_get(json_object_get(entry, "published"), "pgn"));

		ck_assert_ptr_nonnull(pgn);
		add_texts(&published, pgn);
		json_decref(entry);
	}
	free(line);
	fclose(file);
}

static void
assert_all_seen_published(void)
{
	read_published();
	sort_texts(&seen);
	sort_texts(&published);
	for (size_t i = 0; i < seen.n; i++)
		ck_assert_msg(bsearch(&seen.list[i], published.list, published.n, sizeof(char *),
		                      by_text) != NULL,
		              "this left the machine and is not in the journal: %s", seen.list[i]);
}

/* --- What was seen must be there after a restart ------------------------------------------------------ */

static size_t n_plies, n_revised, n_withdrawn;

static bool
begins_with(const char *text, const char *part)
{
	return strncmp(text, part, strlen(part)) == 0;
}

/* The last two plies of *moves, where there are as many. */
static const char *
last_two(const char *text)
{
	const char *p = text + strlen(text);

	for (int blanks = 0; p > text && blanks < 3; p--)
		blanks += p[-1] == ' ';
	return p > text ? p + 2 : text;
}

/* What came after the kill may be more, or, with what the board shows now, a revision, which may take plies back
 * as well; never the same once more. That what was published comes of the journal again, before anything new
 * is heard, the daemon itself holds against it at its start: see assert_folds. */
static void
compare_game(const char *name, const char *was, const char *is)
{
	char doubled[8192];

	n_plies += strlen(was) > 0;
	if (!begins_with(is, was)) {
		n_revised++;
		n_withdrawn += begins_with(was, is);
		return;
	}
	snprintf(doubled, sizeof(doubled), "%s%s", was, last_two(was));
	ck_assert_msg(was[0] == '\0' || !begins_with(is, doubled), "%s: doubled: %s", name, is);
}

static void
compare(const struct games *before, const struct games *after)
{
	for (size_t i = 0; i < before->n; i++) {
		size_t j = 0;

		while (j < after->n && strcmp(before->name[i], after->name[j]) != 0)
			j++;
		ck_assert_msg(j < after->n, "%s is missing after the restart", before->name[i]);
		compare_game(before->name[i], before->moves[i], after->moves[j]);
	}
}

/* assert_folds: of the journal comes what was published; the daemon says where it does not. */
static void
assert_folds(void)
{
	static const char *const complaints[] = { "differs from what was published",
		                                  "are others than were recorded" };
	const char *log = process_read(server.err);

	for (size_t i = 0; i < sizeof(complaints) / sizeof(complaints[0]); i++) {
		const char *line = strstr(log, complaints[i]);

		while (line && line > log && line[-1] != '\n')
			line--;
		ck_assert_msg(!line, "%.*s", (int)strcspn(line, "\n"), line);
	}
}

/* fold_again: what was published comes of the journal, and of the journal alone. */
static void
fold_again(const char *pgn, bool from_snapshots)
{
	uint16_t port = start_server();

	ck_assert_str_eq(process_get(port, "/pgn"), pgn);
	ck_assert_msg(process_holds(server.err, "goes on from a snapshot") == from_snapshots,
	              "%s from a snapshot: %s", from_snapshots ? "not" : "goes on",
	              process_read(server.err));
	assert_folds();
	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
}

/* assert_checked: of every game the last revision comes of the entries before it. */
static void
assert_checked(void)
{
	char journal[96];
	const char *argv[] = { adoube, "journal", "check", journal, NULL };
	struct process process;

	snprintf(journal, sizeof(journal), "%s/state/journals/soak.journal", folder);
	process_start(&process, folder, "check", NULL, argv);
	ck_assert_msg(process_end(&process, 0) == 0, "%s", process_read(process.out));
	ck_assert(process_holds(process.out, "as the entries give them"));
}

static uint16_t
kill_once(uint16_t port, unsigned int ms)
{
	static struct games before, after;
	static size_t n_different = 1000;
	char *pgn;
	int status;

	process_sleep_ms(ms);
	pgn = process_get(port, "/pgn");
	status = process_end(&server, SIGKILL);
	ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL,
	              "the daemon ended by itself (wait status 0x%x): %s", (unsigned int)status,
	              process_read(server.err));
	add_texts(&seen, pgn);
	read_games(&before, pgn);
	port = start_server();
	pgn = process_get(port, "/pgn");
	add_texts(&seen, pgn);
	read_games(&after, pgn);
	compare(&before, &after);
	assert_folds();
	free_games(&before);
	free_games(&after);
	process_forget();
	if (seen.n > 2 * n_different) {
		sort_texts(&seen);
		n_different = seen.n;
	}
	return port;
}

/* await_game: however slow the machine is, there is something to lose. */
static void
await_game(uint16_t port)
{
	uint64_t since = process_now_ms();

	const char *pgn;

	while (!(pgn = process_get(port, "/pgn")) || !strstr(pgn, "1. e4")) {
		if (process_now_ms() - since > PROCESS_PATIENCE_MS)
			ck_abort_msg("no game begins: %s", process_read(server.err));
		process_sleep_ms(50);
	}
}

START_TEST(soak_no_published_ply_lost_or_doubled)
{
	unsigned int seed = test_seed();
	char command[128], *pgn;
	uint16_t port;

	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(config_path, sizeof(config_path), "%s/adoubed.conf", folder);
	snprintf(game_path, sizeof(game_path), "%s/game.pgn", folder);
	write_files();
	start_simulators();
	port = start_server();
	await_game(port);
	for (unsigned int i = 0; i < n_kills; i++) {
		seed = seed * 1103515245u + 12345u;
		port = kill_once(port, 100 + (seed >> 16) % 900);
		if ((i + 1) % 100 == 0)
			fprintf(stderr, "%u of %u kills\n", i + 1, n_kills);
	}
	/* They take their links with them: a terminal's name is used again at once, by anybody. */
	for (unsigned int i = 0; i < n_boards; i++)
		process_end(&simulators[i], SIGTERM);
	process_sleep_ms(500); /* what the boards said last is published */
	process_end(&server, SIGKILL);
	port = start_server();
	pgn = process_get(port, "/pgn");
	ck_assert_int_eq(process_end(&server, SIGTERM), 0);
	fold_again(pgn, true);
	snprintf(command, sizeof(command), "rm -r %s/state/journals/soak.journal.snapshots",
	         folder);
	ck_assert_int_eq(system(command), 0);
	fold_again(pgn, false);
	assert_all_seen_published();
	assert_checked();
	printf("%u boards, %u kills: %zu times a published game was looked for after a restart; "
	       "none is missing or has a ply twice, each came of the journal as it was published; "
	       "then %zu were revised by what came from the board (%zu to fewer plies); all of %zu "
	       "texts seen are in the journal\n",
	       n_boards, n_kills, n_plies, n_revised, n_withdrawn, seen.n);
	ck_assert_uint_gt(n_plies, 0);
	free_texts(&seen);
	free_texts(&published);
	test_remove_folder(folder);
}
END_TEST

int
main(int argc, char **argv)
{
	Suite *suite = suite_create("soak");
	TCase *tcase = tcase_create("soak");

	if (argc != 3 && argc != 5)
		return EXIT_FAILURE;
	adoubed = argv[1];
	adoube = argv[2];
	if (argc == 5) {
		n_boards = (unsigned int)strtoul(argv[3], NULL, 10);
		n_kills = (unsigned int)strtoul(argv[4], NULL, 10);
		process_be_patient(600000); /* a journal of a million entries is folded */
		if (n_boards < 1 || n_boards > BOARDS_MAX || n_kills < 1)
			return EXIT_FAILURE;
	}
	test_seed();
	tcase_set_timeout(tcase, argc == 5 ? 0 : 100);
	tcase_add_test(tcase, soak_no_published_ply_lost_or_doubled);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
