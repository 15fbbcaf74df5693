/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which lines account for all that was told in a while, and which do not.
 */
#include "core/tracker/anew/account.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/clock_reading.h"
#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "core/tracker/anew/account_open.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"

#define MS 1000

/* Told since a quiet picture: "1000 e2- 1200 e4+P 1300!" is a man lifted, put down, and a press, at milliseconds. Where
 * nobody presses there is no clock. */
struct told {
	const char *name, *fen;
	const char *told; /* behind "slow": by a board whose scan takes 600 ms, not 230 */
	const char *line; /* one that is weighed, or NULL */
	bool accounted;
	const char *found; /* the best, or NULL; with the rival, where there is one, behind a '|' */
};

#define KNIGHTS "4k3/8/5n2/8/8/5N2/8/4K3 w - - 0 1"
#define CORNERS "n3k3/2p5/8/8/8/8/2P5/N3K3 w - - 0 1"
#define TAKES   "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1"

static const struct told cases[] = {
	{ "a ply and its press", KNIGHTS, "1000 f3- 1200 g5+N 1300!", "Ng5", true, "Ng5" },
	{ "the clock is heard before the board", KNIGHTS, "1000 f3- 1200! 1300 g5+N", "Ng5", true,
	  "Ng5" },
	{ "but not by half a second", KNIGHTS, "1000 f3- 1200! 1800 g5+N", "Ng5", false, NULL },
	{ "the last ply needs no press", KNIGHTS, "1000 f3- 1200 g5+N 1300! 2000 f6- 2200 g4+n",
	  "Ng5 Ng4", true, "Ng5 Ng4" },
	{ "a man on his way is seen for a scan", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
	  "1000 a1- 1200 a3+R 1400 a3- 1420 a6+R 1500!", "Ra6", true, "Ra6" },
	{ "who is held over a square out of his way passes those before it, too",
	  "1R6/6k1/8/8/4K3/8/8/8 w - - 0 1",
	  "670 b8- 810 b5+R 1040 b5- 1240 b4+R 2370 b4- 2440 g7- 2455! 2460 b7+R 2555! 2700 f8+k "
	  "3140 b7- 3400 b8+R 3470!",
	  NULL, false, "Rb7 Kf8 Rb8" },
	{ "who stood there when the clock was pressed was not on his way",
	  "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "1000 a1- 1200 a3+R 1300! 2400 a3- 2600 a6+R", "Ra6",
	  false, NULL },
	{ "a taken man is put beside his square for a moment", TAKES,
	  "1000 c3- 1100 e5+p 1110 d5:N 1300 e5- 1400!", "Nxd5", true, "Nxd5" },
	{ "but not far away", TAKES, "1000 c3- 1100 h8+p 1110 d5:N 1300 h8- 1400!", "Nxd5", false,
	  NULL },
	{ "a man is adjusted", TAKES, "1000 c3- 1200 d5:N 1400! 2000 e8- 2400 e8+k", "Nxd5", true,
	  "Nxd5" },
	{ "a man is taken up, thought about, and put back", TAKES,
	  "1000 c3- 1200 d5:N 1400! 2000 e8- 9000 e8+k", "Nxd5", true, "Nxd5" },
	{ "both take on one square between two scans: it reads as it did",
	  "rn1qr1k1/pp3ppp/1bp1bn2/3pp1B1/1P2P3/P1NP1N2/2P1BPPP/R2Q1RK1 w - - 0 1",
	  "1000 e4- 1098! 1238! 1289 c6- 1441 d3- 1512! 1707 d4+P 1741 e5- 1948 e4+p 1984! 2114! "
	  "2159 f3- 2215 e5+N",
	  "exd5 cxd5 d4 e4 Ne5", true, "exd5 cxd5 d4 e4 Ne5" },
	{ "not where the first of them had time to be seen",
	  "rn1qr1k1/pp3ppp/1bp1bn2/3pp1B1/1P2P3/P1NP1N2/2P1BPPP/R2Q1RK1 w - - 0 1",
	  "1000 e4- 1098! 1889 c6- 2238! 2441 d3- 2512! 2707 d4+P 2741 e5- 2948 e4+p 2984! 3114! "
	  "3159 f3- 3215 e5+N",
	  "exd5 cxd5 d4 e4 Ne5", false, NULL },
	{ "a man is put where he may go, stays there, and is taken back", KNIGHTS,
	  "1000 f3- 1200 g5+N 1400! 2000 f6- 2200 g4+n 3700 g4- 3900 f6+n", "Ng5", true, "Ng5" },
	{ "but where nobody has pressed for the last ply that may be plies, too", KNIGHTS,
	  "1000 f3- 1200 g5+N 1400! 2000 f6- 2200 g4+n 3000 g5- 3200 e4+N 5000 e4- 5200 g5+N",
	  "Ng5 Ng4", false, NULL },
	{ "not where he may not go", KNIGHTS,
	  "1000 f3- 1200 g5+N 1400! 2000 f6- 2200 c6+n 3700 c6- 3900 f6+n", "Ng5", false, NULL },
	{ "nor a man of him who has just pressed", KNIGHTS,
	  "1000 f3- 1200 g5+N 1400! 2000 g5- 2200 e4+N 3700 e4- 3900 g5+N", "Ng5", false, NULL },
	{ "out and back between two scans, and the clock tells", KNIGHTS,
	  "1000 f3- 1200 g5+N 1300! 2000 f6- 2100! 2150 g5- 2200 f3+N 2210! 2400 f6+n 2500!", NULL,
	  false, "Ng5 Nd5 Nf3 Nf6|" },
	{ "not where he had time to be seen", KNIGHTS,
	  "1000 f3- 1200 g5+N 1300! 2000 f6- 2100! 3650 g5- 3700 f3+N 3710! 3900 f6+n 4000!", NULL,
	  false, NULL },
	{ "who comes late to a square from the one beside it may have gone there from it before",
	  "8/8/8/8/5k2/6p1/6K1/8 w - - 0 1",
	  "slow 1490 g2- 1583! 1649 f4- 1907! 2024 f1+K 2174 f3+k 2224! 2765 g3- 2989! 3290 g2+p "
	  "3766! 3815 g1+K 3824 f1- 4574 f3- 4902! 5165 g3+k",
	  "Kg1 Kf3 Kf1 g2 Kg1 Kg3", true, "Kg1 Kf3 Kf1 g2 Kg1 Kg3" },
	{ "who was not seen where he went, and comes there once more, had gone on meanwhile",
	  "6b1/5Npk/8/8/8/8/8/7K b - - 0 1",
	  "1000 h7- 1030! 1180! 1300 e5+N 1310! 1340 h7+k 1350 f7- 1500 e5- 1600 f7+N 1610! "
	  "1700 h7- 1800 g6+k 1810!",
	  NULL, false, "Kg6 Ne5+ Kh7 Nf7 Kg6" },
	{ "both out and back between two scans of a slow board, and both press again within one",
	  CORNERS, "slow 1000 a1- 1050! 1100 a8- 1200! 1290 a1+N 1300! 1390 a8+n 1400!", NULL,
	  false, "Nb3 Nb6 Na1 Na8" },
	{ "whom he takes tells when he came there, who was read there late",
	  "7k/3q4/8/5P2/8/8/5Q2/3N3K b - - 0 1",
	  "slow 1408 e6+q 1493 d7- 1962 f5- 1984! 2008 e6- 2229! 2243 d1- 2383 e3+N 2524 f5+q "
	  "3609! "
	  "3715 g5+q 3724 f5- 3849! 4099 f2- 4165 g3+Q 5477! 5515 g5- 5599 f6+q",
	  "Qxf5 Ne3 Qg5 Qg3 Qf6", true, "Qxf5 Ne3 Qg5 Qg3 Qf6" },
	{ "not where they press more slowly", CORNERS,
	  "slow 1000 a1- 1050! 1100 a8- 1200! 1290 a1+N 1300! 2090 a8+n 2100!", NULL, false, NULL },
	{ "nor on a board that looks twice meanwhile: that is a lever that swings", CORNERS,
	  "1000 a1- 1050! 1100 a8- 1200! 1290 a1+N 1300! 1390 a8+n 1400!", NULL, false, NULL },
	{ "taken before a scan saw him", "4k3/8/5n2/8/8/8/3B4/4K3 w - - 0 1",
	  "1000 d2- 1150! 1300 f6- 1350 g4+n 1400!", NULL, false, NULL },
	{ "and the board shows who took him", "4k3/8/5n2/8/8/8/3B4/4K3 w - - 0 1",
	  "1000 d2- 1150! 1300 f6- 1400 g4+n 1450!", "Bg5 Ng4", false, NULL },
	{ "where there was somebody to take him", "4k3/8/7n/8/8/8/3B4/4K3 w - - 0 1",
	  "1000 d2- 1150! 1300 h6- 1400 g4+n 1450!", NULL, false, NULL },
	{ "a bishop who took, taken at once", "4k3/6p1/7n/8/8/8/3B4/4K3 w - - 0 1",
	  "1000 d2- 1050 h6- 1150! 1300 g7- 1350 h6+p 1450!", "Bxh6 gxh6", true, "Bxh6 gxh6" },
	{ "who is lifted only behind his press came second", "4k3/7p/8/8/8/8/P6P/4K3 w - - 0 1",
	  "1100 a2- 1150! 1200 h7- 1250 h6+p 1300! 1350 h3+P 1360 a3+P 1370 h2- 1400!", NULL, false,
	  "a3 h6 h3" },
	{ "two presses for nothing are no two plies that nobody saw",
	  "r3k3/8/8/8/8/8/8/4K2R w - - 0 1",
	  "1000 h1- 1200 h5+R 1300! 1500 a8- 1700! 1750 a4+r 2400! 2700!", NULL, false, NULL },
	{ "castling, king first", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
	  "1000 e1- 1200 g1+K 1300 h1- 1400 f1+R 1500!", "O-O", true, "O-O" },
	{ "a promotion", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
	  "1000 a7- 1100 a8+P 1500 a8- 2000 a8+R 2100!", "a8=R+", true, "a8=R+" },
	{ "without a clock, one ply after the other", KNIGHTS,
	  "1000 f3- 1200 g5+N 1400 f6- 1600 g4+n 1800 g5- 2000 e4+N", "Ng5 Ng4 Ne4", true,
	  "Ng5 Ng4 Ne4" },
	{ "a taken man is read beside his square until after the reply",
	  "4k3/7p/8/3b4/8/2N5/8/4K3 w - - 0 1",
	  "1000 c3- 1200 d5:N 1210 e6+b 1400 h7- 1600 h6+p 2300 e6- 2700 e1- 2900 e2+K",
	  "Nxd5 h6 Ke2", true, "Nxd5 h6 Ke2" },
	{ "a man is read on his way beside where he is taken next, and whom he took beside that",
	  "4k3/8/5n2/3N4/8/8/8/3QK3 b - - 0 1",
	  "1000 f6- 1200 e6+n 1400 e6- 1600 d5:n 1800 c4+N 1900! 2000 c4- 2100 d1- 2300 d5:Q 2400!",
	  "Nxd5 Qxd5", true, "Nxd5 Qxd5" },
	{ "a man who was taken is read where he passed before",
	  "7k/8/8/8/4p3/1Q3r2/8/6K1 w - - 0 1",
	  "1000 b3- 1050 f3:Q 1100 e4- 1250! 1300 e3+Q 1350 f3:p 1600 e3- 1700!", "Qxf3 exf3", true,
	  "Qxf3 exf3" },
	{ "but not for long", "4k3/7p/8/3b4/8/2N5/8/4K3 w - - 0 1",
	  "1000 c3- 1200 d5:N 1210 e6+b 1400 h7- 1600 h6+p 4300 e6- 4700 e1- 4900 e2+K",
	  "Nxd5 h6 Ke2", false, NULL },
	{ "taken before a scan saw him, and the next one is like him",
	  "4k3/8/8/3p4/8/3P4/4P3/4K3 w - - 0 1",
	  "1000 e2- 1200 d5- 1300 e4+p 2600 e4- 2700 d3- 2900 e4+P 3300 e8- 3500 e7+k",
	  "e4 dxe4 dxe4 Ke7", true, "e4 dxe4 dxe4 Ke7" },
	{ "not the other way round", KNIGHTS, "1000 f3- 1200 g5+N 2400 f6- 2600 g4+n",
	  "Ng5 Ng4 Ne4", false, "Ng5 Ng4" },
	{ "taken before a scan saw him, where nobody presses", "4k3/6p1/7n/8/8/8/3B4/4K3 w - - 0 1",
	  "1000 d2- 1050 h6- 1300 g7- 1350 h6+p 1700 e1- 1900 e2+K", "Bxh6 gxh6 Ke2", true,
	  "Bxh6 gxh6 Ke2" },
	{ "who went out and came back unseen, where nobody presses, was never away", KNIGHTS,
	  "1000 f3- 1200 g5+N 1400 g5- 1600 f3+N", NULL, false, NULL },
	{ "what was tried before a ply says nothing of when it was over, where nobody presses",
	  CORNERS,
	  "796 a1- 1028 e8- 1176 e1- 1196 b3+N 1296 b3- 1378 a1+N 1435 f2+K 1500 c7- 1520 e7+k "
	  "1550 c6+p 1620 e7- 1625 c6- 1654 e8+k 1830 c5+p 1975 c2- 2297 c3+P 2621 e8- 2945 c3- "
	  "2961 f7+k 3393 c4+P",
	  NULL, false, "Nb3 Ke7 Kf2 Ke8 Na1 c5 c3 Kf7 c4" },
	{ "a man may be adjusted long after, where nobody presses", KNIGHTS,
	  "1000 f3- 1200 g5+N 1400 f6- 1600 g4+n 2500 e8- 3000 e8+k", "Ng5 Ng4", true, "Ng5 Ng4" },
};

