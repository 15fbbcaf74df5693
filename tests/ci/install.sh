#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# install.sh BUILD PREFIX LIST: what is installed is exactly what LIST says (paths below PREFIX), and the
# installed programs start.
set -eu

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
DESTDIR=$stage cmake --install "$1" >"$stage/log" 2>&1 || {
	cat "$stage/log" >&2
	exit 1
}
rm "$stage/log"

(cd "$stage" && find . -type f -o -type l) | sed "s|^\./||; s|^${2#/}/||" | sort >"$stage.is"
trap 'rm -rf "$stage" "$stage.is" "$stage.want"' EXIT
grep -v '^#' "$3" | sort >"$stage.want"
if ! diff -u --label expected "$stage.want" --label installed "$stage.is"; then
	echo "the installed files are not those of $3" >&2
	exit 1
fi
"$stage$2/bin/adoube" --version
"$stage$2/sbin/adoubed" --version
