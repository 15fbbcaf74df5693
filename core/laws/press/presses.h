/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Presses, and what has been done by them: the functions of presses.c, of the press_ files and of innocent.c. What they keep is
 * in laws_irregular.h.
 */
#pragma once

#include "core/laws/laws_irregular.h"

struct contact;
struct laws;

/* --- presses.c --------------------------------------------------------------------------------------------- */

/* presses_begin: a game begins. presses_look: anything is new. presses_astray: an illegal deed is on the board by the tracker's
 * opinion. */
void presses_begin(struct laws *laws);
void presses_look(struct laws *laws);
void presses_astray(struct laws *laws);
uint64_t presses_due(const struct laws *laws);
void presses_act(struct laws *laws);

/* presses_find_ply: the index of the ply that was completed by that press, of the last ones; n_plies: none was. */
uint32_t presses_find_ply(const struct game *game, uint64_t press_us);

/* presses_deed: what has been done to the record's position by what the board shows. */
void presses_deed(const struct laws *laws, struct deed *ret_deed);

/* --- press_hear.c --------------------------------------------------------------------------------------------- */

/* After a press the board has had its time to show the move (laws.md 4.2, lag_ms, and a tenth of a second for who wakes
 * up). */
#define PRESSES_LAG_US UINT64_C(1300000)

/* A press belongs to no ply any more, and what has not followed it does not (late_ms). */
#define PRESSES_LATE_US UINT64_C(5000000)

/* What was seen so long after its press was not on the board when it was pressed, however slow the scan. */
#define PRESSES_BEFORE_US UINT64_C(1800000)

/* presses_clock: there is a new reading of the clock. */
void presses_clock(struct laws *laws);

/* presses_link_back: the board answers again, or has told of all its squares since, and shows what the turn that is on began with, as far
 * as anybody knows. Who pressed for that meanwhile was not heard. */
void presses_link_back(struct laws *laws);

/* presses_waits_for_board: is it a press that fell before the link was back, and the board has told of nothing since? */
bool presses_waits_for_board(const struct laws *laws, const struct laws_press *press);

/* presses_count: does a press count now? A game is played, or its end waits for a promotion. */
bool presses_count(const struct laws *laws);

/* presses_forget: press `index`, of those that wait, is done with. */
void presses_forget(struct laws_presses *presses, int index);

/* --- press_seen.c --------------------------------------------------------------------------------------------- */

/* presses_change: the picture in laws->image is about to change. What has stood for a while since a press is kept in it. */
void presses_change(struct laws *laws);

/* presses_take_early: the deed that was seen when the opponent's hand came is what the player left, if none of its squares has changed
 * until it would have stood long enough. */
void presses_take_early(const struct laws *laws, struct laws_press *press);

/* presses_was_deed_seen: has one been kept, and does the man stand yet where it took him from, with what the turn began by now?
 * presses_refutes_guess: does it speak against the record's ply for the press? */
bool presses_was_deed_seen(const struct laws_press *press);
bool presses_refutes_guess(const struct laws *laws, const struct laws_press *press);

/* --- press_set_up.c ------------------------------------------------------------------------------------------- */

/* presses_set_up: a person has corrected the record. presses_look_set_up: the board or the record has changed.
 * presses_is_set_up: has nothing been done since but that men went where he has them?
 *
 * presses_is_handed_over: is the press that has just come for no more than that the time of who is to move there runs? Or, an illegal
 * move having been put back, that of who has to move again?
 *
 * presses_is_answered_for: was the last press for a ply that the record has? Or for none: the game began since, a person has said with
 * what it goes on, or the clock was started for who is to move by the record. */
bool presses_is_set_up(const struct laws *laws);
void presses_set_up(struct laws *laws);
void presses_look_set_up(struct laws *laws);
bool presses_is_handed_over(const struct laws *laws);
bool presses_is_answered_for(const struct laws *laws);

/* --- press_done.c --------------------------------------------------------------------------------------------- */

/* presses_is_his: has who pressed done the illegal *deed that *image shows, when he pressed? With his own man, or, when he
 * had the move and moved none of his, with one of the opponent's. */
bool presses_is_his(const struct laws *laws, const struct deed *deed, const struct image *image,
                    const struct laws_press *press);

/* presses_played_on_since: has the opponent pressed since, and the board changed? What it shows now may be his doing. */
bool presses_played_on_since(const struct laws *laws, const struct laws_press *press);

