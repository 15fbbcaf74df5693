/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of a device's states: nothing is live that has not answered, and no state is a trap.
 */
#include "daemon/device_states.h"

#include <stdbool.h>
#include <string.h>

#include <check.h>

#include "tests/support.h"

START_TEST(device_states_live_only_by_an_answer)
{
	for (int state = 0; state < DEVICE_STATES; state++)
		for (int input = 0; input < DEVICE_INPUTS; input++) {
			struct device_step step =
				device_step((enum device_state)state, (enum device_input)input);

			ck_assert_int_lt(step.next, DEVICE_STATES);
			if (step.next == DEVICE_LIVE && state != DEVICE_LIVE) {
				ck_assert_int_eq(input, DEVICE_ANSWERED);
				ck_assert_int_eq(step.action, DEVICE_IDENTIFY);
			}
			/* Who fails is let go of, and who is left alone is tried again. */
			if (step.next == DEVICE_QUARANTINED && state != DEVICE_QUARANTINED)
				ck_assert_int_eq(step.action, DEVICE_BACK_OFF);
		}
}
END_TEST

START_TEST(device_states_lead_to_live_and_away)
{
	static const enum device_input in[] = { DEVICE_OFFERED, DEVICE_TURN, DEVICE_OPENED,
		                                DEVICE_ANSWERED };
	enum device_state state = DEVICE_ABSENT;

	for (size_t i = 0; i < sizeof(in) / sizeof(in[0]); i++)
		state = device_step(state, in[i]).next;
	ck_assert_int_eq(state, DEVICE_LIVE);
	/* From everywhere a port can be, it can go. */
	for (int from = DEVICE_SEEN; from < DEVICE_STATES; from++) {
		struct device_step step = device_step((enum device_state)from, DEVICE_WITHDRAWN);

		ck_assert_int_eq(step.next, DEVICE_LOST);
		ck_assert_int_eq(step.action, DEVICE_CLOSE);
	}
}
END_TEST

START_TEST(device_states_reach_all_and_keep_none)
{
	bool reached[DEVICE_STATES] = { [DEVICE_ABSENT] = true };
	bool left[DEVICE_STATES] = { false };

	for (int round = 0; round < DEVICE_STATES; round++)
		for (int state = 0; state < DEVICE_STATES; state++)
			for (int input = 0; reached[state] && input < DEVICE_INPUTS; input++) {
				struct device_step step = device_step((enum device_state)state,
				                                      (enum device_input)input);

				reached[step.next] = true;
				left[state] |= (int)step.next != state;
			}
	for (int state = 0; state < DEVICE_STATES; state++)
		ck_assert_msg(reached[state] && left[state], "%s",
		              device_state_name((enum device_state)state));
}
END_TEST

START_TEST(device_states_have_names)
{
	for (int a = 0; a < DEVICE_STATES; a++)
		for (int b = 0; b < a; b++)
			ck_assert_str_ne(device_state_name((enum device_state)a),
			                 device_state_name((enum device_state)b));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("device_states");
	TCase *table = tcase_create("table");

	tcase_add_test(table, device_states_live_only_by_an_answer);
	tcase_add_test(table, device_states_lead_to_live_and_away);
	tcase_add_test(table, device_states_reach_all_and_keep_none);
	tcase_add_test(table, device_states_have_names);
	suite_add_tcase(suite, table);
	return test_run(suite);
}
