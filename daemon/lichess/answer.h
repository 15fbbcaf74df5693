/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a broadcast answers to a push (publishing.md 3.2): it says 200 and refuses single games inside.
 * Trusts nothing in it but its shape. No I/O.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

#include "daemon/lichess/pace.h"

#define ANSWER_TEXT 256

struct answer {
	enum pace_outcome outcome;
	char text[ANSWER_TEXT]; /* one sentence for the operator; "" when all is well */
	json_t *refused;        /* [{"white":...,"black":...,"error":...}]; NULL: none */
};

/* answer_read: status and body[len] of the answer; status 0: none came, and body is the cause in words.
 * Release ret_answer->refused. */
void answer_read(long status, const char *body, size_t len, struct answer *ret_answer);
