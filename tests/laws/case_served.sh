#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# case_served.sh ADOUBE ADOUBED SOURCE: the case file that a running daemon serves is the one that `adoube case` makes of the
# recording it exports, for each of its alerts, in each form and language, but for how it is made again; and what it
# begins with is what `adoube alerts` says. Skipped (77) without Python.
set -eu

adoube=$1
adoubed=$2
python3 -c '' 2>/dev/null || exit 77
work=$(mktemp -d)
# shellcheck source=/dev/null # beside this one
. "${0%/*}/daemon.sh"

# A game of twenty minutes ago, with an illegal move in it.
cat >"$work/game.pgn" <<END
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *
END
"$adoube" simulate --quiet --pgn "$work/game.pgn" --profile clean --irregular illegal --from-ply 6 \
	--capture "$work/simulated" --truth "$work/truth" || fail "no capture"
sed "s/^# start .*/# start $(date -u -d '-20 minutes' +%Y-%m-%dT%H:%M:%SZ)/" "$work/simulated" >"$work/game.capture"
mkdir -p "$work/journals"
journal=$work/journals/open.journal
"$adoube" journal import --round 1 --table 1 "$journal" "$work/game.capture" >/dev/null

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
token=$("$adoube" token add anna arbiter --file "$work/tokens")
cat >"$work/conf" <<END
[event]
name = Open
round = 1
[time]
control = 5400+30
[daemon]
state_dir = $work
runtime_dir = $work
port = 0
[private]
port = $port
token_file = $work/tokens
[table 1]
board = $work/board
white = Anna
black = Béla
END
start "$adoubed"
"$adoube" alerts --config "$work/conf" >"$work/alerts"
grep -q illegal-move "$work/alerts" || fail "no illegal move was told: $(cat "$work/alerts")"
"$adoube" journal export --table 1 "$journal" >"$work/exported.capture"

# served NUMBER FORM LANGUAGE
served()
{
	python3 - "http://127.0.0.1:$port/api/v1/case?table=1&number=$1&format=$2&lang=$3" "$token" <<-'END'
		import sys
		import urllib.request
		ask = urllib.request.Request(sys.argv[1], headers={"Authorization": "Bearer " + sys.argv[2]})
		sys.stdout.buffer.write(urllib.request.urlopen(ask, timeout=60).read())
	END
}

sed -n 's/^1:\([0-9]*\) .*/\1/p' "$work/alerts" >"$work/numbers"
while read -r number; do
	for language in en fr de; do
		for form in text html; do
			set -- --event "$work/conf" --lang $language
			[ $form = text ] || set -- "$@" --html
			served "$number" $form $language | sed '/adoube case/d' >"$work/served"
			"$adoube" case "$@" "$work/exported.capture" "$number" </dev/null | sed '/adoube case/d' >"$work/made"
			diff "$work/served" "$work/made" >&2 || fail "alert $number, $form, $language: '<' was served"
		done
	done
	# What is typed to see it again is the same, on the recorder's machine.
	served "$number" text fr >"$work/served"
	again=$(sed -n 's/^  \(adoube journal export .*\)/\1/p' "$work/served" | sed "s|EVENT|$work/conf|")
	(cd "$work" && PATH=${adoube%/*}:$PATH && eval "$again") </dev/null | sed '/adoube case/d' >"$work/made"
	sed -i '/adoube case/d' "$work/served"
	diff "$work/served" "$work/made" >&2 || fail "alert $number: another file is seen again by '$again'"
	served "$number" html fr >"$work/page"
	python3 - "$work/page" <<-'END' || fail "alert $number: the page is not as it should be"
		import html.parser
		import sys

		class Page(html.parser.HTMLParser):
		    """Every element is closed in turn; it asks for nothing; its boards can be read out."""
		    def __init__(self):
		        super().__init__()
		        self.open, self.seen = [], []
		    def handle_starttag(self, tag, attrs):
		        self.seen.append((tag, dict(attrs)))
		        assert not {"src", "href", "style", "onclick"} & set(dict(attrs)), attrs
		        if tag != "meta":
		            self.open.append(tag)
		    def handle_endtag(self, tag):
		        assert self.open and self.open.pop() == tag, (tag, self.getpos())
		page, text = Page(), open(sys.argv[1], encoding="utf-8").read()
		page.feed(text)
		page.close()
		assert page.open == [] and text.startswith("<!DOCTYPE html>")
		assert ("html", {"lang": "fr"}) in page.seen and ("main", {}) in page.seen
		assert "url(" not in text and "@import" not in text and "color-scheme" in text and "break-inside" in text
		boards = [attrs for tag, attrs in page.seen if tag == "pre" and "role" in attrs]
		assert boards and all(" roi " in attrs["aria-label"] for attrs in boards), boards
	END
	told=$(sed -n "s/^1:$number .* [a-z-]*: \(.*\) ([^()]*)\$/\1/p" "$work/alerts")
	served "$number" text en | grep -Fqx "$told" || fail "the case of alert $number does not say '$told'"
done <"$work/numbers"
stop
