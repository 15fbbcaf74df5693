/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the laws of one table keep of irregularities; a part of laws_state.h. Of the folder press/, by idea:
 *
 *     presses.c    a press, and what stood on the board then: was that a legal ply?
 *     press_hear.c what is kept of it when it comes
 *     press_astray.c  or before it comes: an illegal move on the board
 *     press_seen.c what has stood there since
 *     press_done.c what who pressed had done by then
 *     press_tell.c what is told of it
 *     press_set_up.c  until the men stand as a person has said, nothing
 *     press_base.c what stood there when his turn began; all of these are told in presses.h
 *     press_evidence.c  what was done to the board
 *     press_sure.c      how sure that is; press_told.c until when a board may tell of it
 *     press_carried.c   or has he carried one of the opponent's men?
 *     press_rivals.c    what a ply may have been of which the record is not sure
 *     press_record.c    and whether to believe it, or the record that has something else
 *     press_unnamed.c   the same of a board that knows no men
 *     press_more.c      was there more than the record's ply?
 *     press_split.c     or has it made two plies of one, so that it is legal?
 *     press_in_turn.c   does it say out of turn by that alone?
 *     press_ahead.c     has he been answered before he moved?
 *     press_promoted.c  or does a piece have to be fetched yet?
 *     press_gap.c       what of it is known where the link was lost meanwhile?
 *     press_turn.c      or lacks it the ply that he answers, of which the board has told?
 *     innocent.c   might it have been a legal ply, and sensors have failed? With innocent_inside.h, innocent_blind.c,
 *                  innocent_doubt.c, innocent_read.c, innocent_slid.c, innocent_castled.c and innocent_alike.c
 *     offences.c   illegal moves as the arbiter counts and punishes them (7.5.5)
 *     restore.c    what must follow: the position put back, the touched man moved (7.5.1)
 *     displaced.c  men knocked over, and what nothing explains (7.4, 7.6); displaced_behind.c where the record lacks plies
 *     misplaced.c  a man who stands where he does not belong, while play goes on
 *     unlawful.c   positions that end an unsupervised game in a draw (A.4.4)
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/laws/alert/alert.h"
#include "core/tracker/explain/deed.h"
#include "core/tracker/tracker.h"

#define PRESSES_WAITING_MAX 4

/* A press whose ply is not known. */
struct laws_press {
	uint64_t t_us;
	uint64_t due_us; /* when it is looked at again by itself */
	uint64_t
		shown_us; /* the board tells of what was done by then a round later: when it was heard, or when all squares were told of behind a lost link */
	enum color side;
	uint32_t n_plies;   /* of the record then */
	uint16_t last_move; /* the last of them, MOVE_NONE without */
	uint16_t
		guessed; /* what it had for it then, and doubted; MOVE_NONE: nothing was in doubt */
	/* Side by side: what a compiler leaves behind a lone one may look like an address, and a snapshot (memory_image.h)
	 * takes none that nobody has told it of. */
	bool in_step;   /* the board showed the record's position then */
	bool excusable; /* it may be no player's: the clock was just started, or plies lack presses */
	bool owed;      /* plies of both sides lack presses: it may make up for one */
	bool taken;  /* the record has found its ply; only what is left on the board is looked at */
	bool looked; /* unlawful.c has seen what it left */
	bool answered; /* presses_is_answered(), when it was seen */
	bool follows;  /* turn_us is his opponent's press, and not the clock's start */
	bool unseen; /* the press itself: the link was lost since the clock had been read before it */
	bool spans : 1; /* the link was lost in that turn, and nobody else has pressed meanwhile */
	bool unheard : 1;    /* nobody listened before turn_us: it is when the link was back */
	bool exchanged;      /* the sides of the clock were, in mid-game */
	bool turn_known;     /* the record had the ply for which the opponent pressed at turn_us */
	bool behind_illegal; /* it follows an illegal move that has not been put right */
	struct image turn;   /* what the board showed when his turn began */
	uint64_t turn_us;    /* when that was */
	uint64_t own_us;     /* his own press before that one; 0: there was none */
	uint64_t next_us;    /* the opponent's first press since; TIME_UNKNOWN: none */
	uint64_t
		confirmed; /* squares that told of the opponent's ply, whatever doubts the record has of its own */
	struct position base; /* the position then, by the record */
	struct deed deed;     /* an illegal one that has been seen to stand since; DEED_NONE */
	struct image seen;    /* the picture of it ... */
	uint64_t seen_us;     /* ... until then */
	uint64_t
		early_us; /* the picture changed then, before it had stood long enough; 0: it did not ... */
	struct deed early_deed; /* ... with an illegal deed on it */
	struct image early;
};

/* The clock was started: at first, or again after somebody stopped it, and has set it perhaps. */
struct laws_started {
	uint64_t t_us;      /* 0: never yet */
	uint32_t n_plies;   /* of the record then */
	bool right;         /* for who was to move by it */
	int32_t clock_s[2]; /* what it showed, by enum color; CLOCK_UNKNOWN */
};

/* What a person has corrected is being set up (laws_put_right). */
struct laws_set_up {
	bool going_on;    /* he does so now */
	bool said;        /* he has, and no ply has come since */
	uint32_t n_plies; /* the record's then */
	uint64_t squares; /* on which the board has differed from it since */
	uint64_t
		done_us; /* when he said so: presses until then are for none of the plies that come; 0: never */
};

