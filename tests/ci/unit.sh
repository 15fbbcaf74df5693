#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# unit.sh UNIT: systemd understands the unit, and finds it as locked up as it was meant to be. Skipped (77)
# where there is no systemd to ask.
set -eu

if ! command -v systemd-analyze >/dev/null; then
	echo "no systemd-analyze here"
	exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The programs need not be installed to look at the unit.
sed 's|^\(Exec[A-Za-z]*=\)[^ ]*/adoubed|\1/bin/true|' "$1" >"$work/adoubed.service"
systemd-analyze verify --man=no "$work/adoubed.service" 2>"$work/said" || status=$?
grep adoubed "$work/said" >&2 && exit 1
[ "${status-0}" -eq 0 ] || {
	cat "$work/said" >&2
	exit 1
}
# The threshold is ten times the exposure: 1.5 of 10.
systemd-analyze security --offline=true --threshold=15 --no-pager "$work/adoubed.service"