static uint8_t
man_of(char letter)
{
	const char *letters = " PNBRQK";
	const char *at = strchr(letters, letter >= 'a' ? letter - 'a' + 'A' : letter);

	ck_assert_ptr_nonnull(at);
	return piece_make(letter >= 'a' ? BLACK : WHITE, (enum piece_type)(at - letters));
}

static void
change(struct account *account, uint8_t squares[64], uint64_t t_us, const char *word)
{
	struct account_change *told = &account->changes[account->n_changes++];
	int sq = sq_make(word[0] - 'a', word[1] - '1');

	told->t_us = t_us;
	told->sq = (uint8_t)sq;
	told->was = squares[sq];
	told->now = word[2] == '-' ? EMPTY : man_of(word[3]);
	squares[sq] = told->now;
}

static void
open_account(const struct told *told, struct account *account)
{
	bool slow = strncmp(told->told, "slow ", 5) == 0;
	const char *word = told->told + (slow ? 5 : 0);
	uint8_t squares[64];

	memset(account, 0, sizeof(*account));
	ck_assert_int_eq(fen_parse(told->fen, strlen(told->fen), &account->from, NULL), 0);
	account->scan_lag_us = (slow ? 770 : 400) * MS;
	account->clockless = strchr(told->told, '!') == NULL;
	position_placement(&account->from, squares);
	while (*word) {
		char *end;
		uint64_t t_us = strtoul(word, &end, 10) * MS;

		if (*end == '!')
			account->presses[account->n_presses++] =
				(struct account_press){ t_us - 100 * MS, t_us, CLOCK_UNKNOWN,
				                        false };
		else
			change(account, squares, t_us, end + 1);
		word = *end == '!' ? end + 1 : end + 1 + strcspn(end + 1, " ");
		word += strspn(word, " ");
	}
	image_from(&account->image, squares, false);
}

