#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# includes.sh ROOT: includes point downwards only.
# includes.sh --self-test: shows that includes pointing upwards are found.
#
#   core                core, and headers without I/O, clock or heap
#   drivers             core, drivers but not drivers/transport, and the same headers
#   drivers/transport   core, drivers/transport, the system, libevent, libserialport, libusb
#   daemon              everything but tests
#
# A generator (*_gen.c) runs while the program is built and is no part of it, so it may print.
#
# Ours are named from the root ("core/chess/fen.h") and exist.
set -eu

# check ROOT
check()
{
	(
		cd "$1"
		find core drivers daemon -name '*.[ch]' | sort | xargs grep -n '^[ 	]*#[ 	]*include' /dev/null
	) | awk -v root="$1" '
		BEGIN {
			n = split("assert.h errno.h inttypes.h limits.h stdbool.h stddef.h stdint.h string.h",
				  list, " ")
			for (i = 1; i <= n; i++)
				pure["<" list[i] ">"] = 1
		}
		function bad(why) {
			printf "%s:%s: %s %s\n", file, line, name, why > "/dev/stderr"
			failed = 1
		}
		{
			split($0, part, ":")
			file = part[1]
			line = part[2]
			name = $0
			sub(/^[^#]*#[ \t]*include[ \t]*/, "", name)
			if (!match(name, /^("[^"]*"|<[^>]*>)/)) {
				bad("is neither \"ours\" nor <theirs>")
				next
			}
			name = substr(name, 1, RLENGTH)
			n_seen++

			ours = substr(name, 1, 1) == "\""
			path = substr(name, 2, length(name) - 2)
			if (file ~ /^core\//)
				layer = "core"
			else if (file ~ /^drivers\/transport\//)
				layer = "transport"
			else if (file ~ /^drivers\//)
				layer = "drivers"
			else
				layer = "daemon"

			if (ours) {
				to = path
				sub(/\/.*/, "", to)
				if (path ~ /^drivers\/transport\//)
					to = "transport"
				if ((getline ignored < (root "/" path)) < 0)
					bad("is not a file of the project named from its root")
				close(root "/" path)
				if (layer == "core" && to != "core")
					bad("is outside core")
				else if (layer == "drivers" && to != "core" && to != "drivers")
					bad("is outside core and the decoders")
				else if (layer == "transport" && to != "core" && to != "transport")
					bad("is outside core and drivers/transport")
				else if (to !~ /^(core|drivers|transport|daemon)$/)
					bad("does not belong in a program")
				next
			}
			if ((layer == "core" || layer == "drivers") && !(name in pure) &&
			    file !~ /_gen\.c$/)
				bad("is not one of the headers pure code may use")
			else if (layer == "transport" && path ~ /^(jansson|ini|check)\.h$/)
				bad("is not a library for transports")
			else if (path == "check.h")
				bad("belongs in tests")
		}
		END {
			if (n_seen == 0) {
				print root ": no include found" > "/dev/stderr"
				exit 1
			}
			if (!failed)
				printf "%d includes point downwards\n", n_seen
			exit failed
		}'
}

# refuses FILE LINE: the tree of the self-test with LINE in FILE must be refused, naming FILE.
refuses()
{
	mkdir -p "$work/$(dirname "$1")"
	printf '%s\n' "$2" >"$work/$1"
	if (check "$work") >"$work/said" 2>&1 || ! grep -q "^$1:1: " "$work/said"; then
		echo "self-test: '$2' in $1 was not refused:" >&2
		cat "$work/said" >&2
		exit 1
	fi
	rm "$work/$1"
}

self_test()
{
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	mkdir -p "$work/core" "$work/drivers/transport" "$work/daemon" "$work/tests"
	for header in core/game.h drivers/driver.h drivers/transport/transport.h daemon/table.h \
		tests/support.h; do
		echo '#include <stdint.h>' >"$work/$header"
	done
	printf '#include "drivers/driver.h"\n#include <jansson.h>\n' >"$work/daemon/good.c"
	(check "$work") >"$work/said" 2>&1 || {
		cat "$work/said" >&2
		echo "self-test: a good tree was refused" >&2
		exit 1
	}
	refuses core/a.c '#include <stdio.h>'
	refuses core/a.c '#include <sys/socket.h>'
	refuses core/a.c '#include "drivers/driver.h"'
	refuses core/a.c '#include "game.h"'
	refuses core/a.c '#include SOMETHING'
	refuses core/a_gen.c '#include "daemon/table.h"'
	refuses drivers/a.c '#include <stdlib.h>'
	refuses drivers/a.c '#  include "drivers/transport/transport.h"'
	refuses drivers/dgt/a.c '#include "daemon/table.h"'
	refuses drivers/transport/a.c '#include "drivers/driver.h"'
	refuses drivers/transport/a.c '#include <jansson.h>'
	refuses daemon/a.c '#include "tests/support.h"'
	refuses daemon/a.c '#include <check.h>'
	echo "the check names includes that point upwards"
}

case ${1-} in
--self-test) self_test ;;
'')
	echo "usage: includes.sh ROOT | --self-test" >&2
	exit 2
	;;
*) check "$1" ;;
esac
