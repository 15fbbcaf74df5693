/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which of the men who are not read where they stand are in a hand?
 */
#pragma once

#include <stdint.h>

struct tracker;

/* lifted_men: those squares of the residue whose man, of the player to move, may have been lifted to be moved. Whom nobody has read
 * since before his player's last ply, made by another man, is in no hand: his square does not read him. */
uint64_t lifted_men(const struct tracker *tracker, uint64_t residue);
