/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The cost model: what it takes to believe an explanation.
 *
 * The tracker explains what board and clock said by plies, and, where plies alone do not do, by
 * things that go wrong with hands and sensors. Each has a cost in decibans: 10 more is ten times
 * less likely. The cheapest explanation is taken; where another one costs hardly more
 * (COST_DOUBT), the plies that differ are marked doubtful and stay open.
 *
 * The figures come from the 199 plies of real play counted in dgt.md 7.1 where there is one, and
 * are guesses of the right size elsewhere: nothing depends on their last digit.
 */
#pragma once

/* A man who stands on two squares for longer than this is two men. */
#define PLACED_EARLY_US 1500000

/* What a scan tells of is heard so much later, at most. */
#define SCAN_WAY_US 170000

/* Who captures may put his opponent's man aside first. That takes a second or so, and then he puts his own there. */
#define TAKEN_ASIDE_US 1500000

/* A square fails at any time. One that told of a change so lately had little time to. */
#define SILENCE_US      10000000
#define LONG_SILENCE_US 60000000

enum cost {
	/* One more ply. About thirty legal moves, of which the squares touched leave a few. */
	COST_PLY = 10,

	/* A ply of the record does not hold. A candidate was a square on the way (slide, 10 of
	 * 199 plies); one that stood for a while, but was not pressed, was in a hand that had
	 * not let go (hesitation), or, where no clock runs, was taken back, which happens once
	 * in some games; one that was pressed was a slide reported late, or the position was put
	 * back. A slide is over before the press, and long before the opponent's. */
	COST_CANDIDATE_GONE = 8,
	COST_HESITATION = 12,
	COST_TAKE_BACK = 20,
	COST_ON_HIS_WAY = 10,
	COST_HARDLY_ON_HIS_WAY = 25,
	COST_JUST_PRESSED_GONE = 15,
	COST_PRESSED_GONE = 40,

	/* A doubtful ply was its rival after all. */
	COST_EXCHANGED = 5,
	COST_HEALED = 10, /* and another square began to read him just now */

	/* A man was not seen to arrive where he stands, or not to leave: lost updates, a square
	 * that does not read. No update was lost in 458. */
	COST_UNSEEN = 30,
	COST_TOLD_JUST_NOW = 6, /* more, if that square worked within SILENCE_US */
	COST_TOLD_LATELY = 3,   /* within LONG_SILENCE_US */
	COST_FAILED_BEFORE = 8, /* less, if it has read wrong before in this game */
	COST_ON_WAY = 8,        /* less, if he was seen on the way there */
	COST_BESIDE = 4,        /* less, if on a square beside it */
	COST_UNWISE = 8,        /* more, here and below, if his player stands to lose by it */
	COST_UNSEEN_LEAVING = 15,
	COST_STOOD_ELSEWHERE = 60, /* more, for a king who stood where none of his plies ends */
	COST_MISREAD = 20,         /* seen, but as another man */
	COST_OUT_OF_SIGHT = 2,     /* any of these while the board was out of sight */
	COST_HIDDEN = 12,          /* not seen because he was taken, or moved on, at once */
	COST_CHOICE = 4, /* more if the reply was free, as much less if it was forced (sense.h) */
	COST_TAKEN_ASIDE =
		6,          /* more, if he was taken off first, and then the other put there ... */
	COST_LOST_PAWN = 2, /* ... and for every pawn his player stood to lose by it */

	/* What players do tells which of the squares that do not read a man he stood on before he went on (between.h): nobody
	 * goes where he comes out worse, nor leaves what he could win, as far as he looks ahead; who is threatened by him moves
	 * away, or is protected, and so is he himself; moves that leave few replies are played more often than others; men are
	 * put where they attack somebody, near the other king, and where they had stood before. Fitted, as odds among the squares
	 * of a stay, to 9,425 stays of a man in some 1,030 real games, short ones above all, as squares fail: on 9,480 of as many
	 * other games that names 81.5 of a hundred, of 3.8 squares as a rule; 77.7, where nobody looked farther than captures
	 * and men alone were counted; chance 34. */
	COST_BEHIND_PAWN =
		10, /* for every pawn that he comes out worse by that move (foresight.h) ... */
	COST_MISSED_PAWN =
		4,          /* ... that the opponent gives away by his plies until he goes on ... */
	COST_IDLE_PAWN = 5, /* ... and his own player by his */
	COST_ANSWERED = 8,  /* less, if the reply got away whom he threatened */
	COST_CHASED = 5,    /* less, if he could have been won when he went on */
	COST_FORCING = 2,   /* so many times sense_forced(), less */
	COST_ATTACKS = 1,   /* less, for each whom he attacks */
	COST_STOOD_THERE = 3, /* less, if he stood there before */
	COST_FROM_KING = 1,   /* for each step from the other king ... */
	COST_KINGS_APART = 3, /* ... for kings, in the endgame */

