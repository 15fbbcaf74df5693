#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every rule that the specification's part 1 lists, and every alert of its part 3, is in the table of articles,
# alerts and tests, be it with the reason why no test of the laws shows it; "in another table" is no reason unless it
# is there. With --table, prints that table: articles, alert, test or reason.
#
# usage: tests/laws/coverage.sh TEST_LAWS TEST_CLOCK_WATCH [--table]
set -eu

[ $# -ge 2 ] || { sed -n '4,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
if [ "${3-}" = --table ]; then
	"$1" --table
	exec "$2" --table
fi
here=$(cd "$(dirname "$0")/../.." && pwd)
laws=${ADOUBED_SHARED:-$here/../shared}/laws.md
[ -f "$laws" ] || { echo "skipped: no specification"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{ "$1" --table && "$2" --table; } >"$work/table"

# The first column of part 1's rows: article numbers, the letters of other rules before them holding for those that
# follow ("Q5 10.7, 26.5"); what stands in parentheses is about editions. A row is there if one of its articles, or a
# part of one, is.
awk '
	FNR == NR {
		sub(/\t.*/, "")
		n = split($0, list, ";")
		for (i = 1; i <= n; i++)
			known[list[i]] = 1
		next
	}
	/^## / { part_1 = /^## Part 1/; next }
	/^### / { counts = $2 != "1.0" && $2 != "1.10"; next }
	function is_known(article, other)
	{
		for (other in known)
			if (other == article || index(other, article ".") == 1)
				return 1
		return 0
	}
	part_1 && counts && /^\| / {
		split($0, columns, "|")
		text = columns[2]
		gsub(/\([^)]*\)/, "", text)
		prefix = ""
		found = seen = 0
		while (match(text, /(OL|Q5|Q6|Q7|Q17|Q19) |([A-D]\.|I+\.)?[0-9]+(\.[0-9]+)*/)) {
			word = substr(text, RSTART, RLENGTH)
			text = substr(text, RSTART + RLENGTH)
			if (word ~ / $/) {
				prefix = word
				continue
			}
			seen = 1
			found = found || is_known(prefix word)
		}
		rows += seen
		if (seen && !found) {
			print "not in the table: " columns[2]
			missing++
		}
	}
	END { if (rows < 150) { print "only " rows " rows were read"; missing++ } exit missing > 0 }
' "$work/table" "$laws"

# Part 3's rows begin with the alert's name. A tale's second column says what it tells, "illegal-move@4:b!".
awk -F '\t' '
	FNR == NR {
		n = split($2, list, " ")
		for (i = 1; i <= n; i++) {
			sub(/@.*/, "", list[i])
			if ($3 !~ /^not here: /)
				shown[list[i]] = 1
			else if ($3 !~ /--table/)
				excused[list[i]] = 1
		}
		next
	}
	/^## / { part_3 = /^## Part 3/; next }
	part_3 && match($0, /^\| `[a-z0-9-]+`/) {
		name = substr($0, 4, RLENGTH - 4)
		rows++
		if (!(name in shown) && !(name in excused)) {
			print "neither shown nor excused: " name
			missing++
		}
	}
	END { if (rows < 90) { print "only " rows " alerts were read"; missing++ } exit missing > 0 }
' "$work/table" "$laws"
