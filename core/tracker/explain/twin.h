/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man who is read on two squares.
 *
 * A board tells of a square when it changes. Where that he left one is lost, it reads him for as long as nobody tells of that
 * square again: a stop on his way, or where he was before he castled. So the later of the two is where he stands. But he
 * who is seen beside where a man has just been put down is that man, or the one whom he took (dgt.md 7.1), and when the
 * board has told of all its squares since, both do read a man, and no update was lost.
 */
#pragma once

#include "core/tracker/explain/search.h"

/* twin_extra_cost: what it costs to believe that the board, which knows men, reads one on sq, where none stands in
 * *position, the line's end. */
int twin_extra_cost(const struct search *search, const struct position *position, int sq);