static void
read_line(const struct position *from, const char *text, struct account_line *ret_line)
{
	struct position position = *from;

	memset(ret_line, 0, sizeof(*ret_line));
	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		size_t len = strcspn(text, " ");
		uint16_t *move = &ret_line->moves[ret_line->n_plies++];

		ck_assert_int_eq(san_parse(&position, text, len, move), SAN_OK);
		position_after(&position, *move, &position);
		text += len;
	}
}

START_TEST(line_accounts_for_what_was_told)
{
	const struct told *told = &cases[_i];
	struct account account;
	struct account_line line;

	if (!told->line)
		return;
	open_account(told, &account);
	read_line(&account.from, told->line, &line);
	if (!account.clockless && line.n_plies != account.n_presses &&
	    line.n_plies != account.n_presses + 1)
		return;
	account_weigh(&account, &line);
	ck_assert_msg((line.cost < COST_NEVER) == told->accounted, "%s: %d", told->name, line.cost);
}
END_TEST

START_TEST(search_finds_the_line_that_accounts_for_it)
{
	const struct told *told = &cases[_i];
	struct account account;
	struct account_line best, rival, line;
	char text[64] = "";

	open_account(told, &account);
	account_find(&account, COST_NEVER, &best, &rival);
	ck_assert_msg((best.cost < COST_NEVER) == (told->found != NULL), "%s: %d", told->name,
	              best.cost);
	if (!told->found)
		return;
	strncat(text, told->found, strcspn(told->found, "|"));
	read_line(&account.from, text, &line);
	ck_assert_int_eq(best.n_plies, line.n_plies);
	/* Where he went out to is not told. */
	for (int i = 0; i < line.n_plies; i++)
		ck_assert_msg(move_target(best.moves[i]) == move_target(line.moves[i]) ||
		                      best.seen_us[i] == 0,
		              "%s: ply %d", told->name, i);
	ck_assert_msg(strchr(told->found, '|') ? account_total(&rival) <= account_total(&best)
	                                       : account_total(&rival) > account_total(&best),
	              "%s", told->name);
}
END_TEST

