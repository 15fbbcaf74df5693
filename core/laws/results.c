/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What persons enter: results, offers of draws, points.
 */
#include <errno.h>

#include "core/laws/laws_state.h"
#include "core/laws/said.h"

/* Who has less may ask (III.4, III.5). */
#define QUICKPLAY_S 120

/* How a claim or a result can lack ground: choices of result-mismatch, by enum laws_end. */
enum {
	BOARD_SAYS_MATE,
	BOARD_SAYS_AUTOMATIC = 5,
	BOARD_SAYS_NO_MATE,
	BOARD_SAYS_PLAYED,
	BOARD_SAYS_MATE_POSSIBLE
};

static const uint8_t board_says[] = {
	[LAWS_MATE] = BOARD_SAYS_MATE,
	[LAWS_STALEMATE] = 1,
	[LAWS_DEAD] = 2,
	[LAWS_FIVEFOLD] = 3,
	[LAWS_SEVENTY_FIVE] = 4,
	[LAWS_THREEFOLD_AUTOMATIC] = BOARD_SAYS_AUTOMATIC,
	[LAWS_FIFTY_AUTOMATIC] = BOARD_SAYS_AUTOMATIC,
};

static void
raise_now(struct laws *laws, struct alert *alert)
{
	alert->t_us = alert->since_us = laws->now_us;
	laws_raise(laws, alert);
}

/* --- results (8.7) ---------------------------------------------------------------------------------------- */

/* What the board's own end makes the result. */
static enum game_result
result_of_end(const struct laws *laws)
{
	if (laws->end != LAWS_MATE)
		return RESULT_DRAW;
	return laws->now.side == WHITE ? RESULT_BLACK_WINS : RESULT_WHITE_WINS;
}

/* Resignation to a player who can never mate is a draw where the edition says so (5.1.2). */
static bool
winner_never_mates(struct laws *laws, enum game_result result)
{
	enum color winner = result == RESULT_WHITE_WINS ? WHITE : BLACK;
	enum verdict_answer answers[2];

	/* Who loses by a device loses to a bare king, too (11.3.2). */
	if ((result != RESULT_WHITE_WINS && result != RESULT_BLACK_WINS) ||
	    !ruleset_on(laws->rules, RULE_RESIGN_NEEDS_MATE) ||
	    (laws->devices & 1u << color_other(winner)))
		return false;
	mating_ask_quick(laws->mating, &laws->now, answers);
	return answers[winner] == VERDICT_NO;
}

void
laws_on_time(struct laws *laws, bool on_time)
{
	laws->on_time = on_time;
}

/* Whose time is over: the display says so, else it is his whose time ran. */
static enum color
out_of_time(const struct laws *laws)
{
	enum color side = (enum color)laws->now.side;
	enum color other = color_other(side);

	return laws->view.clock_seen && laws->view.clock_s[other] == 0 &&
	                       laws->view.clock_s[side] > 0
	               ? other
	               : side;
}

/* A flag is a loss where the opponent can mate by any series of legal moves, else a draw (6.9, OL 15.4). */
static void
judge_on_time(struct laws *laws, enum game_result result)
{
	enum color winner = color_other(out_of_time(laws));
	enum verdict_answer answers[2];
	struct alert alert;

	if (laws->end != LAWS_OPEN || result > RESULT_DRAW)
		return;
	mating_ask(laws->mating, &laws->now, MATING_NODES_FLAG, answers);
	if (answers[winner] != (result == RESULT_DRAW ? VERDICT_YES : VERDICT_NO))
		return;
	laws_alert(laws, &alert,
	           result == RESULT_DRAW && ruleset_on(laws->rules, RULE_PLATFORM)
	                   ? ALERT_AUTO_DRAW_WRONG
	                   : ALERT_RESULT_MISMATCH);
	alert.choice[0] = result == RESULT_DRAW ? BOARD_SAYS_MATE_POSSIBLE : BOARD_SAYS_NO_MATE;
	raise_now(laws, &alert);
}

/* Unplayed until both have moved (11.3, commentary); a game that begins later has been played before. */
static bool
is_unplayed(const struct laws *laws)
{
	return laws->end == LAWS_OPEN && laws->n_judged < 2 && laws->game->start.fullmove <= 1;
}

