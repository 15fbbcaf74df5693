/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/cli/order.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "daemon/cli/command.h"
#include "daemon/cli/flags.h"

#define ORDER_PATIENCE 300 /* tenths of a second for a daemon that begins again */

/* order_await: the daemon has begun again with that round. */
static bool
order_await(const struct ask_command *command, const struct ask_options *options, const char *round)
{
	static const struct timespec tenth = { .tv_nsec = 100000000 };
	struct ask_options quiet = *options;
	json_t *request = json_pack("{s:s}", "cmd", "tables"), *answer;
	bool is_there = false;

	quiet.quiet = true;
	quiet.json = false;
	for (int i = 0; i < ORDER_PATIENCE && !is_there; i++) {
		nanosleep(&tenth, NULL);
		answer = ask_exchange(command, &quiet, request);
		is_there = answer && strcmp(ask_text(answer, "round"), round) == 0;
		json_decref(answer);
	}
	json_decref(request);
	if (!is_there)
		fprintf(stderr,
		        "adoube %s: it is recorded, but adoubed has not begun again with round %s; "
		        "look at its log\n",
		        command->name, round);
	return is_there;
}

/* order_do: what was looked at. */
static int
order_do(const struct ask_command *command, const struct ask_options *options, json_t *request)
{
	json_t *done = ask_exchange(command, options, request);
	const char *recording;
	int status = COMMAND_OK;

	if (!done)
		return COMMAND_FAILED;
	recording = ask_text(done, "recording");
	if (json_is_true(json_object_get(done, "begins_again")) &&
	    !order_await(command, options, ask_text(done, "round")))
		status = COMMAND_FAILED;
	if (!options->json) {
		printf("done; undo by: adoube undo %lld\n", ask_number(done, "action"));
		if (recording[0])
			printf("the journal cannot be written (%s): the order is in memory only\n",
			       recording);
	}
	json_decref(done);
	return status;
}

static int
order_agree(const struct ask_command *command, const struct ask_options *options,
            const struct order_flags *flags, json_t *request, bool (*show)(const json_t *answer),
            const json_t *look)
{
	json_t *actions = json_object_get(look, "actions");

	if (!show(look) || flags->dry_run)
		return COMMAND_OK;
	if (!flags_agreed(command->name, flags->yes))
		return COMMAND_FAILED;
	json_object_set_new(request, "apply", json_true());
	if (actions)
		json_object_set(request, "actions", actions);
	return order_do(command, options, request);
}

int
order_run(const struct ask_command *command, const struct ask_options *options,
          const struct order_flags *flags, json_t *request, bool (*show)(const json_t *answer),
          json_t **ret_look)
{
	json_t *look = ask_exchange(command, options, request);
	int status =
		look ? order_agree(command, options, flags, request, show, look) : COMMAND_FAILED;

	if (ret_look)
		*ret_look = json_incref(look);
	json_decref(look);
	json_decref(request);
	return status;
}
