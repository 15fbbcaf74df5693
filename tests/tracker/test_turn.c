/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recording that begins in mid-game: whose move it was.
 */
#include "tests/tracker/story.h"

/* After 1.e4 e5 2.Nf3, as a scan shows it. */
#define STANDS "any-start men e2=. e4=P e7=. e5=p g1=. f3=N scan "

/* The same where games begin from their start only. */
#define PLAYED "men e2=. e4=P e7=. e5=p g1=. f3=N scan "

static const struct tale tales[] = {
	{ "White's, where no clock says otherwise", STANDS "+6s f1- b5+B +1s", "Bb5~*" },
	{ "his whose clock was running before", STANDS "GO(B) +6s b8- c6+n B!", "Nc6@299" },
	{ "his whose clock is started, whoever the lever spoke of before",
	  STANDS "GO(W) STOP +6s GO(B) +2s b8- c6+n B! f1- b5+B W!", " | Nc6@299 Bb5*@299" },
	{ "his who moves first, where no clock runs", STANDS "+6s b8- c6+n +1s f1- b5+B +1s",
	  " | Nc6 Bb5~*" },
	{ "as soon as his move stands, before the other one has moved", STANDS "+6s b8- c6+n +1s",
	  " | Nc6~" },
	{ "but a man of his in the air is no move", STANDS "+6s b8- +2s", "" },
	{ "and who was seen to move first, where both move at once",
	  STANDS "+6s b8- c6+n f1- b5+B g8- f6+n +1s", " | Nc6 Bb5 Nf6~" },
	{ "White, where he was, though the other one's move might have come before his",
	  STANDS "+6s f1- b5+B b8- c6+n e1- g1+K h1- f1+R +1s", "Bb5 Nc6 O-O~" },
	{ "but not where the other one's time runs", STANDS "GO(W) +6s b8- c6+n +1s c6- b8+n +1s",
	  "" },
	{ "who moves before it has stood for long, while the clock runs",
	  STANDS "GO(B) +1500ms b8- c6+n B! f1- b5+B W! +1s", "Nc6@299 Bb5@299" },
	{ "also White",
	  "any-start men e2=. e4=P e7=. e5=p g1=. f3=N scan +1500ms f1- b5+B b8- c6+n +1s",
	  "Bb5 Nc6~" },
	{ "without a clock, once both have moved", STANDS "+1500ms b8- c6+n f1- b5+B +1s",
	  "Nc6 Bb5~*" },
	{ "or when it has stood for long as he left it, and nothing else has been touched",
	  STANDS "+1500ms b8- c6+n +6s f1- b5+B +1s", "Nc6 Bb5~*" },
	{ "else somebody may be setting up men",
	  STANDS "a7- +1s a7+p +1500ms b8- c6+n +6s f1- b5+B +1s", "Bb5~" },
	{ "who was in a hand at first stands there before the game begins",
	  "any-start men e2=. e4=P e7=. e5=p g1=. scan GO(W) +300ms f3+N +1500ms b8- c6+n B! f1- "
	  "b5+B W!",
	  "Nc6@299 Bb5*@299" },
	{ "who moves at once, where the clock runs when the board first tells of all its squares",
	  "GO(B) " STANDS "b8- c6+n B! f1- b5+B W! +1s", "Nc6*@299 Bb5@299" },
	{ "who was in a hand then, and is put down, has moved before that",
	  "GO(W) any-start men e2=. e4=P e7=. e5=p g1=. scan f3+N W! b8- c6+n B! f1- b5+B W! +1s",
	  "Nc6*@299 Bb5@298" },
	{ "also where that hand shows him on a square before his own",
	  "GO(W) any-start men e2=. e7=. e5=p scan e3+P e3- e4+P W! b8- c6+n B! f1- b5+B W! +1s",
	  "Nc6*@299 Bb5@298" },
	{ "nor the other one's whose time runs because he has been moved against, before the board "
	  "tells of it",
	  STANDS "GO(W) +6s f1- W! GO(B) b5+B +1s b8- c6+n B!", "Bb5@299 Nc6@299" },
	{ "where games begin from their start, as soon as both have moved while the clock runs",
	  PLAYED "GO(B) +1500ms b8- c6+n B! f1- b5+B W! a7- a6+p B! b5- a4+B W!",
	  "Nc6 Bb5@299 a6*@298 Ba4@298" },
	{ "from either side",
	  "g8=K f7=P g7=P h7=P b1=k a2=p b2=p c2=p scan clock-reversed GO(W) +1500ms g7- g5+P W! "
	  "b2- "
	  "b4+p B! +300ms",
	  "b4~ g5@299" },
	{ "however long a hand holds a man",
	  PLAYED "GO(B) +1500ms b8- +3s c6+n B! +4s f1- +2s b5+B W! +300ms", "Nc6~ Bb5*@299" },
	{ "without a clock once they pause behind it, also his who is not White",
	  PLAYED "+3s b8- c6+n f1- b5+B a7- a6+p +2s", "Nc6 Bb5 a6~" },
	{ "but not while it stands", PLAYED "+1500ms b8- c6+n f1- b5+B a7- a6+p b5- a4+B", "" },
	{ "and not after he has moved", STANDS "+6s f1- b5+B +1s b8- c6+n +1s", "Bb5 Nc6~" },
};

int
main(void)
{
	return story_run("turn", tales, sizeof(tales) / sizeof(tales[0]));
}
