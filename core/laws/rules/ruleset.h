/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rules in force at an event: edition, level, and every parameter the Laws let its regulations set.
 *
 * Rule sets are data (rules_table.c): a row for each parameter with its value in every edition and the article
 * that says it, and rows for what level, supervision and overlays change. Code asks for a value and
 * never for an edition. What the event file states is resolved against the date and the time control
 * once; the result does not change during an event (A.6, B.5).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/laws/rules/time_control.h"

enum edition {
	EDITION_FIDE_2014, /* in force from 1 July 2014 */
	EDITION_FIDE_2018, /* from 1 January 2018 */
	EDITION_FIDE_2023, /* from 1 January 2023 */
	EDITIONS
};

enum level { LEVEL_STANDARD, LEVEL_RAPID, LEVEL_BLITZ, LEVELS };

enum overlay { OVERLAY_NONE, OVERLAY_FQE_2018, OVERLAY_HYBRID, OVERLAYS };

/* One of the event file's keys, or (from RULE_TOUCH_PRESUMED on) what follows from edition, level and
 * supervision alone. The comment gives key and unit; words are numbered in the order of the row. */
enum rule {
	RULE_EDITION,              /* edition: 0 auto, then 1 + enum edition */
	RULE_LEVEL,                /* level: 0 auto, then 1 + enum level */
	RULE_SUPERVISION,          /* adequate_supervision */
	RULE_OVERLAY,              /* overlay: enum overlay */
	RULE_PROFILE,              /* profile: 0 normal, 1 novice */
	RULE_TIME_MODE,            /* [time] mode: enum time_mode */
	RULE_TIME_INCREMENT_FROM,  /* [time] increment_from: move number */
	RULE_TIME_FIRST_INCREMENT, /* [time] first_increment: enum time_first_increment */
	RULE_TIME_PERIOD_ADD,      /* [time] period_add: enum time_period_add */
	RULE_TIME_WHITE,           /* [time] white_minutes */
	RULE_TIME_BLACK,           /* [time] black_minutes */
	RULE_DEFAULT_TIME,         /* default_time: minutes */
	RULE_BOTH_ABSENT,          /* late.both_absent: 0 white, 1 split */
	RULE_ILLEGAL_KINDS,        /* illegal.kinds: set of enum illegal_kind */
	RULE_ILLEGAL_LIMIT,        /* illegal.limit: which illegal move loses */
	RULE_ILLEGAL_PENALTY,      /* illegal.penalty_s: to the opponent */
	RULE_ILLEGAL_AUTO_COUNT,   /* illegal.auto_count */
	RULE_CLAIM_PENALTY,        /* draw.claim_penalty_s: to the opponent */
	RULE_DRAW_AGREEMENT,       /* draw.agreement: enum draw_agreement */
	RULE_DRAW_MIN_MOVES,       /* draw.min_moves */
	RULE_DRAW_MOVE_EACH,       /* draw.require_move_each */
	RULE_DRAW_THREEFOLD,       /* draw.threefold: 0 claim, 1 automatic */
	RULE_DRAW_FIFTY,           /* draw.fifty: 0 claim, 1 automatic */
	RULE_DRAW_FIVEFOLD,        /* draw.fivefold: enum draw_fivefold */
	RULE_DRAW_SEVENTY_FIVE,    /* draw.seventyfive */
	RULE_QUICKPLAY,            /* quickplay.enabled */
	RULE_FLAG_UNKNOWN_ORDER,   /* flag.unknown_order: 0 arbiter, 1 guideline-III */
	RULE_FLAG_CLAIMANT_TIME,   /* flag.claimant_needs_time */
	RULE_COLOURS_REPLAY,       /* colours.replay_below: moves made by both */
	RULE_RECORDING,            /* recording.required */
	RULE_TROUBLE,              /* recording.trouble_s: strictly less */
	RULE_TROUBLE_INCREMENT,    /* recording.trouble_inc_s */
	RULE_BLIND_EXEMPT,         /* recording.blind_exempt */
	RULE_SHEET_REQUESTS,       /* sheet.request_limit, or RULE_NONE */
	RULE_SCORE,                /* score.system: half points, win * 10000 + draw * 100 + loss */
	RULE_SCORE_CAP,            /* score.cap */
	RULE_ARMAGEDDON,           /* armageddon.draw_odds: 0 none, 1 black, 2 white */
	RULE_START_KIND,           /* start.kind: enum start_kind */
	RULE_START_SP,             /* start.sp: 0..959, or START_SP_RANDOM, START_SP_BOARD */
	RULE_START_FEN,            /* start.fen: 1 when given, in ruleset.start_fen */
	RULE_START_PREFIX,         /* start.prefix: 1 when given, in ruleset.start_prefix */
	RULE_SESSION_END,          /* session.end: minutes after midnight, or RULE_NONE */
	RULE_SESSION_START,        /* session.announce_start: as above */
	RULE_ASSISTANT,            /* player.assistant: set, bit 4 * enum color + enum assistance */
	RULE_DISABLED,             /* player.disabled: set, bit enum color */
	RULE_BLIND,                /* blind.side: 0 none, 1 white, 2 black */
	RULE_PENALTIES,            /* penalties.allowed: set */
	RULE_DEVICES,              /* devices.penalty: 0 loss, 1 lesser */
	RULE_PHONES,               /* phones.arbiter_ok */
	RULE_APPEALS,              /* appeals.minutes, or RULE_NONE */
	RULE_LEAVE_NOTICE,         /* leave_notice */
	RULE_PHOTO_FIRST,          /* photo.minutes_r1 */
	RULE_PHOTO_LATER,          /* photo.minutes_rn */
	RULE_HYBRID_SETS,          /* hybrid.sets_allowed */
	RULE_HYBRID_DISCONNECT,    /* hybrid.disconnect_max_s, or RULE_NONE */
	RULE_RATED,                /* rated: enum rating */
	RULE_CLOCK_SIDE,           /* clock.white_side: 0 auto, then 1 + enum clock_side */
	RULE_TIME_TOLERANCE,       /* [time] tolerance_s */
	RULE_SHEET_INTERVAL,       /* sheet.interval_min */
	RULE_OFFER_ALERT,          /* draw.offer_alert: offers by one player */
	RULES_STATED,              /* keys end here */

