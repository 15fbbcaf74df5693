/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The board aside from the record: play that no legal move explains.
 *
 * When what stands on the board cannot be explained, the picture itself is kept as a position
 * beside the record: after a deed (one man carried where he may not go, and the clock pressed or
 * nothing done about it), or as it is. Either the board comes back to the record: the position
 * is restored, or another move is played instead. Or play goes on from there, by plies that are
 * legal from that position: then it stands (A.4.2, B.4), the record gets a break and goes on
 * behind it.
 *
 *     in step --unexplained, at rest--> aside --the record's position, or a ply from it--> in step
 *                                         |
 *                                         +--plies from the position aside--> break, in step
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/game/game.h"
#include "core/tracker/explain/explain.h"

struct deed;
struct tracker;

enum aside_kind {
	ASIDE_NONE,
	ASIDE_ILLEGAL,  /* an illegal move: gap says which */
	ASIDE_RETURNED, /* the record's position before ply n_plies: put back that far */
	ASIDE_UNKNOWN,  /* a position whose origin nobody saw */
	ASIDE_RESUMED,  /* the same, when the link is back */
	ASIDE_NEW_GAME, /* the same, with men the record's game no longer has */
};

struct aside {
	enum aside_kind kind;
	bool turned;             /* ASIDE_NEW_GAME: White has the connector on his right */
	uint32_t n_plies;        /* ASIDE_RETURNED: plies of the record that stand */
	bool unbreak;            /* and its last break, an illegal move, does not */
	struct game_break gap;   /* what stands there */
	uint64_t missing;        /* ASIDE_ILLEGAL: squares excused for it, which failed before it */
	uint64_t since;          /* number of the change it was taken at */
	struct explanation line; /* what has been played from there */
};

/* aside_take: the picture stands still unexplained; keep it beside the record if it can be a
 * position. pressed: it moves yet, but a press has waited long for its ply. */
void aside_take(struct tracker *tracker, bool pressed);

/* aside_take_pressed: the picture has stood for a scan; keep it if it is an illegal move of him who has pressed in his turn. */
void aside_take_pressed(struct tracker *tracker);

/* aside_take_resumed: what the board shows now that the link is back has stood for more than a scan, or is
 * new, and is not explained: keep it beside the record. aside_look_resumed: the same for a picture that is new, where there
 * is no better one. Whoever plays fast does not pause for it. */
void aside_take_resumed(struct tracker *tracker);
void aside_look_resumed(struct tracker *tracker);

/* aside_position_before_break: the position before ply n_plies as the last break was not there yet. */
void aside_position_before_break(const struct game *game, uint32_t n_plies,
                                 struct position *ret_position);

/* aside_find_deed: is what differs one man, carried where no legal move takes him, or a castling that is not legal? A legal one
 * would have been found. Fills in which. aside_sees_deed: the same without that. Of a board that tells men apart. */
bool aside_find_deed(const struct tracker *tracker, struct deed *ret_deed);
bool aside_sees_deed(const struct tracker *tracker);

/* aside_find_deed_with_missing: the same of him who has pressed for it in his turn, where another man of his is not read either, and was
 * not before the one carried was gone: nobody carries two men, so that his square has failed, and *ret_missing is that. */
bool aside_find_deed_with_missing(const struct tracker *tracker, struct deed *ret_deed,
                                  uint64_t *ret_missing);

/* aside_find_own_deed: is it the deed of who is to move, and no castling begun, whose rook may follow (4.7.2)? */
bool aside_find_own_deed(const struct tracker *tracker, struct deed *ret_deed);

/* aside_refutes: does the line take a man to where nobody reads him, while another square reads him who had one of his own, and
 * does not lie beside that? No square misreads a man as the very one who has just left his own. */
bool aside_refutes(const struct tracker *tracker, const struct explanation *line);

/* aside_awaits_reply: an illegal move was made, for sure and by who had the move, and the clock runs. What moves then makes the
 * reply, or goes back: it tells of no other ply in its place. at_rest: nothing has moved for a while; then that holds only of men
 * who are in the air. */
bool aside_awaits_reply(const struct tracker *tracker, bool at_rest);

/* aside_is_taken: is he who made an illegal move, and was pressed for, gone from where it took him, and a man of the opponent's who can
 * take him there in the air, or come down there? Then he is taken, whatever squares read him while he is carried off. */
bool aside_is_taken(const struct tracker *tracker);

/* aside_goes_on: does play go on from an illegal move, by a legal reply? Then what moves tells of no other plies in its place. */
bool aside_goes_on(const struct tracker *tracker);

/* aside_put_back: since t_us nobody has played, as the clock says: it was stopped then, and runs again; or pressed for a ply,
 * and then given back. Does the board show, with whose time runs to move, a position that the record had before, and did what
 * differs from the record come about meanwhile? Then it was put back (7.5.1, 7.6): nothing was played, and the record goes on
 * from there. */
bool aside_put_back(struct tracker *tracker, uint64_t t_us);

/* aside_take_returned: does the board show, to the last square, a position that the record had before, and did what differs
 * from the record come about since t_us? Then it is kept aside. */
bool aside_take_returned(struct tracker *tracker, uint64_t t_us);

/* aside_look: the board shows something new, and the record does not explain it. Has play gone on
 * aside? */
void aside_look(struct tracker *tracker);

/* aside_due: when what was played aside will have stood long enough, or TRACKER_NO_DEADLINE;
 * aside_settle does what is due: the record goes on from there. */
uint64_t aside_due(const struct tracker *tracker);
void aside_settle(struct tracker *tracker);