/* presses_next_deed: *deed, if it is part of an illegal move that has not been put right and of another one behind that, is
 * replaced by the second, and press->base by the position between them. */
void presses_next_deed(const struct laws *laws, struct laws_press *press, struct deed *deed);

/* presses_king_taken: was a king taken that stood in check after an illegal move (1.4.2)? *deed says so; *press is changed as
 * the telling needs it, also where the answer is no. */
bool presses_king_taken(const struct laws *laws, struct laws_press *press, struct deed *deed);

/* presses_is_guess: is ply `index`, which the record has for the press, no more than a guess? Then what is seen may say
 * otherwise. False where there is none. */
bool presses_is_guess(const struct laws *laws, const struct laws_press *press, uint32_t index);

/* presses_is_more: was more done than the record's ply by what *image shows, or something else, and all of it in time? *ret_press and *ret_deed
 * are what can be told of it. presses_find_more: by what the board shows now, or has shown since the press. */
bool presses_is_more(const struct laws *laws, const struct laws_press *press,
                     const struct image *image, struct laws_press *ret_press,
                     struct deed *ret_deed);
bool presses_find_more(const struct laws *laws, const struct laws_press *press,
                       struct laws_press *ret_press, struct deed *ret_deed);

/* --- press_tell.c --------------------------------------------------------------------------------------------- */

/* presses_tell_deed: an illegal deed was pressed for. presses_tell_no_move: nothing was (7.5.3). */
void presses_tell_deed(struct laws *laws, const struct laws_press *press, const struct deed *deed);
void presses_tell_no_move(struct laws *laws, const struct laws_press *press);

/* presses_tell_look: somebody should look, and nobody is accused: the opponent's last ply was put back where it came
 * from, which may be agreed; or taken on, and nobody knows from where. */
void presses_tell_look(struct laws *laws, const struct laws_press *press, const struct deed *deed);

/* presses_is_answered: where an illegal move may not be claimed any more once the opponent has made his next one (A.4.2): does the
 * board show that one, and the deed before it as it was done? */
bool presses_is_answered(const struct laws *laws, const struct laws_press *press,
                         const struct deed *deed);

/* presses_is_rook_home: has the presser's rook, with whom his king is said to have castled, been read at home since his turn began,
 * and not where the king crossed? */
bool presses_is_rook_home(const struct laws *laws, const struct laws_press *press, int king,
                          int rook);

/* presses_is_man_left: is ply `index` castling, and does the rook still read where he stood, and not where he belongs? He may
 * follow yet (4.7.2). Or is it a promotion, and does the pawn read where he stood all the time, beside what he became? He may be
 * taken off yet (4.7.3). */
bool presses_is_man_left(const struct laws *laws, const struct laws_press *press, uint32_t index);

/* presses_tell_leftover: ply `index` was pressed for; if its pawn is still a pawn, or there beside his queen, the one taken in
 * passing still there, or the rook of a castling where he was, that is told. presses_tell_recorded: the same of the press's
 * ply, which may have come late, too (6.2.4). presses_tell_taken: of the ply that the record has for it, whether its answer was made
 * before it besides. */
void presses_tell_leftover(struct laws *laws, const struct laws_press *press, uint32_t index);
void presses_tell_taken(struct laws *laws, const struct laws_press *press, uint32_t index);
void presses_tell_recorded(struct laws *laws, const struct laws_press *press, uint32_t index);

/* --- press_base.c -------------------------------------------------------------------------------------------- */

/* presses_note_base: anything is new. presses_base: the position in which who has just pressed began his turn. */
void presses_note_base(struct laws *laws);
const struct position *presses_base(const struct laws *laws);

/* What is told so soon after the press was his own hand's work: another one, had it lain in wait for the press, would have
 * needed so long to bring a man to the next square (4.7 TMU, motion.h). */
#define PRESSES_OTHER_HAND_US UINT64_C(113000)

/* presses_is_between: does sq lie in the smallest rectangle around two others, where the ways between them are? */
bool presses_is_between(int sq, int a, int b);

/* presses_take_record: the record may have learned since with what the presser's turn began: the position in which it did, as far
 * as that is clear, is that of *press. */
void presses_take_record(const struct laws *laws, struct laws_press *press);

/* presses_has_own: has the record the ply before the one that the presser answers, his own as a rule? That one it may lack
 * (press_turn.c, press_carried.c). */
bool presses_has_own(const struct laws *laws, const struct laws_press *press);