#define GOES_ON                                                                                    \
	"1000 f3- 1200 g5+N 1700 f6- 1900 g4+n 2400 g5- 2600 e4+N 2700! 3400 g4- 3600 e5+n 3700!"

/* Of which two plies were the presses forgotten? -1: there is no such line. */
static const struct forgetting {
	const char *name, *fen, *told;
	int ply;
} forgettings[] = {
	{ "both forget, and the next two press", KNIGHTS, GOES_ON, 0 },
	{ "the next two forget", KNIGHTS,
	  "1000 f3- 1200 g5+N 1300! 1700 f6- 1900 g4+n 2400 g5- 2600 e4+N 3400 g4- 3600 e5+n 3700!",
	  1 },
	{ "a man whom nobody saw, and for whom nobody pressed, has not been there", KNIGHTS,
	  "1000 f3- 1200 g5+N 1500 f6- 1800 g5- 2000 e4+N 2100! 2300 f6+n 2400!", -1 },
	{ "nor is a man in the air anybody's ply", KNIGHTS,
	  "1000 f3- 1200 g5+N 1300! 1700 f6- 1900 g4+n 2000! 2400 g5-", -1 },
	{ "nor are two men on their way two plies", "5r1k/8/8/8/8/8/5P2/7K b - - 0 1",
	  "1000 f8- 1400 e8+r 1405 d8+r 1650 f2- 1675 f3+P 1860! 2075 f3- 2200 e8- 2300 f4+P 2725!",
	  -1 },
	{ "but who goes on when the reply has stood for a scan was not on his way",
	  "4r3/1pk4p/p4p2/3Bpbp1/1PP5/2K2P2/P5PP/3R4 b - - 0 1",
	  "1000 e5- 1300 e4+p 1700 d1- 1770 e4- 1810 e1+R 2140 f3:p 2300 e1- 2380! 2650! 2660 f1+R "
	  "2670 e8- 2750 e3+r 2960! 2980 c3- 3120 d2+K 3200!",
	  0 },
	{ "nor who went back over where he had come from",
	  "8/3kb1p1/p7/1p3K1r/1P3B2/2P1R3/P7/8 w - - 0 37",
	  "1000 g6+K 1200 f5- 1400 h5- 1600 d5+r 1700 g6- 1900 g7- 2100 d5- 2200! 2210 g7+K 2400 "
	  "f5+r 2500! 2600 e3- 3100 e4+R 3300 e7- 3310! 3400 d6+b 3500! 3600 f4- 3800! 3810 d6:B",
	  0 },
	{ "unless one who was seen took him there", "4k3/8/7p/8/5P1B/8/8/4K3 w - - 0 1",
	  "1000 h4- 1400 h6- 1500 g5+p 1600 f4- 2000 g5:P 2100!", 0 },
	{ "and a man like him is read there later", "4k3/8/4p3/8/2PP4/8/8/4K3 w - - 0 1",
	  "1000 d4- 1400 e6- 1500 d5+p 1600 c4- 2000 d5:P 2100!", 0 },
};

