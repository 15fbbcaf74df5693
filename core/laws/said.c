/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whatever is said from beside the board is heard at its time: first comes what time alone brings until then.
 */
#include "core/laws/said.h"

int
laws_two_boards(struct laws *laws, const struct position *other, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_two_boards(laws, other);
}

int
laws_disconnected(struct laws *laws, enum color side, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_disconnected(laws, side);
}

int
laws_reconnected(struct laws *laws, enum color side, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_reconnected(laws, side);
}

int
laws_seal(struct laws *laws, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_seal(laws);
}

int
laws_adjourn(struct laws *laws, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_adjourn(laws);
}

int
laws_reopen(struct laws *laws, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_reopen(laws);
}

int
laws_sealed_move(struct laws *laws, const char *san, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_sealed_move(laws, san);
}

int
laws_offer(struct laws *laws, enum color side, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_offer(laws, side);
}

int
laws_sheet_request(struct laws *laws, enum color side, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_sheet_request(laws, side);
}

int
laws_quickplay(struct laws *laws, enum color side, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_quickplay(laws, side);
}

int
laws_colours_reversed(struct laws *laws, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_colours_reversed(laws);
}

int
laws_device(struct laws *laws, enum color side, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_device(laws, side);
}

int
laws_score(struct laws *laws, uint32_t white, uint32_t black, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_score(laws, white, black);
}

int
laws_claim(struct laws *laws, enum color side, enum claim_kind kind, const char *san,
           uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_claim(laws, side, kind, san);
}

int
laws_announced(struct laws *laws, enum color side, const char *said, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_announced(laws, side, said);
}

int
laws_virtual_set(struct laws *laws, const struct position *position, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_virtual_set(laws, position);
}

int
laws_virtual(struct laws *laws, const char *san, bool own, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_virtual(laws, san, own, now_us);
}

void
laws_equipment_changed(struct laws *laws, uint64_t now_us)
{
	laws_advance(laws, now_us);
	said_equipment_changed(laws);
}

void
laws_link_lost(struct laws *laws, uint64_t now_us)
{
	laws_advance(laws, now_us);
	said_link_lost(laws);
}

void
laws_log_incomplete(struct laws *laws, uint64_t since_us, uint64_t now_us)
{
	laws_advance(laws, now_us);
	said_log_incomplete(laws, since_us);
}

int
laws_withdraw(struct laws *laws, enum laws_said what, enum color side, uint64_t now_us)
{
	laws_advance(laws, now_us);
	return said_withdraw(laws, what, side);
}