/* presses_last_move: the record's last ply, MOVE_NONE without one. */
uint16_t presses_last_move(const struct game *game);

/* promoted_awaits_piece: has he taken his pawn up to promote it, and pressed, and there is no new piece yet? It may be fetched.
 * promoted_came_late: the ply that the record has for it is a promotion: did the piece come when the press had been long before (6.2.4)? */
bool promoted_awaits_piece(const struct laws *laws, const struct laws_press *press);
bool promoted_came_late(const struct laws *laws, const struct laws_press *press, uint32_t index);

/* presses_seen_us: what was on the board at a press has been seen so many microseconds after it: a round of the scan, and
 * a moment for a man who did not rest yet. What comes later is the next player's. presses_longest_us: the same where
 * nothing else can come: as long as the slowest board needs, before the round has been measured. */
uint64_t presses_seen_us(const struct laws *laws);
uint64_t presses_longest_us(const struct laws *laws);

/* --- press_evidence.c --------------------------------------------------------------------------------------- */

/* All of these judge *image: what the board shows, or what was seen to stand there since the press.
 *
 * evidence_deed: what has been done to the position that was there when the presser's turn began. The tracker may
 * have taken a man of the opponent's who was moved on for a slide that went on. */
void evidence_deed(const struct laws *laws, const struct laws_press *press,
                   const struct image *image, struct deed *ret_deed);

/* evidence_ply_squares: those that ply `index` of the record changed. */
uint64_t evidence_ply_squares(const struct game *game, uint32_t index);

/* evidence_note_turn: the record may be new: has it the ply with which the presser's turn began? */
void evidence_note_turn(const struct laws *laws, struct laws_press *press);

/* evidence_odd_squares: those that read oddly already when the turn began, and do still; but not by a deed that has been
 * told. */
uint64_t evidence_odd_squares(const struct laws *laws, const struct laws_press *press);

/* evidence_was_lifted_early: was the man of sq read there until a hand took him away, after the opponent had made his move and
 * before the clock told of his press? Who moves next has the move from then on (1.3), and the clock may tell late. */
bool evidence_was_lifted_early(const struct laws *laws, const struct laws_press *press, int sq);

/* evidence_was_put_early: did a man of the presser's come to sq then, and is he read there when the turn begins? */
bool evidence_was_put_early(const struct laws *laws, const struct laws_press *press, int sq);

/* --- press_gap.c --- */

/* presses_link_lost: from here on nobody listens. presses_close_gap: the clock has been read since the link is back: if it tells that
 * there was no press meanwhile but one of who was to move, his turn goes on, or went on until then, as it had begun. presses_spans_gap:
 * does it, by what the board shows now? */
void presses_link_lost(struct laws *laws);
void presses_close_gap(struct laws *laws);
bool presses_spans_gap(const struct laws *laws);

/* --- press_ahead.c --- */

/* evidence_is_ahead: was the ply behind `index`, which the record has for the press, made before that one was begun? It is not
 * pressed for yet. */
bool evidence_is_ahead(const struct laws *laws, const struct laws_press *press, uint32_t index);

/* --- press_sure.c --------------------------------------------------------------------------------------------- */

/* evidence_was_read: did sq read that when the turn began, or as soon as the board told of the last ply? */
bool evidence_was_read(const struct laws *laws, const struct laws_press *press, int sq,
                       uint8_t reading);

/* evidence_told_us: until when the board may tell of a ply that was pressed for then. evidence_late_us: of the last one before
 * this press. */
uint64_t evidence_told_us(const struct laws *laws, uint64_t pressed_us);
uint64_t evidence_late_us(const struct laws *laws, const struct laws_press *press);

/* evidence_was_there: did `man`, as he is read, stand on sq when his player pressed then? He was read there before, and still a round of
 * the scan before the square was told to have lost him; between that and the press no hand could have taken him elsewhere. */
bool evidence_was_there(const struct laws *laws, int sq, uint8_t man, uint64_t pressed_us);

/* evidence_was_answered_before: had the ply which the record gives to the opponent's last press been made, and told of, well
 * before the presser's own press before that? Then he answered it with that one, and the opponent has pressed for another
 * ply, which the record lacks. */
bool evidence_was_answered_before(const struct laws *laws, const struct laws_press *press);

/* evidence_lacks_own: was the deed done with a man of his, and has he pressed between the ply with which his turn began and his own last one
 * of the record? Then it lacks one of his, and nobody knows where his men stood. */
