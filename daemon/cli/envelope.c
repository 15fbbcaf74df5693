/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube envelope: what must stand on the envelope of an adjourned game, to be printed.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "daemon/cli/ask.h"
#include "daemon/cli/command.h"
#include "daemon/texts.h"

static const char usage[] =
	"usage: adoube envelope [--socket PATH | --config FILE] [--json] TABLE [en|fr|de]\n"
	"\n"
	"Print what must stand on the envelope of the game adjourned at a table (I.2): the\n"
	"players, the position before the sealed move, the times used, who sealed which move,\n"
	"an open offer of a draw, when and where play goes on. What was sealed is not in it.\n"
	"\n"
	"  adoube tell 3 arbiter what=seal\n"
	"  adoube tell 3 arbiter what=adjourned resume='2025-03-15 10:00' place='Main hall'\n"
	"  adoube envelope 3\n"
	"\n"
	"  --socket PATH  the daemon's control socket (/run/adoubed/control)\n"
	"  --config FILE  take the socket's folder from this configuration file\n"
	"  --json         print the daemon's answer as it is\n";

static const struct ask_command envelope_command = { "envelope", usage, true };

static const char *
text_of(const json_t *envelope, const char *key)
{
	const char *text = json_string_value(json_object_get(envelope, key));

	return text ? text : "................";
}

/* White below, a line a rank. */
static void
print_diagram(const char *fen)
{
	struct position position;

	if (fen_parse(fen, strlen(fen), &position, NULL) != 0)
		return;
	for (int rank = 7; rank >= 0; rank--) {
		printf("  %d ", rank + 1);
		for (int file = 0; file < 8; file++)
			printf(" %c",
			       piece_letter(position_piece_at(&position, sq_make(file, rank))));
		putchar('\n');
	}
	puts("     a b c d e f g h");
}

static const char *
side_word(const json_t *envelope, const char *key, int language)
{
	const char *side = json_string_value(json_object_get(envelope, key));

	return text_in(language, !side                        ? TEXT_ENVELOPE_NONE
	                         : strcmp(side, "white") == 0 ? TEXT_WHITE
	                                                      : TEXT_BLACK);
}

static void
print_envelope(const json_t *envelope, int language)
{
	const json_t *used = json_object_get(envelope, "used");
	const char *fen = text_of(envelope, "fen");

	printf("%s: %s - %s\n", text_in(language, TEXT_ENVELOPE_PLAYERS),
	       text_of(envelope, "white"), text_of(envelope, "black"));
	printf("%s: %s\n", text_in(language, TEXT_ENVELOPE_POSITION), fen);
	print_diagram(fen);
	printf("%s: %s ", text_in(language, TEXT_ENVELOPE_USED), text_in(language, TEXT_WHITE));
	ask_print_time(json_object_get(used, "white"), "........");
	printf(", %s ", text_in(language, TEXT_BLACK));
	ask_print_time(json_object_get(used, "black"), "........");
	printf("\n%s: %s\n", text_in(language, TEXT_ENVELOPE_SEALED),
	       side_word(envelope, "side", language));
	printf("%s: %lld\n", text_in(language, TEXT_ENVELOPE_NUMBER),
	       (long long)json_integer_value(json_object_get(envelope, "move")));
	printf("%s: %s\n", text_in(language, TEXT_ENVELOPE_OFFER),
	       side_word(envelope, "draw_offer", language));
	printf("%s: %s, %s\n", text_in(language, TEXT_ENVELOPE_RESUMPTION),
	       text_of(envelope, "resume"), text_of(envelope, "place"));
}

static int
print_answer(const char *text, int language)
{
	json_t *answer = json_loads(text, 0, NULL);
	const char *error = json_string_value(json_object_get(answer, "error"));
	bool ok = json_is_true(json_object_get(answer, "ok"));

	if (ok)
		print_envelope(json_object_get(answer, "envelope"), language);
	else
		fprintf(stderr, "adoube envelope: adoubed answers: %s\n", error ? error : text);
	json_decref(answer);
	return ok ? COMMAND_OK : COMMAND_FAILED;
}

int
command_envelope(int argc, char **argv)
{
	struct ask_options options = { 0 };
	int status = ask_parse(&envelope_command, argc, argv, &options);
	char *end = NULL, *answer;
	int language;
	long table;

	if (status >= 0)
		return status;
	table = options.n_words > 0 ? strtol(options.words[0], &end, 10) : 0;
	language = options.n_words == 2 ? language_find(options.words[1]) : ALERT_ENGLISH;
	if (options.n_words > 2 || language < 0 || !end || *end != '\0' || table < 1) {
		fputs("adoube envelope: it takes the number of a table, and en, fr or de\n",
		      stderr);
		return COMMAND_USAGE;
	}
	answer =
		ask_request(&envelope_command, &options,
	                    json_pack("{s:s, s:I}", "cmd", "envelope", "table", (json_int_t)table));
	if (!answer)
		return COMMAND_FAILED;
	status = options.json ? (puts(answer), COMMAND_OK) : print_answer(answer, language);
	free(answer);
	return status;
}
