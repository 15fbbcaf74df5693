/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the arbiter decides about an alert, and who must know.
 */
#include "core/laws/laws_state.h"

int
laws_decide(struct laws *laws, uint32_t number, enum alert_outcome outcome)
{
	bool was_confirmed = laws_outcome(laws, number) == ALERT_CONFIRMED;
	int r = laws_check_decide(laws, number, outcome);

	if (r < 0)
		return r;
	log_settle(laws, number, outcome);
	if (was_confirmed)
		offences_pardon(laws, number);
	offences_decide(laws, number, outcome);
	claims_decide(laws, number, outcome);
	return 0;
}
