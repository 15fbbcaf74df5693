/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The record of one game: start position, plies with their times, breaks, result. Everything else (the
 * position now, PGN, counters) derives from it.
 *
 * Plies are legal moves, each from the position the one before it left. Where play went on from
 * another position (an illegal move that stands, a position set by the arbiter, a gap in the recording)
 * the record has a *break*: from there on that position counts.
 *
 * The record knows nothing of devices. It is written by the tracker and by a PGN reader, and read
 * by everybody else.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/base/clock_reading.h"
#include "core/chess/position.h"

/* The longest game the 75-move rule allows (9.6.2) has 8,848 moves and a half; no real one comes
 * near. A record that is full refuses further plies. */
#define GAME_PLIES_MAX 17700

#define TIME_UNKNOWN UINT64_MAX /* microseconds nobody measured */

enum ply_state {
	PLY_CANDIDATE, /* the board shows it, the hand may still be on the piece; not published */
	PLY_MADE,      /* released on its square (4.7) */
	PLY_COMPLETED, /* the clock was pressed, or the player's next ply was made (6.2.1) */
};

/* game_ply.doubtful of a ply whose man may be on his way yet: for the time of a scan; the rest last
 * longer. */
#define PLY_DOUBT_PASSING 8

/* Of one in whose place another legal one would do as well. */
#define PLY_DOUBT_RIVAL 1

/* Of one whose man nobody saw arrive where the record has him. */
#define PLY_DOUBT_UNSEEN 3

/* Of one before which plies and presses are out of step: whose press was for which of them nobody knows. */
#define PLY_DOUBT_BEHIND 32

struct game_ply {
	uint64_t made_us;      /* when the board first showed it; TIME_UNKNOWN from PGN */
	uint64_t completed_us; /* when the clock was pressed; TIME_UNKNOWN until then */
	int32_t clock_s;       /* the mover's own time at the press, seconds; or CLOCK_UNKNOWN */
	uint16_t move;
	uint8_t state;    /* enum ply_state */
	uint8_t doubtful; /* not 0: when it was found, it was not the only plausible explanation */
};

/* Breaks kept in one game. Each is a whole irregularity that both players let stand or the arbiter put
 * right; a game with more than a handful is none that anybody can score. */
#define GAME_BREAKS_MAX 32

enum game_break_why {
	BREAK_ILLEGAL, /* an illegal move that stands (A.4.2, B.4): who, piece, from, to, captured */
	BREAK_SET,     /* a person set this position (7.2 to 7.4) */
	BREAK_RESUMED, /* the game goes on here; how it came to that was not seen, or is not said */
};

/* Play goes on from a position to which no recorded ply led. What the last five say is known for
 * BREAK_ILLEGAL only; EMPTY and SQ_NONE where not. */
struct game_break {
	struct position position;
	uint64_t made_us; /* when the board first showed it, or the person spoke; or TIME_UNKNOWN */
	uint32_t ply;     /* index of the first ply played from it */
	uint8_t why;      /* enum game_break_why */
	uint8_t who;      /* enum color: the mover */
	uint8_t piece;    /* enum piece, as it left `from` */
	uint8_t from, to; /* squares */
	uint8_t captured; /* enum piece taken off, EMPTY for none */
};

enum game_result {
	RESULT_NONE,
	RESULT_WHITE_WINS,
	RESULT_BLACK_WINS,
	RESULT_DRAW,
	/* Only a person gives these (10, 11.8, 12.9): points withheld, and games that were not played. */
	RESULT_BOTH_LOSE,        /* 0-0 */
	RESULT_WHITE_HALF,       /* 1/2-0 */
	RESULT_BLACK_HALF,       /* 0-1/2 */
	RESULT_WHITE_BY_FORFEIT, /* +/- */
	RESULT_BLACK_BY_FORFEIT, /* -/+ */
	RESULT_BOTH_FORFEIT,     /* -/- */
	GAME_RESULTS
};

enum game_end {
	END_OPEN,      /* not ended, or nobody said how */
	END_SIGNED,    /* kings or a result piece on the board said so */
	END_DECLARED,  /* a person said so */
	END_CHECKMATE, /* 5.1.1 */
	END_STALEMATE, /* 5.2.1 */
	END_DEAD,      /* 5.2.2: nobody can mate any more */
};

