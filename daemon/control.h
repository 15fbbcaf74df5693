/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The control socket: how `adoube` asks the running daemon. One JSON object a line each way.
 *
 *     {"cmd":"status"}    ->   {"ok":true,...}
 *     {"cmd":"alerts"}    ->   {"ok":true,"tables":[{"table":1,"alerts":[...]},...]}
 *     {"cmd":"correct","table":1,...}   ->   {"ok":true,"table":1,...}, see correct.h
 *     {"cmd":"tell","table":1,"event":{"op":"result",...}}   ->   {"ok":true}
 *     {"cmd":"envelope","table":1}   ->   {"ok":true,"envelope":{...}}
 *     {"cmd":"times"}     ->   {"ok":true,"tables":[{"table":1,"rows":[...],"now":{...}},...]}
 *     {"cmd":"devices"}   ->   {"ok":true,"devices":[{...},...]}
 *     {"cmd":"swap","table":N,"board":"..."}
 *                         ->   {"ok":true} or {"ok":false,"error":"..."}
 *     anything else       ->   {"ok":false,"error":"..."}
 *
 * A stream socket RUNTIME_DIR/control, mode 0660: whoever may write to it is the arbiter's side.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

#define CONTROL_LINE_MAX    (1 << 20) /* bytes of a request; the names of a hall in one */
#define CONTROL_CLIENTS_MAX 16        /* at a time; the next is told to come back */
#define CONTROL_TIMEOUT_S   5

struct control;
struct event_base;

struct control_command {
	const char *name;
	/* The request is signed (user.h) by whoever asks, whatever he said himself.
	 * The answer's members, a new reference; with an "error" among them it was refused. NULL:
	 * memory is out. */
	json_t *(*answer)(void *ctx, const json_t *request);
	const char *undo; /* the word that undoes what it does; NULL: it only looks */
};

struct control_commands {
	const struct control_command *list; /* n of them, borrowed */
	size_t n;
	void *ctx;
};

/* control_run: what the request gets of the command that it names in "cmd": its answer with "ok", or why it
 * gets none. New reference, or NULL when memory is out. */
json_t *control_run(const struct control_commands *commands, const json_t *request);

/* control_new: listen on `path`, taking the place of a socket nobody listens on any more. *commands
 * is copied. 0, or a negative errno with `error` one sentence: -EADDRINUSE a daemon lives there. */
int control_new(struct event_base *base, const char *path, const struct control_commands *commands,
                struct control **ret_control, char *error, size_t error_size);

/* control_free: hang up and remove the socket. NULL is fine. */
void control_free(struct control *control);