bool evidence_lacks_own(const struct laws *laws, const struct laws_press *press,
                        const struct deed *deed);

/* evidence_is_seen_twice: has one like the man of *contact, who came in this turn, been read beside that square all the turn, and is he
 * yet? Then it is that one, whom two squares read, and no hand has brought anybody. */
bool evidence_is_seen_twice(const struct laws *laws, const struct laws_press *press,
                            const struct contact *contact);

/* evidence_men_away: the men who had left their squares in this turn, or ceased to be read there, when the clock was pressed. Who
 * is read there again only since then may have been put back by somebody. Not one who comes and goes by himself. */
uint64_t evidence_men_away(const struct laws *laws, const struct laws_press *press);

/* evidence_is_sure: is that deed, an illegal one or none, sure enough to tell of it? */
bool evidence_is_sure(const struct laws *laws, const struct laws_press *press,
                      const struct image *image, const struct deed *deed);

/* evidence_of_no_move: is it sure that he moved none of his own men, nor any but those on squares of `carried`? */
bool evidence_of_no_move(const struct laws *laws, const struct laws_press *press,
                         const struct image *image, uint64_t carried);

/* evidence_is_turn_sure: is the position sure with which the presser's turn began, its squares read as they stood? */
bool evidence_is_turn_sure(const struct laws *laws, const struct laws_press *press,
                           const struct image *image);

/* evidence_has_moved: had the presser a man of his off his square, who is not back? Then that is what he pressed for, though
 * no square may read him, and not the deed, of one of the opponent's men. */
bool evidence_has_moved(const struct laws *laws, const struct laws_press *press,
                        const struct image *image, const struct deed *deed);

/* --- press_carried.c ----------------------------------------------------------------------------------------- */

/* evidence_may_have_carried: may the presser have carried the man of the opponent's last ply on to where the record has him? Or another
 * one, from where he was read when the turn began? *ret_deed: from where he set out in that ply, or in this turn. */
bool evidence_may_have_carried(const struct laws *laws, const struct laws_press *press,
                               struct deed *ret_deed);

/* evidence_was_brought: was the man of the ply that the record lacks, the opponent's, read where he stands only when it was too late
 * for his player to have put him there before he pressed, and soon enough for the presser; and has nothing else moved?
 * *ret_deed: from where he set out; *ret_press is the press with what was there before. */
bool evidence_was_brought(const struct laws *laws, const struct laws_press *press,
                          struct laws_press *ret_press, struct deed *ret_deed);

/* evidence_either: the squares of the ply that the presser answers, where he may as well have moved its man, and the opponent the one of
 * *deed: the board has told of both no later than of what the opponent pressed for, and of neither before. 0: it is clear. */
uint64_t evidence_either(const struct laws *laws, const struct laws_press *press,
                         const struct deed *deed);

/* --- press_rivals.c ------------------------------------------------------------------------------------------ */

/* So many plies may one man have made that no square tells of: a queen's, and some. Beyond that nobody is accused. */
#define PRESS_RIVALS_MAX 64

struct press_rivals {
	struct position positions[PRESS_RIVALS_MAX]; /* with which the presser's turn began */
	uint16_t moves[PRESS_RIVALS_MAX];
	int n;
};

/* evidence_rivals: what may ply `index` of the record have been, which it doubts, so that it fits the picture as well? False:
 * nobody knows, or too many. */
bool evidence_rivals(const struct laws *laws, const struct laws_press *press,
                     const struct image *image, const struct deed *deed, uint32_t index,
                     struct press_rivals *ret_rivals);

/* evidence_leaves_no_trace: has the next ply taken the man of ply `index`, which the record doubts, where it has him, though nobody has
 * read him there? No square tells then where he went. */
bool evidence_leaves_no_trace(const struct laws *laws, uint32_t index);

/* --- press_unnamed.c ----------------------------------------------------------------------------------------- */

/* evidence_is_taken_unseen: on a board that knows no men, did ply `index`, the presser's, take one whose square has read a man
 * all the time since his turn began? It is a guess then: the ply leaves nothing to see but that its own man is gone. */
bool evidence_is_taken_unseen(const struct laws *laws, const struct laws_press *press,
                              uint32_t index);

/* evidence_is_sure_unnamed: on such a board, is it the carried man who has come to where he is said to stand, and the man whose he is
 * said to be? */
bool evidence_is_sure_unnamed(const struct laws *laws, const struct laws_press *press,
                              const struct deed *deed);