	RULE_TOUCH_PRESUMED = RULES_STATED, /* 4.2.2: any contact not accidental is intention */
	RULE_ILLEGAL_STANDS,        /* A.4.2: only until the opponent has made his next move */
	RULE_ILLEGAL_POSITION_DRAW, /* A.4.4 */
	RULE_SETTING_STANDS, /* A.4.1: moves by both after which nothing is set right; or NONE */
	RULE_FLAG_ARBITER_CALLS, /* A.5: the arbiter calls a flag fall he sees */
	RULE_RESIGN_NEEDS_MATE,  /* 5.1.2 of 2023: no win by resignation for who can never mate */
	RULE_INCREMENT_MISSING,  /* Q5 13: time per move is mandatory, and there is none */
	RULE_EQUIPMENT_FIXED, /* Q5 12.11: moves completed by both after which it stays; or NONE */
	RULE_PHOTO_WATCHED,   /* Q5 18.2: the photographers' time is the arbiter's affair */
	RULE_PLATFORM,        /* OL 15.3: a platform keeps the game and declares draws by itself */
	RULES
};

#define RULE_UNSTATED INT32_MIN
#define RULE_NONE     (-1)

#define START_SP_RANDOM (-2)
#define START_SP_BOARD  (-3)

/* Traditional sets beside the virtual board need this increment from move 1 (OL 20). */
#define HYBRID_INCREMENT_S 30

enum illegal_kind { ILLEGAL_MOVE, ILLEGAL_UNPROMOTED, ILLEGAL_NO_MOVE, ILLEGAL_TWO_HANDS };
enum draw_agreement { DRAW_FREE, DRAW_MIN_MOVES, DRAW_CONSENT, DRAW_NEVER };
enum draw_fivefold { FIVEFOLD_ANY, FIVEFOLD_CONSECUTIVE, FIVEFOLD_OFF };
enum start_kind { START_ORTHODOX, START_CHESS960, START_FEN, START_ODDS };
/* In the order in which 12.9 lists them. */
enum penalty {
	PENALTY_WARNING,
	PENALTY_OPPONENT_TIME,
	PENALTY_OWN_TIME,
	PENALTY_OPPONENT_POINTS,
	PENALTY_OWN_POINTS,
	PENALTY_LOSS,
	PENALTY_FINE,
	PENALTY_EXCLUDE_ROUNDS,
	PENALTY_EXPEL,
	PENALTIES
};
enum rating { RATED_NOT, RATED_FIDE, RATED_FQE };
enum assistance { ASSIST_MOVE, ASSIST_PRESS, ASSIST_RECORD, ASSIST_ANNOUNCE };

