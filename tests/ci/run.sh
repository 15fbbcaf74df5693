#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run.sh: `./bootstrap run` from start to Ctrl-C: page and moves are served, a port in use is stepped
# over, and the end leaves neither process nor file behind.
set -eu

cd "$(dirname "$0")/../.."
TMPDIR=$(mktemp -d)
export TMPDIR
mkdir "$TMPDIR/work"
first=
second=
# shellcheck disable=SC2064 # the folder of now
trap "stop_all; rm -rf '$TMPDIR'" EXIT

fail()
{
	echo "run: $*" >&2
	cat "$TMPDIR"/*.log >&2
	exit 1
}

# start NAME: `./bootstrap run` as the head of a process group, as a terminal would start it, sets `pid`.
start()
{
	: >"$TMPDIR/$1.log"
	TMPDIR=$TMPDIR/work setsid env --default-signal=INT ./bootstrap run --speed 5 \
		>"$TMPDIR/$1.log" 2>&1 </dev/null &
	pid=$!
}

stop_all()
{
	local group
	for group in $first $second; do
		kill -KILL -- "-$group" 2>/dev/null || true
	done
}

# ready NAME PID: waits until NAME says where to look, sets `port`. Builds may take a while.
ready()
{
	local i
	for ((i = 0; i < 900; i++)); do
		port=$(sed -n 's|.*open http://127.0.0.1:\([0-9]*\)/.*|\1|p' "$TMPDIR/$1.log")
		[ -z "$port" ] || return 0
		kill -0 "$2" 2>/dev/null || fail "$1 ended before it was ready"
		sleep 1
	done
	fail "$1 was not ready after a quarter of an hour"
}

get()
{
	exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
	printf 'GET %s HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n' "$1" >&3
	cat <&3
	exec 3>&-
}

# interrupt NAME PID: Ctrl-C reaches the whole group; all of it ends, in good order.
interrupt()
{
	local status=0 i
	kill -INT -- "-$2"
	for ((i = 0; i < 600; i++)); do
		kill -0 "$2" 2>/dev/null || break
		sleep 0.1
	done
	[ $i -lt 600 ] || fail "$1 still ran a minute after Ctrl-C"
	wait "$2" || status=$?
	[ $status -eq 0 ] || fail "Ctrl-C ended $1 with exit status $status"
	# What has ended may wait for a moment for whoever takes its end.
	for ((i = 0; i < 200; i++)); do
		kill -0 -- "-$2" 2>/dev/null || return 0
		sleep 0.1
	done
	fail "$1 left a process behind"
}

start first
first=$pid
ready first "$first"
first_port=$port

page=$(get /) || fail "GET / is not answered"
grep -q '^HTTP/1.[01] 200' <<<"$page" || fail "GET / is not 200: $page"
grep -qi '<html' <<<"$page" || fail "GET / is no page: $page"
for ((i = 0; i < 120; i++)); do
	pgn=$(get /pgn) || fail "GET /pgn is not answered"
	! grep -q '2\. Nf3' <<<"$pgn" || break
	sleep 1
done
grep -q '^HTTP/1.[01] 200' <<<"$pgn" || fail "GET /pgn is not 200: $pgn"
grep -q '1\. e4' <<<"$pgn" || fail "no move after two minutes: $pgn"
grep -q '2\. Nf3' <<<"$pgn" || fail "no second move after two minutes: $pgn"

start second
second=$pid
ready second "$second"
[ "$port" != "$first_port" ] || fail "both took port $port"
grep -q "port [0-9]* is used" "$TMPDIR/second.log" || fail "not a word about the used port"
interrupt second "$second"
interrupt first "$first"

left=$(ls -A "$TMPDIR/work")
[ -z "$left" ] || fail "files were left behind: $left"
cat "$TMPDIR/first.log"
echo "run: page and moves were served, the end was clean"
