/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/articles.h"

#include <string.h>

static const struct {
	const char *number;
	const char *text[ALERT_LANGUAGES];
} articles[] = {
	{ "1.2",
	  { "White begins, and then the players move in turn.",
	    "Les Blancs commencent, puis chacun joue à son tour." } },
	{ "1.4.2",
	  { "Nobody may leave his own king attacked, expose him, or take the other king.",
	    "Nul ne peut laisser son roi en prise, l'y exposer, ni prendre le roi adverse." } },
	{ "3.7.4",
	  { "A pawn that has passed an attacked square may be taken there, at once only; it is "
	    "taken off.",
	    "Un pion ayant franchi une case attaquée peut y être pris, aussitôt seulement ; on "
	    "le retire." } },
	{ "4.1", { "A move is played with one hand.", "Un coup se joue d'une seule main." } },
	{ "4.2.1",
	  { "Who has the move may adjust men on their squares, if he says so first.",
	    "Le joueur au trait peut ajuster des pièces s'il l'annonce d'abord." } },
	{ "4.3",
	  { "Who has the move and touches men on purpose must move, or take, the first of them "
	    "that can be.",
	    "Le joueur au trait qui touche exprès des pièces doit jouer, ou prendre, la première "
	    "possible." } },
	{ "4.4.2",
	  { "Who touches a rook on purpose and then his king may not castle with it; the rook "
	    "moves, if it can.",
	    "Qui touche exprès une tour puis son roi ne peut roquer avec elle ; la tour joue, si "
	    "possible." } },
	{ "4.4.3",
	  { "Who means to castle where it is not legal must make another move of the king, if "
	    "there is one.",
	    "Qui veut roquer sans en avoir le droit doit jouer un autre coup du roi, s'il en "
	    "existe." } },
	{ "4.4.4",
	  { "The choice of the new man is final once he has touched the square of promotion.",
	    "Le choix de la pièce est définitif dès qu'elle touche la case de promotion." } },
	{ "4.7",
	  { "A man let go on a square where he may move cannot be moved to another one in that "
	    "move.",
	    "Une pièce lâchée sur une case permise ne peut plus aller ailleurs pendant ce "
	    "coup." } },
	{ "4.7.1",
	  { "A capture is made when the taken man is off the board and the other one let go.",
	    "Une prise est jouée quand la pièce prise est retirée et l'autre lâchée." } },
	{ "4.7.2",
	  { "Castling is made when the rook is let go; once the king is, no other move is "
	    "allowed, if it is legal.",
	    "Le roque est joué quand la tour est lâchée ; le roi lâché, il est dû s'il est "
	    "légal." } },
	{ "6.2.4",
	  { "The clock is pressed with the hand that moved, after the move.",
	    "La pendule s'actionne de la main qui a joué, après le coup." } },
	{ "6.2.5",
	  { "Only the player whose clock runs may adjust men.",
	    "Seul le joueur dont la pendule marche peut ajuster des pièces." } },
	{ "7.4",
	  { "Who displaces men puts them back on his own time; the arbiter may stop the clock "
	    "and penalise.",
	    "Qui dérange des pièces les replace sur son temps ; l'arbitre peut arrêter et "
	    "pénaliser." } },
	{ "7.5",
	  { "An illegal move that has been completed is put right, and has its price.",
	    "Un coup illégal complété est rectifié, et pénalisé." } },
	{ "7.5.1",
	  { "An illegal move is completed by the press; the position before it, or the last one "
	    "known, is put back, and touched men are to be moved.",
	    "Le coup illégal est complété par l'appui ; on rétablit la position précédente, ou "
	    "la dernière connue, et les pièces touchées restent à jouer." } },
	{ "7.5.2",
	  { "A pawn left on the last rank at the press is an illegal move; a queen replaces it.",
	    "Un pion laissé sur la dernière rangée à l'appui est un coup illégal ; une dame le "
	    "remplace." } },
	{ "7.5.3",
	  { "Pressing the clock without a move counts as an illegal move.",
	    "Actionner la pendule sans jouer compte comme un coup illégal." } },
	{ "7.5.4",
	  { "Playing one move with two hands counts as an illegal move.",
	    "Jouer un coup à deux mains compte comme un coup illégal." } },
	{ "7.5.5",
	  { "For a first illegal move the opponent gets extra time; a second one loses, or draws "
	    "where the opponent cannot possibly mate.",
	    "Au premier coup illégal l'adversaire reçoit du temps ; le second perd, ou annule si "
	    "l'adversaire ne peut aucunement mater." } },
	{ "7.6",
	  { "Men found displaced: the position before the fault is put back as well as it can "
	    "be known, and play goes on from there.",
	    "Pièces trouvées déplacées : on rétablit au mieux la position d'avant la faute, et "
	    "l'on continue." } },
	{ "9.5.3",
	  { "A draw claimed wrongly gives the opponent extra time, and the announced move stands.",
	    "Une réclamation de nulle infondée donne du temps à l'adversaire ; le coup annoncé "
	    "est joué." } },
	{ "11.3.2",
	  { "A player on whom an electronic device is found loses; the event may provide for "
	    "less. The opponent wins.",
	    "Le joueur sur qui un appareil électronique est trouvé perd ; l'épreuve peut prévoir "
	    "moins. L'adversaire gagne." } },
	{ "12.9",
	  { "The arbiter may warn, give or take time and points, declare the game lost, fine where "
	    "announced, exclude and expel.",
	    "L'arbitre peut avertir, donner ou retirer du temps et des points, déclarer la partie "
	    "perdue, infliger l'amende annoncée, exclure." } },
	{ "A.4.2",
	  { "Without adequate supervision an illegal move counts until the opponent has made his "
	    "next one; then it stands.",
	    "Sans supervision suffisante, le coup illégal se relève jusqu'au coup suivant de "
	    "l'adversaire ; ensuite il demeure." } },
	{ "A.4.4",
	  { "Both kings in check, or a pawn on its last rank: the arbiter waits for the next "
	    "move; if it is still so, the game is drawn.",
	    "Deux rois en échec, ou un pion sur sa dernière rangée : l'arbitre attend le coup "
	    "suivant ; si cela demeure, nulle." } },
	{ "D.2.8",
	  { "Where the announced move and the made one differ, the arbiter finds out which was "
	    "meant.",
	    "Si le coup annoncé et le coup joué diffèrent, l'arbitre établit lequel était "
	    "voulu." } },
	{ "OL 11.4",
	  { "The clock of who is disconnected runs on; the event may limit how long.",
	    "La pendule du joueur déconnecté continue ; l'épreuve peut limiter la durée." } },
	{ "OL 20.4",
	  { "A set beside the virtual board repeats its moves and nothing else.",
	    "L'échiquier réel reproduit les coups virtuels et rien d'autre." } },
	{ "OL 20.5",
	  { "Set and virtual board are equal but for the last move.",
	    "Échiquiers réel et virtuel ne diffèrent que par le dernier coup." } },
};

const char *
article_text(enum edition edition, const char *number, size_t len, enum alert_language language)
{
	if (edition == EDITION_FIDE_2014)
		return NULL;
	for (size_t i = 0; i < sizeof(articles) / sizeof(articles[0]); i++)
		if (strlen(articles[i].number) == len &&
		    memcmp(articles[i].number, number, len) == 0)
			return articles[i].text[language];
	return NULL;
}