static void
judge_against_board(struct laws *laws, enum game_result result)
{
	struct alert alert;
	uint8_t says;

	if (laws->end != LAWS_OPEN && result_of_end(laws) != result)
		says = board_says[laws->end];
	else if (laws->end == LAWS_OPEN && !laws->on_time && winner_never_mates(laws, result))
		says = BOARD_SAYS_NO_MATE;
	else if (game_is_forfeit(result) && !is_unplayed(laws))
		says = BOARD_SAYS_PLAYED;
	else
		return;
	laws_alert(laws, &alert, ALERT_RESULT_MISMATCH);
	alert.choice[0] = says;
	raise_now(laws, &alert);
}

/* May a draw that the board does not give be claimed? Then the restrictions of 9.1.1 do not touch it. */
static bool
is_claimable(const struct laws *laws)
{
	struct draws_count count;

	draws_now(&laws->draws, &count);
	return count.threefold || count.fifty;
}

static void
judge_agreement(struct laws *laws)
{
	int32_t agreement = laws->rules->value[RULE_DRAW_AGREEMENT];
	int32_t minimum = laws->rules->value[RULE_DRAW_MIN_MOVES];
	int32_t moves = (int32_t)laws->n_judged / 2; /* by each */
	struct alert alert;

	if (is_unplayed(laws) && ruleset_on(laws->rules, RULE_DRAW_MOVE_EACH)) {
		laws_alert(laws, &alert, ALERT_DRAW_BEFORE_BOTH_MOVED);
		raise_now(laws, &alert);
		return;
	}
	if (agreement == DRAW_FREE || (agreement != DRAW_NEVER && moves >= minimum && minimum > 0))
		return;
	if (is_claimable(laws))
		return;
	laws_alert(laws, &alert, ALERT_DRAW_AGREEMENT_TOO_EARLY);
	alert.n = moves;
	alert.m = minimum;
	alert.choice[0] = agreement == DRAW_CONSENT ? 1 : agreement == DRAW_NEVER ? 2 : 0;
	raise_now(laws, &alert);
}

void
results_judge(struct laws *laws)
{
	const struct game *game = laws->game;
	bool said = game->end == END_DECLARED || game->end == END_SIGNED;
	struct alert alert;

	if (game->result == RESULT_NONE)
		log_game_goes_on(laws);
	if (!said || game->result == RESULT_NONE)
		return;
	judge_against_board(laws, (enum game_result)game->result);
	if (laws->on_time)
		judge_on_time(laws, (enum game_result)game->result);
	else if (game->result == RESULT_DRAW && laws->end == LAWS_OPEN)
		judge_agreement(laws);
	if (is_unplayed(laws) && !game_is_forfeit((enum game_result)game->result)) {
		laws_alert(laws, &alert, ALERT_FORFEIT_UNRATED);
		raise_now(laws, &alert);
	}
	log_expire_game(laws);
}

/* --- draws: offers (9.1) -------------------------------------------------------------------------------------- */

static uint32_t
count_offers(const struct laws *laws, enum color side)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < laws->offers.n; i++)
		n += laws->offers.list[i].side == (uint8_t)side;
	return n;
}

const struct game_offers *
laws_offers(const struct laws *laws)
{
	return &laws->offers;
}

int
said_offer(struct laws *laws, enum color side)
{
	struct alert alert;
	uint32_t n_offers;

	if (!laws_game_on(laws))
		return -ENOENT;
	laws->offered = (uint8_t)side;
	game_offers_add(&laws->offers, laws->game, side, laws->now_us);
	n_offers = count_offers(laws, side);
	if (n_offers < (uint32_t)laws->rules->value[RULE_OFFER_ALERT])
		return 0;
	laws_alert(laws, &alert, ALERT_REPEATED_DRAW_OFFERS);
	alert.side = side;
	alert.n = (int32_t)n_offers;
	raise_now(laws, &alert);
	return 0;
}

int
said_sheet_request(struct laws *laws, enum color side)
{
	int32_t most = laws->rules->value[RULE_SHEET_REQUESTS];
	struct alert alert;

	if (!laws_game_on(laws))
		return -ENOENT;
	if (++laws->sheet_requests[side] <= (uint32_t)most || most == RULE_NONE)
		return 0;
	laws_alert(laws, &alert, ALERT_SCORESHEET_REQUEST_LIMIT);
	alert.side = side;
	alert.n = (int32_t)laws->sheet_requests[side];
	raise_now(laws, &alert);
	return 0;
}

