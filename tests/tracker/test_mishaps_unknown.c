/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same on a board that knows only that squares are occupied.
 */
#include "tests/tracker/midgame.h"

static const struct midgame_tale tales[] = {
	{ "a ply made while the link was lost, and pressed for, stands; behind it a king waits in "
	  "the hand",
	  "8/2R3K1/8/8/8/8/k7/8 w - - 0 30",
	  "occupied lost b7=R c7=. W! back scan a2- a1+k g7=. f6+K +3s", "Rb7*@299 Ka1~ Kf6~*" },
	{ "two plies without a press, and the first man is back where he came from",
	  "8/4k3/8/8/2K5/2p5/8/8 w - - 0 30", "occupied c4- d4+K e7- d6+k d4- c4+K W! +3s",
	  "Kd4 Kd6~ Kc4@299" },
	{ "a capture, a bishop who is put back where he was, and a rook who goes on",
	  "6k1/8/5p2/8/8/8/4rR2/3KB3 w - - 0 30",
	  "occupied e2- f2- e2+R g8- h8+k B! e1- h4+B W! h4- e1+B +20s e2- e3:N +2s W! +3s",
	  "Rxe2@300 Kh8@299 Re3*@298" },
	{ "three plies while the link was lost, of which the clock tells",
	  "4K3/2R5/8/8/8/2n5/8/3k4 w - - 0 30",
	  "occupied lost c7=. h7=R W! a2=n c3=. B! h1=R h7=. W! back scan d1- c2+k B! +3s",
	  "Rh7*@298 Na2* Rh1+~* Kc2*@298" },
	{ "a promotion that is not pressed for, and the reply to it that is",
	  "8/2k5/8/8/7K/8/5p2/8 w - - 0 30", "occupied h4- g3+K W! f2- f1+b g3- +1s f2+K W! +3s",
	  "Kg3@299 f1=B*@300 Kf2@298" },
	{ "a square of nobody tells once more that it is empty",
	  "4k3/5p2/8/8/8/8/8/4K1N1 w - - 0 30",
	  "occupied f3- g1- f3+N W! f7- f5+p B! f3- e5:n W! f6- +3s", "Nf3@299 f5@299 Ne5@298" },
	{ "the queen is taken, and a bishop goes where a rook waits",
	  "1r4k1/8/8/8/8/8/1r1KQR2/4B3 w - - 0 30",
	  "occupied d2=. c1+K W! b2- e2=r B! e1- d2+B W! b8- d8+r f2- +5s f5+R W! +3s",
	  "Kc1*@299 Rxe2*@299 Bd2@298 Rd8@299 Rf5@297" },
	{ "a pawn promotes to a bishop, who goes on as one", "8/8/5Nk1/8/8/3P3R/4p3/1K6 w - - 0 30",
	  "occupied d4+P W! e2=. +2s e1+b f6- d5+N W! e1- d2+b B! h3- h8+R d2- e3+b +3s",
	  "d4*@299 e1=B*@300 Nd5*@298 Bd2@299 Rh8~ Be3~*" },
	{ "two plies are made while the link is lost, and their squares are told of by a scan",
	  "3qk3/8/8/8/2BnP3/2N5/8/2B1K2R w - - 0 30",
	  "occupied h1- g1+R +5s d8- e7+q B! c3- d1=N d4- e2+n B! lost g5- c1+B c4=. d5=B scan W! "
	  "+3s",
	  "Rg1@300 Qe7@299 Nd1* Ne2*@298 Bd5*@299" },
	{ "a square says once more that somebody stands there, and he goes",
	  "4k3/8/8/8/8/8/P7/4K3 w - - 0 30", "occupied a2:K a3+P W! +3s", "a3*@299" },
	{ "a pawn promotes to a queen", "8/1P4k1/8/8/8/8/7K/8 w - - 0 30",
	  "occupied b7- b8+Q W! +3s", "b8=Q*@299" },
	{ "a rook of whom only a scan tells where he went", "8/3k4/6R1/1K4p1/8/8/8/8 w - - 0 30",
	  "occupied g6- +1s c6=R W! scan +3s", "Rc6@299" },
	{ "a rook goes a long way to take, and who takes him waits beside",
	  "8/8/1R1p1k2/8/4n3/4K1P1/8/r7 w - - 0 30",
	  "occupied d6- b6- d6+R d6- e4=. d6+n B! +20s g3- W! W! e4- +500ms g4+P a1- a6+r +3s",
	  "Rxd6+*@300 Nxd6*@299 g4*@298 Ra6~*" },
	{ "a rook is taken up again where he has come, and put back",
	  "8/R7/2k5/8/8/8/8/2K5 w - - 0 30",
	  "occupied c6- c6+k a7- a1+R W! a1- a2+R +1s a2- c6- b7+k B! +3s", "Ra1@299 Kb7*@299" },
	{ "rook and knight go on from where they were read only for a moment",
	  "8/4n3/K1k5/8/8/8/8/R7 w - - 0 30",
	  "occupied a1- e1=R e7- g6+n B! e3+R W! g6=. f5+n f5- f4+n e3- W! b3:b +3s",
	  "Re1*@300 Ng6*@299 Re3*@299 Nf4*@299 Rb3@298" },
};

int
main(void)
{
	return midgame_run("mishaps_unknown", tales, sizeof(tales) / sizeof(tales[0]));
}
