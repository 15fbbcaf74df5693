/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tracker's inside, shared by its files. To find the way: tracker.c says how a ply is found; then reading.c, change.h,
 * explain.h and cost.h, in this order, are how most plies are. The rest is for what is seldom: every file has one idea,
 * said at the head of its header, or of the file where it has none; and every folder one question:
 *
 *     here         tracker.c takes the events, duties.c does what time alone brings, correct.c what a person says; look.c
 *                  asks for a scan; reading asks all the others, each in its turn, what a new picture means, and
 *                  reading_step.c does what follows when that is the record
 *     seen/        what does the board show? image, lag (how far it is behind), silent (a line that tells of nobody),
 *                  lapse (a link that was gone, though nobody says so), past (what came in, kept to be explained again),
 *                  stood (where a man may have been by that; stood_refuted.c: and where not), stay (how long he was), excused (since when a square is
 *                  not believed)
 *     clock/       what does the clock tell? lever (presses), tally (how many nobody heard), record_presses.c (whose each
 *                  is), shift, sides, trust
 *     ends/        where does a game begin and end? start, begin, opened, joined, turn, turned_round and
 *                  reading_turned.c; kings and sign (where it ends), revive (where it does not), stopped, reading_over.c
 *                  (whether it has)
 *     explain/     which ply was that? hand says what is one at work, change, change_cost.c and change_accept.c weigh
 *                  changes to the end of the record, explain.c, trace.c, order.c, weigh.c and residue.c search lines of
 *                  plies (search.h) by what evidence.c keeps; cost.h, sense, standing, foresight, takeback (takeback_kept.c), returned, undone, doublestep, castled,
 *                  twin and pushed say what is likely; deed says what hands did where it is no ply
 *     record/      what is written down, and how sure is it? record_read reads it, record_edit changes plies of it,
 *                  record_tell tells of them; record writes lines, record_begin.c games, or follow.c does for a virtual
 *                  board; passing, knocked, origin and hidden say what of its last plies is not sure yet, round (repeated) and tail that
 *                  some of them were no plies, withdrawn what a person has said is none, sure that they were certain as
 *                  others, record_fix.c what is beyond change
 *     mend/        what if nothing fits? gap, gap_search, gap_over.c and gap_log.c (plies out of sight); which of the last plies was
 *                  another: repair (repair_undo.c), guest, relief, amiss, promoted, slid, between (played.c), emerged; pooled (several of them); trouble
 *                  and excuse (squares that are not believed), lifted (or whose men are in a hand), edge (or stand beside it), aside,
 *                  aside_deed.c, aside_line.c, aside_play.c, behind (play that no legal move explains), put_home (and who is put
 *                  right behind it), nudged (or seems to); sooner (who came out had been played before)
 *     anew/        what if all of it is explained again? afresh and account (the last plies, all of them: afresh_illegal, afresh_write,
 *                  account_open; account_inside.h for account_find, account_step, account_unseen, account_forgotten); chase,
 *                  chase_find, chase_field and chase_presses (hands that have outrun the record); rejoin (hands that it has
 *                  lost); rethink, second_thought (second_thought_unseen.c, second_thought_over.c) and replay (replay_back; earlier ones, and
 *                  all that followed), two_wrongs (where two illegal moves make two legal ones)
 *     occupancy/   and where the board knows no men? alike, guess (guess_try.c), ways, unseen (behind a gap), glimpse,
 *                  beside (who was pushed aside to be taken), underpromoted, final
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/bits.h"
#include "core/tracker/clock/lever.h"
#include "core/tracker/clock/tally.h"
#include "core/tracker/clock/trust.h"
#include "core/tracker/ends/joined.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/explain/explain.h"
#include "core/tracker/explain/undone.h"
#include "core/tracker/mend/aside.h"
#include "core/tracker/mend/gap.h"
#include "core/tracker/occupancy/unseen.h"
#include "core/tracker/occupancy/ways.h"
#include "core/tracker/record/passing.h"
#include "core/tracker/record/withdrawn.h"
#include "core/tracker/seen/image.h"
#include "core/tracker/seen/lag.h"
#include "core/tracker/seen/lapse.h"
#include "core/tracker/seen/past.h"
#include "core/tracker/tracker.h"