	/* Of a ply neither was told: the line was dead. */
	COST_UNSEEN_PLY = COST_PLY + COST_UNSEEN + COST_TOLD_JUST_NOW + COST_UNSEEN_LEAVING,

	/* A man arrived where the board could not tell: on a square that does not read, or, on a
	 * board that knows only whether squares are occupied, where another man was taken. */
	COST_UNPROVED = 25,
	COST_SWAP_UNSEEN = 12,
	COST_SWAP_TAKES_BACK = 5,

	/* On such a board: a man who took is left standing, for every pawn that he is worth. */
	COST_LEFT_STANDING = 2,
	COST_LEFT_STANDING_MAX = 10,

	/* A man was seen on his new square long before he left the old one. A hand that pushes a
	 * man over shows him on both for a scan or two; what stands there longer is somebody
	 * else. */
	COST_PLACED_EARLY = 18,
	COST_PLACED_RATHER_EARLY = 9, /* two scans before */

	/* On such a board, a man who was lifted and stands again for no reason: adjusting was not
	 * seen in 199 plies. */
	COST_TOUCHED = 10,

	/* Such a board does not tell what a pawn became: one in a hundred is no queen. */
	COST_UNDERPROMOTED = 20,

	/* Men were seen to arrive in another order than that of the plies. Squares are scanned
	 * one after the other, so it happens within one scan; hardly later. */
	COST_DISORDER = 15,
	COST_DISORDER_LATE = 30,

	/* A square that differs from the explanation's end. */
	COST_LIFTED = 3,     /* a man of the side to move, in the hand that moves him */
	COST_CAPTURED = 6,   /* a man of the other side who can be captured: he is lifted first */
	COST_MISSING = 25,   /* another man of the other side: misread, or knocked over */
	COST_HELD = 32,      /* such a man whom somebody took up during the line */
	COST_TAKEN_UP = 55,  /* he who has just been played, before his clock was pressed */
	COST_KING_HELD = 45, /* a king: nobody takes him, or puts him aside */
	COST_EXTRA = 22,     /* a man too many: a ghost, or one put down where he does not belong */
	COST_TWIN = 25,      /* more, if he is one of those who stand elsewhere, and went there */
	COST_ON_THE_WAY = 8, /* he whom the side to move has lifted, on no square of his own yet */
	COST_PUSHED = 30,    /* two squares, for a man who was pushed over the edge of his own */
	COST_WRONG = 30,     /* another man than there should be: misread, or replaced */
	COST_KNOWN_BAD = 12, /* any of these on a square that has read wrong before in this game */

	/* One man makes both plies of his side. More, if he had left his square for the second before the clock was
	 * pressed for the first, or hardly later: then he was on his way. */
	COST_SAME_MAN = 12,
	COST_LEFT_BEFORE_PRESS = 30,
	COST_LEFT_AT_PRESS = 12,

	/* A move was made that is not legal. It happens once in some dozen games. */
	COST_ILLEGAL = 45,

	/* The clock was pressed for no ply (an offence, 6.2.4), or not pressed for one. */
	COST_PRESS_ALONE = 45,
	COST_PRESS_OVERDUE = 25, /* a scan should have shown the ply by now */
	COST_PRESS_PENDING = 10, /* it may still be on its way */
	COST_NOT_PRESSED = 15,
	COST_PRESSED_EARLY = 10,       /* a good scan before the man arrived ... */
	COST_PRESSED_LONG_BEFORE = 40, /* ... or several */
	COST_REPLY_FIRST = 6,          /* not yet pressed, but answered: 1.3 */

	/* After a gap: the clock of the player runs who, the explanation says, has moved. */
	COST_OTHER_CLOCK = 15,

	/* An explanation whose rival costs no more than this is doubtful. */
	COST_DOUBT = 9,

	/* And so is one against which so much speaks: a thousand to one. Not everything that goes
	 * wrong with hands and boards is in this table. */
	COST_STRANGE = 30,

	/* On a board that knows no men dearer changes are not made before the picture stands
	 * still: it fits too many. */
	COST_AT_ONCE = 55,

	/* An exchange so cheap is made as soon as the picture has settled. */
	COST_SETTLED = 25,

	/* The dearest explanation that is believed: a bad square and a man nobody saw arrive, or two
	 * bad squares. */
	COST_BELIEVED = 60,

	/* More than anybody believes. */
	COST_NEVER = 1000,
};
