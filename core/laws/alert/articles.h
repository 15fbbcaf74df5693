/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the articles that alerts cite say, briefly and in our own words: for case files. The text of the Laws is
 * the authority, and the arbiter has it at hand.
 */
#pragma once

#include <stddef.h>

#include "core/laws/alert/alert.h"
#include "core/laws/rules/ruleset.h"

/* article_text: what article number[len] ("7.5.5"; "7.5.b" in fide-2014) of `edition` says; NULL where there is no such
 * article, or none that an alert cites. Constant. */
const char *article_text(enum edition edition, const char *number, size_t len, int language);
