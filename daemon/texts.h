/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words for people, in their languages: texts/ has a file for each, and the pages of web/ take theirs from the
 * same files. A new language is a new file there; a new text is a line in each of them and one here.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/laws/alert/alert.h"

/* Those that the programs say, by their keys in the files; web/texts.mjs reads this list. A sentence that the
 * daemon publishes goes out in English, and a page that finds it in its files shows it in its reader's language. */
#define TEXT_KEYS(X)                                                                               \
	X(LINK_ABSENT, "link.absent")                                                              \
	X(LINK_PROBING, "link.probing")                                                            \
	X(LINK_WRONG, "link.wrong")                                                                \
	X(RECORDING_FULL, "recording.full")                                                        \
	X(RECORDING_FAILED, "recording.failed")                                                    \
	X(WHITE, "side.white")                                                                     \
	X(BLACK, "side.black")                                                                     \
	X(ENVELOPE_PLAYERS, "envelope.players")                                                    \
	X(ENVELOPE_POSITION, "envelope.position")                                                  \
	X(ENVELOPE_USED, "envelope.used")                                                          \
	X(ENVELOPE_SEALED, "envelope.sealed")                                                      \
	X(ENVELOPE_NUMBER, "envelope.number")                                                      \
	X(ENVELOPE_OFFER, "envelope.offer")                                                        \
	X(ENVELOPE_RESUMPTION, "envelope.resumption")                                              \
	X(ENVELOPE_NONE, "envelope.none")                                                          \
	X(CASE_TITLE, "case.title")                                                                \
	X(CASE_TABLE, "case.table")                                                                \
	X(CASE_PLACE, "case.place")                                                                \
	X(CASE_PLACE_TABLE, "case.place.table")                                                    \
	X(CASE_PLACE_GAME, "case.place.game")                                                      \
	X(CASE_PLACE_SIDE, "case.place.side")                                                      \
	X(CASE_ROUND, "case.round")                                                                \
	X(CASE_ARTICLES, "case.articles")                                                          \
	X(CASE_WHEN, "case.when")                                                                  \
	X(CASE_BEFORE, "case.before")                                                              \
	X(CASE_AFTER, "case.after")                                                                \
	X(CASE_SHOWN, "case.shown")                                                                \
	X(CASE_CHANGE, "case.change")                                                              \
	X(CASE_DIFFERS, "case.differs")                                                            \
	X(CASE_NOBODY, "case.nobody")                                                              \
	X(MAN_KING, "man.king")                                                                    \
	X(MAN_QUEEN, "man.queen")                                                                  \
	X(MAN_ROOK, "man.rook")                                                                    \
	X(MAN_BISHOP, "man.bishop")                                                                \
	X(MAN_KNIGHT, "man.knight")                                                                \
	X(MAN_PAWN, "man.pawn")                                                                    \
	X(CASE_LETTERS, "case.letters")                                                            \
	X(CASE_HANDS, "case.hands")                                                                \
	X(CASE_HANDS_APART, "case.hands.apart")                                                    \
	X(CASE_HANDS_LIMIT, "case.hands.limit")                                                    \
	X(CASE_CLOCKS, "case.clocks")                                                              \
	X(CASE_CLOCKS_READ, "case.clocks.read")                                                    \
	X(CASE_CLOCKS_TOLD, "case.clocks.told")                                                    \
	X(CASE_CLOCKS_SPAN, "case.clocks.span")                                                    \
	X(CASE_MOVES, "case.moves")                                                                \
	X(CASE_COLON, "case.colon")                                                                \
	X(CASE_SEMICOLON, "case.semicolon")                                                        \
	X(CASE_OPTIONS, "case.options")                                                            \
	X(CASE_CONFIRM, "case.confirm")                                                            \
	X(CASE_DISMISS, "case.dismiss")                                                            \
	X(CASE_DEFER, "case.defer")                                                                \
	X(CASE_PENALTIES, "case.penalties")                                                        \
	X(CASE_APPEAL, "case.appeal")                                                              \
	X(CASE_APPEAL_AFTER, "case.appeal.after")                                                  \
	X(CASE_APPEAL_ANY, "case.appeal.any")                                                      \
	X(PENALTY_WARNING, "penalty.warning")                                                      \
	X(PENALTY_OPPONENT_TIME, "penalty.opp-time")                                               \
	X(PENALTY_OWN_TIME, "penalty.own-time")                                                    \
	X(PENALTY_OPPONENT_POINTS, "penalty.opp-points")                                           \
	X(PENALTY_OWN_POINTS, "penalty.own-points")                                                \
	X(PENALTY_LOSS, "penalty.loss")                                                            \
	X(PENALTY_FINE, "penalty.fine")                                                            \
	X(PENALTY_EXCLUDE_ROUNDS, "penalty.exclude-rounds")                                        \
	X(PENALTY_EXPEL, "penalty.expel")                                                          \
	X(CASE_DECISIONS, "case.decisions")                                                        \
	X(CASE_NONE, "case.none")                                                                  \
	X(CASE_REFUSED, "desk.decisions.refused")                                                  \
	X(OUTCOME_OPEN, "desk.outcome.open")                                                       \
	X(OUTCOME_CONFIRMED, "desk.outcome.confirmed")                                             \
	X(OUTCOME_DISMISSED, "desk.outcome.dismissed")                                             \
	X(OUTCOME_DEFERRED, "desk.outcome.deferred")                                               \
	X(OUTCOME_EXPIRED, "desk.outcome.expired")                                                 \
	X(CASE_AROUND, "case.around")                                                              \
	X(EVIDENCE_RUNS, "desk.evidence.runs")                                                     \
	X(EVIDENCE_HALTS, "desk.evidence.halts")                                                   \
	X(EVIDENCE_RUNS_FOR, "desk.evidence.runs_for")                                             \
	X(EVIDENCE_HALTS_FOR, "desk.evidence.halts_for")                                           \
	X(EVIDENCE_SCAN, "desk.evidence.scan")                                                     \
	X(CLOCK_LEFT, "desk.clock.left")                                                           \
	X(CLOCK_RIGHT, "desk.clock.right")                                                         \
	X(CASE_FAULT, "case.fault")                                                                \
	X(CASE_KIND, "case.kind")                                                                  \
	X(CASE_EDITION, "case.edition")                                                            \
	X(CASE_MEN, "case.men")                                                                    \
	X(CASE_LIST, "case.list")                                                                  \
	X(CASE_RELATED, "case.related")                                                            \
	X(CASE_RELATED_ALERT, "case.related.alert")                                                \
	X(CASE_RELATED_ONCE, "case.related.once")                                                  \
	X(CASE_FAULT_REFUSED, "case.fault.refused")                                                \
	X(CASE_FAULT_CUT, "case.fault.cut")                                                        \
	X(CASE_FAULT_WORDS, "case.fault.words")                                                    \
	X(SAID_ALERT, "case.said.alert")                                                           \
	X(SAID_ANNOUNCED, "case.said.announced")                                                   \
	X(SAID_ABSENT, "case.said.absent")                                                         \
	X(SAID_PRESENT, "case.said.present")                                                       \
	X(SAID_ADJOURNED, "case.said.adjourned")                                                   \
	X(SAID_PAUSE, "case.said.pause")                                                           \
	X(SAID_TIME, "case.said.time")                                                             \
	X(SAID_REOPEN, "case.said.reopen")                                                         \
	X(SAID_SEAL, "case.said.seal")                                                             \
	X(SAID_BOARD, "case.said.board")                                                           \
	X(SAID_CLAIM_FIFTY, "case.said.claim_fifty")                                               \
	X(SAID_CLAIM_THREEFOLD, "case.said.claim_threefold")                                       \
	X(SAID_CLAIM, "case.said.claim")                                                           \
	X(SAID_CLOCK, "case.said.clock")                                                           \
	X(SAID_COLOURS_REVERSED, "case.said.colours_reversed")                                     \
	X(SAID_INSERT, "case.said.insert")                                                         \
	X(SAID_REPLACE, "case.said.replace")                                                       \
	X(SAID_TAKE_BACK, "case.said.take_back")                                                   \
	X(SAID_DEVICE, "case.said.device")                                                         \
	X(SAID_DISCONNECTED, "case.said.disconnected")                                             \
	X(SAID_DRAW_OFFER, "case.said.draw_offer")                                                 \
	X(SAID_LISTENED, "case.said.listened")                                                     \
	X(SAID_LOG_WRITE_FAILED, "case.said.log_write_failed")                                     \
	X(SAID_PENALTY, "case.said.penalty")                                                       \
	X(SAID_PLUGGED, "case.said.plugged")                                                       \
	X(SAID_POSITION, "case.said.position")                                                     \
	X(SAID_QUICKPLAY, "case.said.quickplay")                                                   \
	X(SAID_RECONNECTED, "case.said.reconnected")                                               \
	X(SAID_RESULT, "case.said.result")                                                         \
	X(SAID_ROUND_CLOSED, "case.said.round_closed")                                             \
	X(SAID_ROUND_OPEN, "case.said.round_open")                                                 \
	X(SAID_SCORE, "case.said.score")                                                           \
	X(SAID_SEALED, "case.said.sealed")                                                         \
	X(SAID_SESSION, "case.said.session")                                                       \
	X(SAID_SHEET_REQUEST, "case.said.sheet_request")                                           \
	X(SAID_STARTED, "case.said.started")                                                       \
	X(SAID_TIME_OF_DAY, "case.said.time_of_day")                                               \
	X(SAID_TWO_BOARDS, "case.said.two_boards")                                                 \
	X(SAID_UNPLUGGED, "case.said.unplugged")                                                   \
	X(SAID_VIRTUAL_POSITION, "case.said.virtual_position")                                     \
	X(SAID_VIRTUAL, "case.said.virtual")                                                       \
	X(SAID_WITHDRAWN, "case.said.withdrawn")                                                   \
	X(CASE_AGAIN, "case.again")                                                                \
	X(CHECK_NO_BOARD, "check.no_board")                                                        \
	X(CHECK_WRONG_BOARD, "check.wrong_board")                                                  \
	X(CHECK_SILENT, "check.silent")                                                            \
	X(CHECK_NOT_AT_START, "check.not_at_start")                                                \
	X(CHECK_SQUARE_EMPTY, "check.square_empty")                                                \
	X(CHECK_SQUARE_HAS, "check.square_has")                                                    \
	X(CHECK_MORE, "check.more")                                                                \
	X(CHECK_SOME_MAN, "check.some_man")                                                        \
	X(CHECK_TURNED, "check.turned")                                                            \
	X(CHECK_NO_CLOCK, "check.no_clock")                                                        \
	X(CHECK_CLOCK_SET, "check.clock_set")                                                      \
	X(CHECK_CLOCK_BOTH, "check.clock_both")                                                    \
	X(CHECK_CLOCK_RUNS, "check.clock_runs")                                                    \
	X(CHECK_CLOCK_BATTERY, "check.clock_battery")                                              \
	X(CHECK_BOARD_BATTERY, "check.board_battery")                                              \
	X(CHECK_NO_WHITE, "check.no_white")                                                        \
	X(CHECK_NO_BLACK, "check.no_black")                                                        \
	X(CHECK_NOT_RECORDED, "check.not_recorded")                                                \
	X(CHECK_ROUND_CLOSED, "check.round_closed")                                                \
	X(CHECK_TABLE, "check.table")                                                              \
	X(CHECK_READY, "check.ready")                                                              \
	X(CHECK_WHITE_PAWN, "check.white_pawn")                                                    \
	X(CHECK_WHITE_KNIGHT, "check.white_knight")                                                \
	X(CHECK_WHITE_BISHOP, "check.white_bishop")                                                \
	X(CHECK_WHITE_ROOK, "check.white_rook")                                                    \
	X(CHECK_WHITE_QUEEN, "check.white_queen")                                                  \
	X(CHECK_WHITE_KING, "check.white_king")                                                    \
	X(CHECK_BLACK_PAWN, "check.black_pawn")                                                    \
	X(CHECK_BLACK_KNIGHT, "check.black_knight")                                                \
	X(CHECK_BLACK_BISHOP, "check.black_bishop")                                                \
	X(CHECK_BLACK_ROOK, "check.black_rook")                                                    \
	X(CHECK_BLACK_QUEEN, "check.black_queen")                                                  \
	X(CHECK_BLACK_KING, "check.black_king")                                                    \
	X(LAWS_CONTROL, "laws.control")                                                            \
	X(LAWS_ALL_MOVES, "laws.all_moves")                                                        \
	X(LAWS_MOVES, "laws.moves")                                                                \
	X(LAWS_PER_MOVE, "laws.per_move")                                                          \
	X(LAWS_ANNOUNCE, "laws.announce")                                                          \
	X(LAWS_SEVERITY_INFO, "laws.severity.info")                                                \
	X(LAWS_SEVERITY_ADVISORY, "laws.severity.advisory")                                        \
	X(LAWS_SEVERITY_WARNING, "laws.severity.warning")                                          \
	X(LAWS_SEVERITY_CRITICAL, "laws.severity.critical")                                        \
	X(LAWS_WHO_ARBITER, "laws.who.arbiter")                                                    \
	X(LAWS_WHO_TECHNICIAN, "laws.who.technician")                                              \
	X(LAWS_WHO_BOTH, "laws.who.both")                                                          \
	X(LAWS_WHO_NOBODY, "laws.who.nobody")                                                      \
	X(LAWS_UNTIL_NEVER, "laws.until.never")                                                    \
	X(LAWS_UNTIL_GAME, "laws.until.game")                                                      \
	X(LAWS_UNTIL_OPPONENT, "laws.until.opponent")

#define TEXT_ENUMERATOR(name, key) TEXT_##name,
enum text_key { TEXT_KEYS(TEXT_ENUMERATOR) TEXTS };
#undef TEXT_ENUMERATOR

/* text_in: in a language, numbered as core/laws/alert/alert.h has them; never NULL. */
const char *text_in(int language, enum text_key key);

/* text_man: what stands on a square that is not empty, as "a white pawn". */
enum text_key text_man(uint8_t man);

/* A place {name} of a text and what goes there; {name:move|moves} is the form that goes with it where it is a number
 * (core/laws/alert/plural.h). */
struct text_value {
	const char *name, *value;
};

/* text_fill: append the text of `key`, its places filled from values[n]; a place that has no value stays empty. */
void text_fill(struct text *text, int language, enum text_key key, const struct text_value *values,
               size_t n);

/* web/texts.mjs writes this from the files: texts[language][key]. */
extern const char *const text_table[][TEXTS];