START_TEST(two_presses_in_a_row_were_forgotten)
{
	const struct forgetting *forgetting = &forgettings[_i];
	const struct told told = { .fen = forgetting->fen, .told = forgetting->told };
	struct account account;
	struct account_line best, rival;
	int ply = 0;

	open_account(&told, &account);
	account_find_forgotten(&account, &best, &rival);
	ck_assert_msg((best.cost < COST_NEVER) == (forgetting->ply >= 0), "%s", forgetting->name);
	if (best.cost == COST_NEVER)
		return;
	while (!account.presses[ply].forgotten)
		ply++;
	ck_assert_int_eq(ply, forgetting->ply);
	ck_assert(account.presses[ply + 1].forgotten && !account.presses[ply + 2].forgotten);
	ck_assert_int_eq(best.n_plies, account.n_presses);
	ck_assert_int_ge(best.cost, 2 * COST_NOT_PRESSED);
}
END_TEST

static int
cost_of(const struct told *told)
{
	struct account account;
	struct account_line line;

	open_account(told, &account);
	read_line(&account.from, told->line, &line);
	account_weigh(&account, &line);
	return line.cost;
}

/* His man stood there before the opponent pressed: he had nothing to wait for, and the press may be for no ply. */
START_TEST(who_was_there_before_he_could_press_presses_soon)
{
#define AT_ONCE "1000 f1- 1200! 1300 d3+B 1310 f8- 1450! 1460 d6+b "
	struct told told = { .fen = "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
		             .line = "Be2 Bd6 Bd3",
		             .told = AT_ONCE "2500!" };
	int soon = cost_of(&told);

	told.told = AT_ONCE "4000!";
	ck_assert_int_lt(soon, COST_NEVER);
	ck_assert_int_eq(cost_of(&told), soon + COST_PRESS_ALONE);
	told.told = "1000 f1- 1200! 1310 f8- 1450! 1460 d6+b 1480 d3+B 4000!";
	ck_assert_int_lt(cost_of(&told), COST_PRESS_ALONE);
}
END_TEST

