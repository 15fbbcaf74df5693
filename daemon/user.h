/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who gave an order: members "uid" and "user", or "by" and "role", of requests and of the host events that come of
 * them.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

/* user_name: the name that this machine's own list (/etc/passwd) has for the user, "" where it has none, to
 * name[size]. No directory service is asked: that could take its time. */
void user_name(uint32_t uid, char *name, size_t size);

/* user_sign: "uid" and "user" of `request` are those of user `uid`, whatever it said before. */
void user_sign(json_t *request, uint32_t uid);

/* user_sign_token: it came over the network with the token of that name, which becomes "by", and has that role; in
 * place of the two. */
void user_sign_token(json_t *request, const char *token, const char *role);

/* user_copy: as the signed `request` has them, into `event`. */
void user_copy(json_t *event, const json_t *request);