struct game {
	struct game_break
		breaks[GAME_BREAKS_MAX]; /* by ply; of two before one ply the later counts */
	struct position start;           /* before ply 0 */
	struct position now;             /* after the last ply */
	struct game_ply *plies;          /* borrowed from the caller of game_init */
	uint32_t n_plies;
	uint32_t capacity;
	uint32_t n_breaks;
	uint32_t
		dead_ply; /* plies after which the position is dead, as game_dead() was told; 0: of none is it known */
	uint64_t dead_key; /* ... and that position's */
	uint8_t result;    /* enum game_result */
	uint8_t end;       /* enum game_end */
};

/* game_init: an empty game from *start, writing into plies[capacity] (borrowed). */
void game_init(struct game *game, const struct position *start, struct game_ply *plies,
               uint32_t capacity);

/* game_append: add a legal move; made_us, state, and no clock time.
 * Returns 0, -EINVAL when the move is not legal in game->now, -ENOBUFS when the record is full.
 * A ply that is made completes its player's one before it (6.2.1). Mate and stalemate set result and end by
 * themselves (5.1.1, 5.2.1) once they are PLY_MADE, unless somebody has given a result before. */
int game_append(struct game *game, uint16_t move, uint64_t made_us, enum ply_state state);

/* game_break: play goes on from gap->position. gap->ply is not looked at: the break comes behind the
 * last ply. All plies before it become PLY_COMPLETED, nothing can answer them any more; a mate or
 * stalemate on the board is withdrawn, and the new position ends nothing until a ply is made in it.
 *
 * The position must pass position_check(), but the side that is not to move may stand in check: that
 * is what most illegal moves that stand leave behind. Returns 0, -EINVAL when it does not, -ENOBUFS
 * after GAME_BREAKS_MAX. */
int game_break(struct game *game, const struct game_break *gap);

/* game_unbreak: take the last break back, when no ply follows it: the game stands again where its last
 * ply left it. Returns false when there is none. The states of the plies before it stay. */
bool game_unbreak(struct game *game);

/* game_without_break: where the game would stand if its last break had not been; false where there is none, or a ply behind it is not
 * legal without. game_forget_break: and it has not been. */
bool game_without_break(const struct game *game, struct position *ret_position);
bool game_forget_break(struct game *game);

/* game_last_break: the break from which ply `index` (0..n_plies) counts, the last one at or before it;
 * NULL when that is the start of the game. */
const struct game_break *game_last_break(const struct game *game, uint32_t index);

/* game_truncate: forget all plies from index n_plies on, and the breaks behind that place; one that
 * stands right before ply n_plies stays, game_unbreak() takes it. A result of the board itself (mate,
 * stalemate, a dead position) goes with the ply it came from; a declared one stays. */
void game_truncate(struct game *game, uint32_t n_plies);

/* game_exchange: the plies from `index` on were moves[n_moves]; times and states stay, and what the position itself gives is
 * judged anew. The plies behind them must stay legal: if one is not, the caller truncates the game there before anything
 * else is done, and until then game->now is the position before it. */
void game_exchange(struct game *game, uint32_t index, const uint16_t *moves, uint32_t n_moves);

/* game_position: the position before ply `index` (0..n_plies); where a break is, the one behind it.
 * Cost: moves from the start or the last break. */
void game_position(const struct game *game, uint32_t index, struct position *ret_position);

/* game_set_state: raise the state of a ply, and of those before it that lag behind. */
void game_set_state(struct game *game, uint32_t index, enum ply_state state);

/* game_ended_by_board: did the position itself give the result, by mate, stalemate or since nobody can mate any more?
 * game_has_no_move: by mate or stalemate, behind which nobody can have moved? */
bool game_ended_by_board(const struct game *game);
bool game_has_no_move(const struct game *game);

/* game_dead: the position after the first n_plies (1..n_plies) is proved to be dead (5.2.2): it ends the game as mate
 * does, unless somebody has given a result, and as long as that position stands there in the record. */
void game_dead(struct game *game, uint32_t n_plies);

/* game_set_result: what a person or the kings said. RESULT_NONE with END_OPEN takes it back: then
 * what the board says counts again. */
void game_set_result(struct game *game, enum game_result result, enum game_end end);

/* game_result_text: as PGN has it: "1-0", "0-1", "1/2-1/2", and "*" for what has no word there; who wins by
 * forfeit wins. game_score_text: as it is entered and shown: "0-0", "+/-" too. */
const char *game_result_text(enum game_result result);
const char *game_score_text(enum game_result result);

/* game_is_forfeit: is it the result of a game that was not played? */
bool game_is_forfeit(enum game_result result);

/* game_ply_side: who made ply `index`, or is to make it. */
enum color game_ply_side(const struct game *game, uint32_t index);