/* One man in six who makes two plies in a row could have gone at once. */
START_TEST(nobody_needs_two_plies_for_one)
{
	struct told told = { .fen = "7k/7p/8/8/8/8/8/R3K3 w - - 0 1" };
	int round_the_corner;

	told.told = "1000 a1- 1100! 1200 h7- 1250 h6+p 1300! 1450 d4+R 1500!";
	told.line = "Ra4 h6 Rd4";
	round_the_corner = cost_of(&told);
	told.told = "1000 a1- 1100! 1200 h7- 1250 h6+p 1300! 1450 a4+R 1500!";
	told.line = "Ra2 h6 Ra4";
	ck_assert_int_lt(round_the_corner, COST_NEVER);
	ck_assert_int_gt(cost_of(&told), round_the_corner);
}
END_TEST

/* The knight goes out, is not read anywhere while the other one takes his time, and comes back. */
START_TEST(a_square_may_fail_to_read_a_man_until_he_goes_on)
{
	const struct told told = {
		.fen = KNIGHTS, .told = "1000 f3- 1300! 3000 f6- 3200 g4+n 3300! 4200 f3+N 4300!"
	};
	struct account account;
	struct account_line best, rival;

	open_account(&told, &account);
	account_find(&account, COST_BELIEVED, &best, &rival);
	ck_assert_int_eq(best.cost, COST_NEVER);
	account.unread = true;
	account_find(&account, COST_BELIEVED, &best, &rival);
	ck_assert_int_eq(best.n_plies, 3);
	ck_assert_int_ge(best.cost, COST_UNSEEN);
	ck_assert_int_lt(best.cost, COST_BELIEVED);
	ck_assert_uint_eq(best.seen_us[0], 0);
	ck_assert_int_eq(move_target(best.moves[2]), sq_make(5, 2));
}
END_TEST

