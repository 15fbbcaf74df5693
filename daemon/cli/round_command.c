/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/cli/round.h"

static const char round_usage[] =
	"usage: adoube round [OPTION...] [list]\n"
	"       adoube round [OPTION...] check [--lang en|fr|de]\n"
	"       adoube round [OPTION...] open ROUND\n"
	"       adoube round [OPTION...] close\n"
	"       adoube round [OPTION...] import [--round ROUND] FILE\n"
	"       adoube round [OPTION...] results [--csv | --pgn] [--all] [ROUND]\n\n"
	"list     the rounds of the event, and which is open\n"
	"check    before play begins: what is not as it should be at any table; status 1 if\n"
	"         anything is not\n"
	"open     the tables begin that round, with its players; the one before must be closed\n"
	"close    what is published of the round stays as it is; its games are kept\n"
	"import   names from PGN or CSV for the round that the file or --round names, else for\n"
	"         the one that is there; the difference is shown first\n"
	"results  of the round that is there, or of one that was closed; of each table the first\n"
	"         game with a result, else the last; with --all every one\n\n"
	"  --lang LANG    language of check: en (default), fr or de\n"
	"  --round ROUND  for import\n"
	"  --csv, --pgn   results in this form\n"
	"  --all          all games of a table\n" ORDER_HELP;

const struct ask_command round_command = { "round", round_usage, true };
