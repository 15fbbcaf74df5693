/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/clock_order.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int
clock_order_wrong(char *error, size_t error_size, const char *needs)
{
	snprintf(error, error_size, "%s", needs);
	return -EBADMSG;
}

static int
clock_order_read_text(const json_t *members, uint8_t white_side, struct clock_command *command,
                      char *error, size_t error_size)
{
	const json_t *text = json_object_get(members, "text");

	(void)white_side;
	if (!json_is_string(text) || json_string_length(text) == 0 ||
	    json_string_length(text) > CLOCK_TEXT_MAX || strlen(json_string_value(text)) == 0)
		return clock_order_wrong(error, error_size, "\"text\" must be 1 to 8 characters");
	snprintf(command->text, sizeof(command->text), "%s", json_string_value(text));
	command->beeps = json_is_true(json_object_get(members, "beep"));
	return 0;
}

static int
clock_order_read_nothing(const json_t *members, uint8_t white_side, struct clock_command *command,
                         char *error, size_t error_size)
{
	(void)members;
	(void)white_side;
	(void)command;
	(void)error;
	(void)error_size;
	return 0;
}

static int
clock_order_read_set(const json_t *members, uint8_t white_side, struct clock_command *command,
                     char *error, size_t error_size)
{
	static const char *const sides[2] = { "white", "black" };
	const json_t *runs = json_object_get(members, "runs");

	command->runs = CLOCK_NEITHER;
	for (int side = WHITE; side <= BLACK; side++) {
		const json_t *seconds = json_object_get(members, sides[side]);
		uint8_t where = side == WHITE ? white_side : (uint8_t)(white_side ^ 1);

		if (!json_is_integer(seconds) || json_integer_value(seconds) < 0 ||
		    json_integer_value(seconds) > CLOCK_SECONDS_MAX)
			return clock_order_wrong(error, error_size,
			                         "\"white\" and \"black\" must be seconds, 0 to "
			                         "35999 (9:59:59)");
		command->seconds[where] = (int32_t)json_integer_value(seconds);
		if (json_is_string(runs) && strcmp(json_string_value(runs), sides[side]) == 0)
			command->runs = where;
	}
	if (runs && command->runs == CLOCK_NEITHER)
		return clock_order_wrong(error, error_size,
		                         "\"runs\" must be \"white\" or \"black\"");
	return 0;
}

static const struct clock_order_row {
	const char *name;
	int (*read)(const json_t *members, uint8_t white_side, struct clock_command *command,
	            char *error, size_t error_size);
} clock_orders[CLOCK_COMMANDS] = {
	[CLOCK_COMMAND_TEXT] = { "text", clock_order_read_text },
	[CLOCK_COMMAND_CLEAR] = { "clear", clock_order_read_nothing },
	[CLOCK_COMMAND_BEEP] = { "beep", clock_order_read_nothing },
	[CLOCK_COMMAND_SET] = { "set", clock_order_read_set },
};

int
clock_order_read(const json_t *members, uint8_t white_side, struct clock_command *ret_command,
                 char *error, size_t error_size)
{
	const char *name = json_string_value(json_object_get(members, "do"));

	for (size_t kind = 0; name && kind < CLOCK_COMMANDS; kind++) {
		if (strcmp(clock_orders[kind].name, name) != 0)
			continue;
		*ret_command = (struct clock_command){ .kind = (uint8_t)kind };
		return clock_orders[kind].read(members, white_side, ret_command, error, error_size);
	}
	return clock_order_wrong(error, error_size,
	                         "\"do\" must be \"text\", \"clear\", \"beep\" or \"set\"");
}

/* From the least to the most. */
enum { ORDERS_NEVER, ORDERS_BETWEEN_GAMES, ORDERS_STOPPED, ORDERS_ALWAYS };

const char *const clock_order_words[] = { [ORDERS_NEVER] = "never",
	                                  [ORDERS_BETWEEN_GAMES] = "between-games",
	                                  [ORDERS_STOPPED] = "stopped",
	                                  [ORDERS_ALWAYS] = "always",
	                                  NULL };

const char *
clock_order_check(const char *allowed, const struct game *game, const struct tracker_view *view)
{
	bool runs = view->clock_seen && view->clock_running;
	bool plays = runs || (game && game->result == RESULT_NONE && game->n_plies > 0);

	if (strcmp(allowed, clock_order_words[ORDERS_NEVER]) == 0)
		return "this event's clocks are left alone (clock_orders = never)";
	if (!plays || strcmp(allowed, clock_order_words[ORDERS_ALWAYS]) == 0)
		return NULL;
	if (strcmp(allowed, clock_order_words[ORDERS_STOPPED]) != 0)
		return "a game is being played at this table; 'clock_orders = stopped' or 'always' "
		       "in [time] would allow it";
	return runs ? "a clock is running at this table; stop it first, or allow it by "
	              "'clock_orders = always' in [time]"
	            : NULL;
}

json_t *
clock_order_json(const struct clock_device *device, uint64_t unix_us)
{
	static const char *const buttons[CLOCK_BUTTONS] = {
		[CLOCK_BUTTON_NONE] = "",       [CLOCK_BUTTON_BACK] = "back",
		[CLOCK_BUTTON_MINUS] = "minus", [CLOCK_BUTTON_RUN] = "run",
		[CLOCK_BUTTON_PLUS] = "plus",   [CLOCK_BUTTON_OK] = "ok",
	};
	static const char *const answers[CLOCK_ANSWERS] = {
		[CLOCK_ANSWER_NONE] = "none",     [CLOCK_ANSWER_PENDING] = "pending",
		[CLOCK_ANSWER_DONE] = "done",     [CLOCK_ANSWER_REFUSED] = "refused",
		[CLOCK_ANSWER_SILENT] = "silent", [CLOCK_ANSWER_LOST] = "lost",
	};
	char version[16] = "";

	if (device->version[0] != 0)
		snprintf(version, sizeof(version), "%u.%02u", device->version[0],
		         device->version[1]);
	return json_pack(
		"{s:b, s:b, s:b, s:s, s:s, s:s, s:I, s:I, s:s, s:s, s:I, s:I}", "told",
		device->told, "connected", device->connected, "battery_low", device->battery_low,
		"version", version, "model", device->model ? device->model : "", "button",
		buttons[device->button], "buttons", (json_int_t)device->n_buttons, "button_unix_ms",
		(json_int_t)(device->n_buttons ? (unix_us + device->button_us) / 1000 : 0),
		"command",
		device->answer == CLOCK_ANSWER_NONE ? "" : clock_orders[device->command].name,
		"answer", answers[device->answer], "sent", (json_int_t)device->n_sent, "resent",
		(json_int_t)device->n_resent);
}