/* Plies that may be open at once: both players' last ones and a reply begun. */
#define OPEN_MAX 4

/* How many plies a correction may take back. */
#define CORRECTION_MAX 3

#define RECENT_POSITIONS 16

/* Of so many plies it is known what was believed before them: those that are thought over again. */
#define BELIEVED_PLIES 32

/* How long a scan may take: dgt.md 1.4 has 200 to 250 ms for a wired board, twice that over
 * Bluetooth. It is taken to be the longest until a square has changed twice in less. */
#define SCAN_MIN_US 230000
#define SCAN_MAX_US 700000

/* game_ply.doubtful: another ply would do as well; or a man was hidden from the scan, which may
 * yet come out: that doubt ends when the ply is beyond change; or nobody saw him arrive where he
 * stands; or it was played out of sight, and only where the men stood in the end is sure, or began where
 * nobody saw its man: nothing that is seen later can end that doubt; or the man may be on his way yet
 * (passing.h): the next scan ends it; or so much speaks against it (COST_STRANGE) that something else may
 * have happened; or plies and presses are out of step before it (trust.h). */
enum {
	DOUBT_RIVAL = PLY_DOUBT_RIVAL,
	DOUBT_HIDDEN = 2,
	DOUBT_UNSEEN = PLY_DOUBT_UNSEEN,
	DOUBT_ORDER = 4,
	DOUBT_PASSING = PLY_DOUBT_PASSING,
	DOUBT_STRANGE = 16,
	DOUBT_BEHIND = PLY_DOUBT_BEHIND
};

/* No instant has so many duties (duties.c): 13 were the most in some hundred games. Two that undo each other would go on for ever:
 * that is a mistake of the tracker's, and they rest for so long, while what is said is heard. */
#define DUTIES_AT_ONCE 100
#define DUTIES_REST_US 1000000

/* So long after a press what explains it is believed even where another ply would explain it as
 * well. */
#define DOUBT_US 2000000

/* No hand holds a man in the air for so long without moving another; if one does, no harm is
 * done. */
#define LONG_HOLD_US 4000000

/* The last exchange of a doubtful ply with nothing behind it (repair.h). */
struct exchanged {
	uint64_t t_us;
	uint32_t ply, n_plies; /* which of how many; it was made when there were so many */
	uint16_t move;         /* what it was before */
};

/* So many plies are taken back by agreement (takeback.h); and one before that by him who played it. */
enum { TAKEN_BACK = 2, TAKEN_MAX = TAKEN_BACK + 1 };

/* The last ones that were. */
struct taken_back {
	struct game_ply plies[TAKEN_MAX];
	uint32_t n;        /* 0: there are none */
	uint64_t press_us; /* when the clock had last been pressed then; 0: never */
	uint64_t key;      /* of the position before them ... */
	uint32_t n_left;   /* ... behind so many plies */
};

/* Behind so many plies the record had the position of that key. */
struct settled {
	uint32_t n_plies;
	uint64_t key;
};

/* What a ply of the record is not, while it is thought over again; MOVE_NONE: it may be anything. */
struct barred {
	uint32_t index;
	uint16_t move;
	bool man; /* nor any other move of its man */
};

struct tracker {
	struct tracker_listener listener;
	const struct replay_ear *ear; /* who hears the past again */
	uint64_t now_us;

