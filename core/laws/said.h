/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said to the Laws from beside the board, by who hears it. Each is the function of the same name in laws.h, at the time
 * that laws->now_us has come to: all that time alone brings has been done up to there.
 */
#pragma once

#include "core/laws/laws.h"

/* two_boards.c */
int said_two_boards(struct laws *laws, const struct position *other);

/* platform.c */
int said_disconnected(struct laws *laws, enum color side);
int said_reconnected(struct laws *laws, enum color side);

/* adjourn.c */
int said_seal(struct laws *laws);
int said_adjourn(struct laws *laws);
int said_reopen(struct laws *laws);
int said_sealed_move(struct laws *laws, const char *san);

/* results.c */
int said_offer(struct laws *laws, enum color side);
int said_sheet_request(struct laws *laws, enum color side);
int said_quickplay(struct laws *laws, enum color side);
int said_colours_reversed(struct laws *laws);
int said_device(struct laws *laws, enum color side);
int said_score(struct laws *laws, uint32_t white, uint32_t black);

/* claims.c */
int said_claim(struct laws *laws, enum color side, enum claim_kind kind, const char *san);

/* announced.c, beside.c */
int said_announced(struct laws *laws, enum color side, const char *said);
int said_virtual_set(struct laws *laws, const struct position *position);
int said_virtual(struct laws *laws, const char *san, bool own, uint64_t now_us);

/* around.c */
void said_equipment_changed(struct laws *laws);
void said_link_lost(struct laws *laws);
void said_log_incomplete(struct laws *laws, uint64_t since_us);

/* withdraw.c */
int said_withdraw(struct laws *laws, enum laws_said what, enum color side);
