/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an event has to announce, as sentences: parameters that players and arbiters must know of and that no sensor
 * shows.
 */
#include <string.h>

#include "core/laws/rules_table.h"

#define ANY_VALUE INT32_MIN

/* {n}: the value. */
static const struct {
	enum rule rule;
	int32_t value; /* for which it is said; ANY_VALUE: for all that have no row of their own */
	const char *text[2]; /* English, French */
} notices[] = {
	{ RULE_DEFAULT_TIME,
	  ANY_VALUE,
	  { "Who arrives more than {n} minutes after the start of the session loses the game.",
	    "Qui arrive plus de {n} minutes après le début de la séance perd la partie." } },
	{ RULE_DRAW_AGREEMENT,
	  DRAW_MIN_MOVES,
	  { "No draw is agreed before a number of moves: see draw.min_moves.",
	    "Pas de nulle par accord avant un nombre de coups : voir draw.min_moves." } },
	{ RULE_DRAW_AGREEMENT,
	  DRAW_CONSENT,
	  { "No draw is agreed without the arbiter's consent.",
	    "Pas de nulle par accord sans le consentement de l'arbitre." } },
	{ RULE_DRAW_AGREEMENT, DRAW_NEVER, { "No draw is agreed.", "Pas de nulle par accord." } },
	{ RULE_QUICKPLAY,
	  1,
	  { "The guidelines for the last period without time per move apply.",
	    "Les directives pour la dernière période sans ajout de temps s'appliquent." } },
	{ RULE_ARMAGEDDON,
	  1,
	  { "A draw counts as a win for Black.", "La nulle compte comme un gain des Noirs." } },
	{ RULE_ARMAGEDDON,
	  2,
	  { "A draw counts as a win for White.", "La nulle compte comme un gain des Blancs." } },
	{ RULE_DEVICES,
	  0,
	  { "A player on whom an electronic device is found loses the game.",
	    "Le joueur sur qui un appareil électronique est trouvé perd la partie." } },
	{ RULE_DEVICES,
	  1,
	  { "A player on whom an electronic device is found is penalised, but may keep the game.",
	    "Le joueur sur qui un appareil électronique est trouvé est pénalisé, sans perdre "
	    "nécessairement." } },
	{ RULE_PHONES,
	  0,
	  { "Nobody uses a phone in the playing area, arbiters included; alerts are not shown on "
	    "one.",
	    "Nul n'utilise de téléphone dans l'aire de jeu, pas même l'arbitre ; les alertes n'y "
	    "sont pas affichées." } },
	{ RULE_PHONES,
	  1,
	  { "Arbiters may use a phone in the playing area for their duties.",
	    "L'arbitre peut utiliser un téléphone dans l'aire de jeu pour sa tâche." } },
	{ RULE_LEAVE_NOTICE,
	  1,
	  { "A player tells an arbiter before he leaves the playing area.",
	    "Un joueur prévient un arbitre avant de quitter l'aire de jeu." } },
	{ RULE_APPEALS,
	  RULE_NONE,
	  { "Appeals have no time limit.", "Les appels n'ont pas de délai." } },
	{ RULE_APPEALS,
	  ANY_VALUE,
	  { "An appeal is made within {n} minutes of the end of the game.",
	    "Un appel se fait dans les {n} minutes qui suivent la fin de la partie." } },
	{ RULE_HYBRID_DISCONNECT, RULE_NONE, { NULL, NULL } },
	{ RULE_HYBRID_DISCONNECT,
	  ANY_VALUE,
	  { "Nobody may be disconnected for longer than {n} seconds.",
	    "Nul ne peut rester déconnecté plus de {n} secondes." } },
};

#define N_NOTICES (sizeof(notices) / sizeof(notices[0]))

static bool
has_row(enum rule rule, int32_t value)
{
	for (size_t i = 0; i < N_NOTICES; i++)
		if (notices[i].rule == rule && notices[i].value == value)
			return true;
	return false;
}

static bool
is_said(const struct ruleset *rules, size_t i)
{
	int32_t value = rules->value[notices[i].rule];

	return notices[i].text[0] &&
	       (notices[i].value == value ||
	        (notices[i].value == ANY_VALUE && !has_row(notices[i].rule, value)));
}

static void
put_notice(struct text *text, const char *words, int32_t value)
{
	const char *place = strstr(words, "{n}");

	text_bytes(text, words, place ? (size_t)(place - words) : strlen(words));
	if (!place)
		return;
	text_signed(text, value);
	text_string(text, place + 3);
}

bool
ruleset_notice(const struct ruleset *rules, size_t n, bool french, struct text *text,
               enum rule *ret_rule)
{
	for (size_t i = 0; i < N_NOTICES; i++) {
		if (!is_said(rules, i) || n-- > 0)
			continue;
		*ret_rule = notices[i].rule;
		put_notice(text, notices[i].text[french], rules->value[*ret_rule]);
		return true;
	}
	return false;
}