	uint8_t raw[64]; /* what the sensors read, not turned */
	bool turned;     /* White has the connector on his right: square sq is raw[63 - sq] */
	uint64_t
		turned_us; /* when the board was turned round last with a game on it (turned_round.h); 0: never */
	bool link_up;
	bool was_away;  /* since board and record last agreed, the link was lost */
	bool was_blind; /* since board and record last agreed, changes were missed */
	bool updates; /* the board tells of each square that changes: what a scan tells first was missed */
	bool was_deaf; /* and presses, too: before the game was found to have begun */
	struct away away;
	struct unheard unheard;
	struct tally tally;
	struct image image;
	uint64_t n_changes;
	struct evidence evidence; /* by square of the game */
	struct lag lag;
	uint64_t last_change_us;
	uint64_t scanned_us; /* when the board last told of all its squares; 0: never */
	uint64_t back_us;    /* when the link last came back */
	uint64_t heard_us;   /* when the board first told of a square since then; 0: not yet */
	uint64_t by_scan;    /* squares of the game whose last change a scan told, not an update */
	struct lapse lapse;
	bool settled;  /* lines with men hidden from the scan have been tried on this picture */
	bool searched; /* the deeper search has been tried on this picture */
	bool searched_again; /* and once more, after a long rest */
	bool searched_stop;  /* and when the clock was stopped (final.h) */

	int tolerated; /* how often lines that leave something unexplained have been tried for a press */

	uint64_t excused; /* squares whose reading is not believed; see trouble.c */
	uint64_t excused_change[64], excused_us[64]; /* since when */
	uint64_t
		known_bad; /* squares that were excused before, and have not been seen to work since */
	uint64_t known_bad_us[64]; /* since when, of these */
	uint64_t silent; /* a row or file that tells of nobody (silent.h); they are excused, too */
	uint64_t spoken; /* one that speaks again, but has not been read in full yet ... */
	uint64_t spoke_us; /* since when */

	enum tracker_sync sync;
	uint64_t sync_since_us;
	uint64_t in_step_us; /* since when the board has shown the record's position */
	uint64_t left_us;    /* when it last ceased to */
	bool in_step;        /* only a game's: without one there is nothing to be in step with */

	struct aside aside;
	struct exchanged exchanged;
	struct barred barred;
	struct trust trust;
	uint64_t
		effort; /* positions its searches have visited so far, also for what was given up again */
	uint64_t believed; /* what the record has asked to believe so far, by cost.h */
	uint64_t believed_before[BELIEVED_PLIES]; /* ply n, at n % BELIEVED_PLIES */

	struct ways ways;     /* of a board that knows no men */
	struct unseen unseen; /* and what its last gap may have hidden */
	uint64_t untold_plies
		[WAYS_WORDS]; /* whom they took it did not tell: ply n at n % WAYS_PLIES */
	uint64_t unarrived_plies[WAYS_WORDS]; /* nor that anybody arrived */
	uint64_t glimpses[WAYS_PLIES];        /* and where they were seen on their way */
	uint64_t hidden_plies[WAYS_WORDS]; /* whose men are only said to have been taken at once */
	uint64_t contested_plies
		[WAYS_WORDS]; /* which took the place of one that was sure (sure.h) */

	struct lever lever;
	struct lever_press press; /* the last of n_presses */
	uint32_t n_presses;
	bool hand_at_stop; /* when the clock was stopped, a hand was at work */

	struct position start;        /* what a game begins from */
	unsigned int accepted_starts; /* or from what else */
	struct joined joined;
	bool follows;     /* the record is a virtual board's (follow.c) */
	bool began_amiss; /* the game began with men in each other's places (start.c) */
	bool from_image; /* the game began from what stood there: whose move it was is open (turn.h) */

	uint32_t
		untold; /* the first ply changed since listeners last heard of it; UINT32_MAX: none */
	uint8_t told_result, told_end;