int
laws_check_quickplay(const struct laws *laws, enum color side)
{
	if (!laws_game_on(laws))
		return -ENOENT;
	if (!ruleset_on(laws->rules, RULE_QUICKPLAY))
		return -EPERM;
	return side != (enum color)laws->now.side || !laws->view.clock_seen ||
	                       laws->view.clock_s[side] >= QUICKPLAY_S
	               ? -EINVAL
	               : 0;
}

int
said_quickplay(struct laws *laws, enum color side)
{
	struct draws_count count;
	struct alert alert;
	int r;

	r = laws_check_quickplay(laws, side);
	if (r < 0)
		return r;
	laws->offered = (uint8_t)side;
	draws_now(&laws->draws, &count);
	laws_alert(laws, &alert, ALERT_QUICKPLAY_CLAIM);
	alert.side = side;
	alert.n = (int32_t)count.plies;
	laws_list_occurrences(laws, &laws->now, &alert);
	raise_now(laws, &alert);
	return 0;
}

int
said_colours_reversed(struct laws *laws)
{
	int32_t moves = (int32_t)laws->n_judged / 2; /* by each: the later side's count */
	struct alert alert;

	if (!laws_game_on(laws))
		return -ENOENT;
	laws_alert(laws, &alert, ALERT_COLOURS_REVERSED);
	alert.n = moves;
	alert.choice[0] = moves < laws->rules->value[RULE_COLOURS_REPLAY];
	raise_now(laws, &alert);
	return 0;
}

int
said_device(struct laws *laws, enum color side)
{
	struct alert alert;

	if (!laws_game_on(laws))
		return -ENOENT;
	laws->devices |= (uint8_t)(1u << side);
	laws_alert(laws, &alert, ALERT_DEVICE_FOUND);
	alert.side = side;
	alert.choice[0] = laws->rules->value[RULE_DEVICES] != 0;
	alert.choice[1] = is_unplayed(laws);
	raise_now(laws, &alert);
	return 0;
}

/* --- points (10.1, 10.2) ------------------------------------------------------------------------------------- */

/* The points that a game can bring, in quarters. */
struct points {
	uint32_t win, draw, loss, most; /* most: of both together */
};

static void
read_points(const struct ruleset *rules, struct points *ret_points)
{
	int32_t system = rules->value[RULE_SCORE];
	uint32_t win = 2 * (uint32_t)(system / 10000), draw = 2 * (uint32_t)(system / 100 % 100);
	uint32_t loss = 2 * (uint32_t)(system % 100);

	*ret_points =
		(struct points){ win, draw, loss, win + loss > 2 * draw ? win + loss : 2 * draw };
}

/* Each score is a normal one, and both together no more than a game has. */
static bool
is_normal(const struct points *points, uint32_t white, uint32_t black)
{
	return (white == points->win || white == points->draw || white == points->loss) &&
	       (black == points->win || black == points->draw || black == points->loss) &&
	       white + black <= points->most;
}

static bool
is_drawn(const struct laws *laws)
{
	return (laws->game && laws->game->result == RESULT_DRAW) || laws->end > LAWS_MATE;
}

/* What a draw brings where it counts as a win for one of them (Q17 8.1). */
static bool
contradicts_odds(const struct laws *laws, const struct points *points, uint32_t white,
                 uint32_t black)
{
	enum color favoured;

	if (!ruleset_draw_odds(laws->rules, &favoured) || !is_drawn(laws))
		return false;
	return favoured == WHITE ? white != points->win || black != points->loss
	                         : white != points->loss || black != points->win;
}

int
said_score(struct laws *laws, uint32_t white, uint32_t black)
{
	struct points points;
	struct alert alert;

	ends_settle(laws);
	read_points(laws->rules, &points);
	if (!contradicts_odds(laws, &points, white, black) &&
	    (!ruleset_on(laws->rules, RULE_SCORE_CAP) || is_normal(&points, white, black)))
		return 0;
	laws_alert(laws, &alert, ALERT_SCORE_NOT_ALLOWED);
	raise_now(laws, &alert);
	return 0;
}