#define RULES_TEXT_MAX 256

/* What the event file says. */
struct rules_stated {
	int32_t value[RULES_STATED]; /* RULE_UNSTATED where it says nothing */
	char start_fen[RULES_TEXT_MAX], start_prefix[RULES_TEXT_MAX];
};

enum rule_section { RULE_IN_RULES, RULE_IN_TIME };

/* rules_stated_init: nothing is said. */
void rules_stated_init(struct rules_stated *stated);

/* rules_find: the rule of a key in a section of the event file, RULES when there is none. In [rules] the
 * keys of [time] are known too, as tc.mode and so on. */
enum rule rules_find(enum rule_section section, const char *key);

/* rules_key, rules_section: the key of a rule; "" for what cannot be stated. */
const char *rules_key(enum rule rule);
enum rule_section rules_section(enum rule rule);

/* rules_parse: take `value` (NUL-terminated) for rule (below RULES_STATED). 0, or -EBADMSG when it is not
 * allowed; then *stated is as it was. */
int rules_parse(struct rules_stated *stated, enum rule rule, const char *value);

/* rules_word: which of the words a rule takes is `word`, from 0; -1 for none of them. */
int rules_word(enum rule rule, const char *word);

/* rules_allowed: append what rules_parse() takes, one English phrase. */
void rules_allowed(struct text *text, enum rule rule);

/* rules_format_value: append a value as rules_parse() reads it; "none" for RULE_NONE. */
void rules_format_value(struct text *text, enum rule rule, int32_t value);

struct ruleset {
	enum edition edition;
	enum level level;
	enum overlay overlay;
	bool supervised; /* adequate supervision (A.3, B.3); always at standard */
	bool novice;
	struct time_control control; /* with all that was said of it */
	int32_t value[RULES];
	bool stated[RULES]; /* by the event, not by the Laws */
	char start_fen[RULES_TEXT_MAX], start_prefix[RULES_TEXT_MAX];
};

#define RULES_FAULT_SIZE 512

/* Why the statements do not hold together. */
struct rules_fault {
	enum rule rule; /* the statement that is wrong; RULES for one that is missing */
	enum rule asks; /* what asks for the missing one; RULES: the time control */
	char cause[RULES_FAULT_SIZE]; /* English: "level: 'blitz' contradicts ..., allowed: ..." */
};

/* ruleset_resolve: the rules in force.
 *
 * @stated   by the event file, or as rules_stated_init() leaves it
 * @date     YYYY-MM-DD or "". Before 1 July 2014 and without a date the edition is fide-2018
 * @control  of the event; TIME_UNSTATED when it is not known
 *
 * Returns 0, or -EBADMSG with *ret_fault: a forced level against the time control (A.1, B.1), rapid or
 * blitz without a word on supervision (A.6, B.5), and other statements that contradict each other. */
int ruleset_resolve(const struct rules_stated *stated, const char *date,
                    const struct time_control *control, struct ruleset *ret_rules,
                    struct rules_fault *ret_fault);

/* ruleset_default: without an event file: nothing stated, standard. `date` as above. */
void ruleset_default(struct ruleset *ret_rules, const char *date);

/* ruleset_on: is a switch on? */
static inline bool
ruleset_on(const struct ruleset *rules, enum rule rule)
{
	return rules->value[rule] == 1;
}

/* ruleset_has: is `member` in the set? */
static inline bool
ruleset_has(const struct ruleset *rules, enum rule rule, int member)
{
	return (rules->value[rule] >> member & 1) != 0;
}

/* ruleset_articles: where the value comes from in the edition and for the level in force, separated by
 * ';'; "" where no article says it. */
const char *ruleset_articles(const struct ruleset *rules, enum rule rule);

/* ruleset_meaning: what a rule is about, in a language of words.h. */
const char *ruleset_meaning(enum rule rule, int language);

/* ruleset_notice: append the n-th (from 0) sentence that players and arbiters have to be told of these rules, in
 * a language of words.h; *ret_rule is the one it is about. false, and nothing appended, behind the last. */
bool ruleset_notice(const struct ruleset *rules, size_t n, int language, struct text *text,
                    enum rule *ret_rule);

/* ruleset_draw_odds: is there a player for whom a draw counts as a win (Q17 8.1)? *ret_side is he. */
bool ruleset_draw_odds(const struct ruleset *rules, enum color *ret_side);

/* edition_name: "fide-2018". */
const char *edition_name(enum edition edition);