	uint32_t games;
	uint32_t n_fixed;
	uint32_t
		answered; /* plies up to the last one that was seen to be replied to, whatever became of the reply */
	struct taken_back taken;
	struct withdrawn withdrawn;
	uint32_t reopened;    /* plies up to the last one whose completion was undone; 0: none */
	uint64_t reopened_us; /* by a press then */
	bool reopened_aside;  /* and he who pressed back had moved men before, or may have */
	uint64_t
		rewritten_us; /* when a ply of the record was last replaced, or one added that nobody saw */
	uint32_t recent_from;
	struct position recent[RECENT_POSITIONS]; /* before ply n, at n % RECENT_POSITIONS */
	uint64_t shown[RECENT_POSITIONS];         /* n_changes when the board last showed that */
	struct shown_picture pictures[RECENT_POSITIONS]; /* and what it read then */
	uint64_t relieved;             /* the change after which relief_look() last looked */
	uint64_t pooled_us;            /* when pooled_look() last looked */
	uint64_t compared;             /* and amiss_look() */
	uint32_t by_person;            /* plies that a person has seen to */
	uint64_t chased;               /* and chase_look() */
	uint64_t rejoined;             /* so much had been told when rejoin_look() last looked */
	uint64_t told_afresh;          /* so much had been told when afresh_look() last looked */
	uint64_t overdue_afresh;       /* and so much, when it looked since a press was overdue */
	uint32_t press_afresh;         /* and so many presses, when no line accounted for them */
	struct settled settled_afresh; /* what it does not look behind */
	uint64_t rethought_us;         /* when earlier plies were last thought over again */
	uint64_t exerted,
		exerted_us; /* the effort that took, less what time has given back until then */
	uint64_t rethought_entries; /* and how much of the past there was then */
	/* How many duties were done at one instant (duties.c), and until when they rest since they were too many. */
	struct {
		uint64_t at_us, rest_until_us;
		uint32_t n_at_once;
	} duties;
	/* What takes most room comes last, one behind the other: the entries of the past, the game's breaks, the plies.
	 * Nothing of it is written to before it is used, so that it takes memory only then. The past and what is behind
	 * it, but for the game, are not as they were when the past is explained again. */
	struct past past;
	struct game game;
	struct game_ply plies[GAME_PLIES_MAX];
};

/* tracker_is_virtual: is the record a virtual board's (follow.c), and the game on? */
static inline bool
tracker_is_virtual(const struct tracker *tracker)
{
	return tracker->follows && tracker->game.result == RESULT_NONE;
}

/* tracker_is_clockless: has no clock been heard to run in this game? Then there are only the men to go by. */
static inline bool
tracker_is_clockless(const struct tracker *tracker)
{
	return !tracker->lever.ran;
}

/* tracker_own_doubt: game_ply.doubtful, but for what was before the ply. */
static inline uint8_t
tracker_own_doubt(const struct tracker *tracker, uint32_t index)
{
	uint8_t doubtful = tracker->plies[index].doubtful;

	return doubtful == DOUBT_BEHIND ? 0 : doubtful;
}

/* tracker_is_in_doubt: is ply `index` itself in doubt, and not only because its man may be on his way yet? */
static inline bool
tracker_is_in_doubt(const struct tracker *tracker, uint32_t index)
{
	uint8_t doubtful = tracker_own_doubt(tracker, index);

	return doubtful != 0 && doubtful != DOUBT_PASSING;
}

/* tracker_may_change: is ply `index` one of which something seen later may show that it was another? */
static inline bool
tracker_may_change(const struct tracker *tracker, uint32_t index)
{
	return (tracker->plies[index].doubtful & (DOUBT_RIVAL | DOUBT_HIDDEN)) != 0;
}

/* tracker_was_hidden: was the man of ply `index`, one of the last WAYS_PLIES, only said to have been taken, or to have gone
 * on, at once, when it was put beyond change? He may come out yet where another one took him. */
static inline bool
tracker_was_hidden(const struct tracker *tracker, uint32_t index)
{
	return (tracker->hidden_plies[index / 64 % WAYS_WORDS] >> index % 64 & 1) != 0;
}

/* tracker_may_have_been: may ply `index`, though beyond change, have been another? */
static inline bool
tracker_may_have_been(const struct tracker *tracker, uint32_t index)
{
	return tracker_may_change(tracker, index) || tracker_was_hidden(tracker, index);
}

/* tracker_is_untouched: has nothing moved since board and record last agreed? */
static inline bool
tracker_is_untouched(const struct tracker *tracker)
{
	return tracker->n_changes == tracker->shown[tracker->game.n_plies % RECENT_POSITIONS];
}

