/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row or file that tells of nobody.
 *
 * The sensors hang on the lines of a matrix, which are read one after the other. Where one of these fails all men on
 * it are gone within a scan, and that is no hand's work: as long as nobody at all is read there, its squares are not
 * believed, the empty ones neither. Men may go there and from there meanwhile, and the clock tells when. Who stands
 * there is seen when the first man is read on it again.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* silent_look: some square reads something else. Has a line fallen silent, or does it speak again? */
void silent_look(struct tracker *tracker);

/* silent_due: when all of a line that speaks again has been read, or TRACKER_NO_DEADLINE; silent_settle: from then on its
 * squares are believed. Returns whether the picture has to be looked at again. */
uint64_t silent_due(const struct tracker *tracker);
bool silent_settle(struct tracker *tracker);