/* What was known of the turn that was on when the link was lost (press_gap.c). In this order it has no holes, which a snapshot might
 * take for addresses. */
struct laws_gap {
	uint32_t open; /* nothing has been made of it yet */
	uint32_t unheard;
	enum color turn_side, clock_turn;
	int32_t clock_s[2]; /* by enum color */
	uint64_t turn_us, before_us, clock_us;
	struct image turn;
};

struct laws_presses {
	uint32_t heard; /* of tracker_view.presses */
	struct image
		turn; /* what the board showed at the last press, the clock's start, or when the link was back */
	uint64_t turn_us;     /* when that was */
	enum color turn_side; /* whose press */
	bool turn_unheard;    /* nobody listened: it is when the link was back */
	bool spans; /* the turn has lasted through a lost link, and nobody has pressed in it */
	struct laws_gap gap;
	uint64_t before_us;   /* the press before that one, of the other side; 0: there was none */
	bool exchanged;       /* the sides of the clock were, in mid-game */
	struct position base; /* after the last ply that was pressed for ... */
	uint64_t base_us;     /* ... at that moment; 0: none yet */
	struct position rested; /* what base was before it was taken anew for the same press ... */
	uint64_t rested_us;     /* ... until then; 0: it was not */
	uint64_t runs_us;       /* since when the clock runs; 0: it stands */
	struct laws_started started; /* the last time */
	bool owed;                   /* laws_owe_presses() */
	struct laws_set_up set_up;
	uint64_t blind; /* squares that did not read their men, and have read none rightly since */
	uint64_t blind_us[64]; /* since when each of them has been one */
	struct laws_press waiting[PRESSES_WAITING_MAX];
	int n_waiting;
	uint8_t told_from, told_to; /* the deed on the board told of before its press */
	uint32_t told_ply;
};

#define OFFENCES_KEPT 16

/* A move of one ply. What is played instead of an illegal one is another move of the same ply. */
struct laws_turn {
	uint32_t ply;       /* half-move, from 1; 0: none */
	uint32_t put_right; /* how often in this game a move had been put right by then */
};

/* An illegal move told, until it is decided. */
struct laws_offence {
	uint32_t number; /* of its alert; 0: none */
	struct laws_turn turn;
	enum color side;
	bool counts;     /* of a kind that is punished (illegal.kinds) */
	int32_t clock_s; /* the opponent's, when it was told */
};

struct laws_offences {
	uint32_t confirmed[2];       /* by enum color */
	struct laws_turn counted[2]; /* the last for which one was counted */
	struct laws_turn told[2];    /* or told */
	uint32_t put_right;          /* how often a move has been put right */
	uint32_t earlier_number;     /* alerts up to it are about earlier games */
	uint32_t lost_number; /* of the last alert whose illegal move loses the game; 0: none */
	struct laws_offence kept[OFFENCES_KEPT];
	struct position before, after; /* of the alert being told, and since */
	uint64_t since_us;             /* what it was told of was pressed for then; 0: none was */
	enum color side;               /* whose that was */
	uint32_t index;                /* of its ply */
	bool due;                      /* laws_take_penalty() */
	enum color due_to;
	int32_t due_s;
};

/* Illegal moves told behind which play went on; the arbiter seldom has to choose among more. */
#define RESTORES_KEPT 4

/* What has to be put right. */
struct laws_restore {
	bool open;
	uint64_t back_us;     /* when the position was seen again; 0: it has not been */
	uint32_t number, ply; /* of the alert */
	enum color side;      /* who has to move again */
	struct deed deed;
	bool victim_first; /* whom it takes was taken off before the man who takes was lifted */
	uint64_t since_us; /* when that was pressed for */
	struct position before;
	bool is_second;                  /* he had moved another man before, and not pressed: */
	struct position turn;            /* what stood before that */
	int32_t clock_before_s[2];       /* by enum color; CLOCK_UNKNOWN */
	uint64_t stopped_us, resumed_us; /* the clock was stopped for it, runs again since; or 0 */
	bool told;
};

struct laws_displaced {
	uint64_t differs_us
		[64];        /* since when a square has differed from the record; 0: it does not */
	uint64_t unsteady;   /* squares whose men come and go by themselves */
	uint64_t calm_us;    /* since when no other square has changed */
	uint64_t judged_us;  /* of the picture that has been judged: calm_us then */
	uint64_t stopped_us; /* since when the clock has been stopped that ran; 0: it was not */
	bool ran;            /* when this was looked at last */
	uint64_t squares;    /* of the accident that was told */
	uint32_t number;     /* of its alert */
	uint32_t n_plies;    /* of the record then */
	uint64_t over_us;    /* when its men stood again; 0: they do not yet */
	bool told, wrong_told;
	uint64_t strayed; /* squares that are not as the record has them, and it was told */
	struct game_break taken_along; /* by which the record went on from such a position ... */
	uint64_t taken_us;             /* ... and since when it does; 0: or it was told */
};

struct laws_unlawful {
	uint64_t pawns;    /* that were left on their last rank, by the last presses */
	uint64_t press_us; /* of the last press that left such a position */
	bool kings;        /* both were in check at the last press */
	bool waits;        /* it was so at the last press */
	bool told;         /* that the game is drawn */
};
