#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# To be read by tests that have a daemon: in their folder $work, which goes when the test ends, is its event file conf.
# shellcheck disable=SC2154 # $work is the test's

pid=
trap '[ -z "$pid" ] || { kill "$pid"; wait "$pid"; }; rm -rf "$work"' EXIT

fail()
{
	echo "$*" >&2
	exit 1
}

# start ADOUBED: until it listens; its log is $work/log.
start()
{
	: >"$work/log"
	"$1" --config "$work/conf" >"$work/log" 2>&1 &
	pid=$!
	for _ in $(seq 600); do
		! grep -q '^listening' "$work/log" || return 0
		kill -0 "$pid" 2>/dev/null || fail "adoubed ended: $(cat "$work/log")"
		sleep 0.1
	done
	fail "adoubed does not listen: $(cat "$work/log")"
}

stop()
{
	kill "$pid"
	wait "$pid" || fail "adoubed ended badly: $(cat "$work/log")"
	pid=
}