/* The pawn is read before the king whom he answers. */
START_TEST(the_press_tells_the_order_and_the_round_of_the_scan_hides_it)
{
	struct told told = { .fen = "6k1/p7/8/8/8/8/8/6K1 w - - 0 1", .line = "Kh1 a5" };
	int soon, later;

	told.told = "slow 1000 g1- 1040 a7- 1140! 1190 a5+p 1220! 1240 h1+K";
	soon = cost_of(&told);
	told.told = "slow 1000 g1- 1040 a7- 1140! 1190 a5+p 1220! 1550 h1+K";
	later = cost_of(&told);
	ck_assert_int_lt(soon, later);
	ck_assert_int_lt(later, COST_DISORDER);
	told.told = "slow 1000 g1- 1040 a7- 1130 a5+p 1140! 1220! 1550 h1+K";
	ck_assert_int_eq(cost_of(&told), COST_DISORDER);
}
END_TEST

START_TEST(who_stays_where_nobody_saw_him_is_not_gone_at_once)
{
	struct account_line line = { .n_plies = 4 };
	const struct {
		int target, replier, from;
		int doubt;
	} replies[] = {
		{ sq_make(3, 3), sq_make(3, 3), sq_make(0, 0), DOUBT_HIDDEN }, /* he is taken */
		{ sq_make(3, 3), sq_make(7, 6), sq_make(3, 3), DOUBT_HIDDEN }, /* he goes on */
		{ sq_make(3, 3), sq_make(7, 6), sq_make(0, 0), DOUBT_UNSEEN }, /* others play */
	};

	for (size_t i = 0; i < sizeof(replies) / sizeof(replies[0]); i++) {
		line.moves[0] = move_make(sq_make(3, 1), replies[i].target, MOVE_NORMAL);
		line.moves[1] = move_make(sq_make(7, 7), replies[i].replier, MOVE_NORMAL);
		line.moves[2] = move_make(replies[i].from, sq_make(0, 3), MOVE_NORMAL);
		line.moves[3] = move_make(sq_make(1, 6), sq_make(1, 5), MOVE_NORMAL);
		ck_assert_int_eq(account_doubt_unseen(&line, 0), replies[i].doubt);
	}
	/* Of the last two nobody knows yet. */
	ck_assert_int_eq(account_doubt_unseen(&line, 2), DOUBT_HIDDEN);
	line.seen_us[2] = 1;
	ck_assert_int_eq(account_doubt_unseen(&line, 2), 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("account");
	TCase *tcase = tcase_create("account");
	int n = (int)(sizeof(cases) / sizeof(cases[0]));

	tcase_add_loop_test(tcase, line_accounts_for_what_was_told, 0, n);
	tcase_add_loop_test(tcase, search_finds_the_line_that_accounts_for_it, 0, n);
	tcase_add_loop_test(tcase, two_presses_in_a_row_were_forgotten, 0,
	                    (int)(sizeof(forgettings) / sizeof(forgettings[0])));
	tcase_add_test(tcase, nobody_needs_two_plies_for_one);
	tcase_add_test(tcase, a_square_may_fail_to_read_a_man_until_he_goes_on);
	tcase_add_test(tcase, the_press_tells_the_order_and_the_round_of_the_scan_hides_it);
	tcase_add_test(tcase, who_stays_where_nobody_saw_him_is_not_gone_at_once);
	tcase_add_test(tcase, who_was_there_before_he_could_press_presses_soon);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