/* evidence_has_come: has a man come, on such a board, where the record has nobody, and can it be none but the carried one? */
bool evidence_has_come(const struct laws *laws, const struct laws_press *press,
                       const struct image *image, const struct deed *deed);

/* --- press_record.c ------------------------------------------------------------------------------------------ */

/* presses_is_given_back: ply `index` is the press's in the record. Has that none, though it may have had one, since it was an illegal
 * move of the presser's that stands on the board, as the tracker sees it by now? */
bool presses_is_given_back(const struct laws *laws, const struct laws_press *press, uint32_t index);

/* evidence_is_rewritten: has the record other men before ply `index` than stood there when it was pressed, and no picture of
 * them? It has rewritten what went before, so that a legal ply leads on from it. */
bool evidence_is_rewritten(const struct laws *laws, const struct laws_press *press, uint32_t index);

/* evidence_against_record: is it sure though the record has other plies in its place by now? */
bool evidence_against_record(const struct laws *laws, const struct laws_press *press,
                             const struct image *image, const struct deed *deed);

/* --- press_more.c --------------------------------------------------------------------------------------------- */

/* evidence_of_more: was ply `index` of the record, to which the press was given, only a part of what the presser had done by
 * then? *ret_deed says of what, or what else; *ret_press is the press with the position it was done to, so that both can be
 * told. False: there is nothing more, or not for sure. */
bool evidence_of_more(const struct laws *laws, const struct laws_press *press, uint32_t index,
                      const struct image *image, struct laws_press *ret_press,
                      struct deed *ret_deed);

/* --- press_split.c -------------------------------------------------------------------------------------------- */

/* evidence_of_split: has the record made two plies of the opponent's one, before and behind the presser's, which is illegal
 * where it was one; or of one of the presser's, the second for this press, with which he carried a man of the opponent's?
 * *ret_deed says what it is then, *ret_press is the press with what was there before it. */
bool evidence_of_split(const struct laws *laws, const struct laws_press *press,
                       const struct image *image, struct laws_press *ret_press,
                       struct deed *ret_deed);

/* --- press_in_turn.c ------------------------------------------------------------------------------------------ */

/* evidence_may_be_in_turn: are the last two plies of who made the last of the record's first n_plies perhaps one? The same man
 * goes on with the second to where he might have gone at once, and the board told of that no later than of what was pressed for
 * with the first. Then that player has made a ply less, and what is his man's next, out of turn by the record, is perhaps the one
 * that he pressed for last. */
bool evidence_may_be_in_turn(const struct laws *laws, uint32_t n_plies);

/* --- press_turn.c --------------------------------------------------------------------------------------------- */

/* evidence_of_turn: the record lacks the ply that the presser answers, or has another one in its place, and the board has told of it: is
 * what *image shows beside it an illegal deed of his for sure? *ret_press is the press with what that ply led to. */
bool evidence_of_turn(const struct laws *laws, const struct laws_press *press,
                      const struct image *image, struct laws_press *ret_press,
                      struct deed *ret_deed);

/* --- innocent.c --------------------------------------------------------------------------------------------- */

/* So many squares may read oddly: each stands as in the record, or as it reads. */
#define EVIDENCE_ODD_MAX 3

/* innocent_note: the picture or the record is new: which squares have not been reading their men? */
void innocent_note(struct laws *laws);

/* innocent_explains: might the illegal deed have been a legal ply, squares of `odd` not standing as in the record? */
bool innocent_explains(const struct laws *laws, const struct laws_press *press,
                       const struct image *image, const struct deed *deed, uint64_t odd);

/* innocent_may_come_since: was the man of the opponent's last ply read where the record has him only when this had been pressed, and may he
 * come there with the opponent's next ply, from where the deed is a legal answer? */
bool innocent_may_come_since(const struct laws *laws, const struct laws_press *press,
                             const struct image *image, const struct deed *deed);

/* innocent_took_unseen: would the deed be legal behind a ply that the record lacks? A man of the opponent's who is read nowhere, and was
 * not when it was done, may have gone where the presser's man stands and been taken there, both before a scan came by. */
bool innocent_took_unseen(const struct laws *laws, const struct laws_press *press,
                          const struct image *image, const struct deed *deed);

/* innocent_hides_ply: might the presser have made a ply that no sensor showed, squares of `odd` not standing as in the
 * record? */
bool innocent_hides_ply(const struct laws *laws, const struct laws_press *press, uint64_t odd);
