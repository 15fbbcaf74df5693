/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An operator's order to change the record of a running game: from the control socket's request to the
 * host event that does it (operator.h), and what it would do, for people to look at before.
 *
 *     {"cmd":"correct","table":1,"do":"take-back","plies":2}
 *     {"cmd":"correct","table":1,"do":"replace","ply":12,"move":"Nf6"}
 *     {"cmd":"correct","table":1,"do":"insert","ply":12,"move":"Nf6 Bg5"}
 *     {"cmd":"correct","table":1,"do":"position","fen":"8/8/8/8/8/5k2/8/4K2R w - -"}
 *     {"cmd":"correct","table":1,"do":"result","result":"1-0"}
 *
 * Without "apply":true nothing is done but looking. "record" is the name of a record as an earlier answer
 * gave it: the order is for that record only, and refused once it has changed.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/game/correction.h"

#define CORRECT_NAME_SIZE 48

struct correct_order {
	struct correction correction;
	json_t *event;      /* the host event, who gave the order included; to be let go */
	bool apply;         /* else only look */
	const char *record; /* borrowed from the request; NULL: any */
};

/* correct_read: the request of user `uid`, or of whom it names in "by", into *ret_order. Returns 0; -EBADMSG with `error` naming the
 * member and what it must be, -ENOMEM; nothing to let go then. */
int correct_read(const json_t *request, uint32_t uid, struct correct_order *ret_order, char *error,
                 size_t error_size);

/* correct_name: a name for the record as it stands, of game number `number`: another one as soon as a
 * ply, a break or the result is another. game may be NULL: none has begun. */
void correct_name(const struct game *game, uint32_t number, char ret_name[CORRECT_NAME_SIZE]);

/* correct_effect: what *correction would make of *game (NULL: none has begun), which stays as it is:
 *
 *     {"ply":12,"removed":1,"added":1,"kept":4,"dropped":0,"explained":0,"was":"6... Nf6","becomes":"6... Nh6",
 *      "result_was":"*","result":"*","undo":["replace 12 Nf6"]}
 *
 * ply: the first that changes, from 1. was, becomes: the moves from there on. undo: arguments of `adoube
 * correct TABLE`, one after the other, that bring the moves back; empty where no correction can, because
 * the plies taken out had a break among them.
 *
 * Returns a new reference; NULL with `error` one sentence when it cannot be done. */
json_t *correct_effect(const struct game *game, const struct correction *correction, char *error,
                       size_t error_size);

/* correct_effect_between: the same where it is known what the record becomes by *correction, whose own effect is
 * *effect: *becomes may go on for more plies, which are "explained" again from what the board said. */
json_t *correct_effect_between(const struct game *was, const struct game *becomes,
                               const struct correction *correction,
                               const struct correction_effect *effect);