/* tracker_square: the square of the game that the board calls sq, and the other way round. */
static inline int
tracker_square(const struct tracker *tracker, int sq)
{
	return tracker->turned ? 63 - sq : sq;
}

/* tracker_later: of two times the later one. */
static inline uint64_t
tracker_later(uint64_t a_us, uint64_t b_us)
{
	return a_us > b_us ? a_us : b_us;
}

/* tracker_scan_lag: so long after his arrival the board tells of a man, at most; a scan and its
 * way. */
static inline uint64_t
tracker_scan_lag(const struct tracker *tracker)
{
	return tracker->evidence.scan_us + SCAN_WAY_US;
}

/* tracker_board_lag: after two scans the board has had its time to show what was pressed. */
static inline uint64_t
tracker_board_lag(const struct tracker *tracker)
{
	return 2 * tracker->evidence.scan_us + 140000;
}

/* tracker_exact: a line must end in what the board shows, but for the squares excused. */
static inline struct tolerance
tracker_exact(const struct tracker *tracker)
{
	return (struct tolerance){ .excused = tracker->excused,
		                   .excused_change = tracker->excused_change };
}

/* tracker_lenient: but for `squares` others, too, where hidden men have had time to come out. */
static inline struct tolerance
tracker_lenient(const struct tracker *tracker, int squares)
{
	struct tolerance tolerance = tracker_exact(tracker);

	tolerance.known_bad = tracker->known_bad;
	tolerance.patient = true;
	tolerance.squares = squares;
	return tolerance;
}

/* tracker_amiss: the squares, not excused, that show something else than the record. */
static inline uint64_t
tracker_amiss(const struct tracker *tracker)
{
	return image_difference(&tracker->image, &tracker->game.now) & ~tracker->excused;
}

/* tracker_men_stand: do all men of side stand where the record has them? What differs then is a reply begun. */
static inline bool
tracker_men_stand(const struct tracker *tracker, enum color side)
{
	uint64_t men = tracker->game.now.by_color[side];

	if (!tracker->image.occupancy_only)
		men |= tracker->image.by_color[side];
	return (tracker_amiss(tracker) & men) == 0;
}

/* tracker_unread_to_move: the men of the side to move, by the record, who are not read where they stand, or as others. Their squares
 * are excused: they may have moved, and nobody has seen it. */
static inline uint64_t
tracker_unread_to_move(const struct tracker *tracker)
{
	return tracker->excused & tracker->game.now.by_color[tracker->game.now.side] &
	       image_difference(&tracker->image, &tracker->game.now);
}

/* So many men who are gone are in no hand: who moves takes up one, and one whom he takes. */
#define SWEPT_MEN 3

/* tracker_is_swept: is all that is amiss that several men are gone? A ply ends with a man put down: they were knocked over, or
 * taken off. Of a board that knows no men it is not said: there a man who takes another arrives nowhere. */
static inline bool
tracker_is_swept(const struct tracker *tracker)
{
	const struct image *image = &tracker->image;
	uint64_t amiss = tracker_amiss(tracker);

	return !image->occupancy_only && bits_count(amiss) >= SWEPT_MEN &&
	       (amiss & image_men(image)) == 0;
}

/* tracker_is_in_hand: is all that is amiss a man in the air whose player is to move, and whom he takes (image_is_in_hand)? */
static inline bool
tracker_is_in_hand(const struct tracker *tracker)
{
	return image_is_in_hand(&tracker->image, &tracker->game.now, tracker_amiss(tracker));
}

/* tracker_explain: explain(), with what the tracker has seen, its work counted. */
static inline bool
tracker_explain(struct tracker *tracker, const struct position *from, int n_plies,
                const struct tolerance *tolerance, struct explanation *ret_line)
{
	bool found =
		explain(from, &tracker->image, n_plies, &tracker->evidence, tolerance, ret_line);

	tracker->effort += (uint64_t)ret_line->nodes;
	return found;
}
