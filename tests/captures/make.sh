#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make.sh ADOUBE: make the captures in this folder and their ground truth.
#
# They are kept and not made anew at every build: a change of the simulator must not quietly change
# what the readers are tested with. The moves are those of drivers/sim/games. Thinking is quick
# (--pace), so that there are few clock messages and the files stay small.
set -eu

adoube=$(realpath "$1")
cd "$(dirname "$0")/../.."

# capture NAME OPTION...
capture()
{
	name=$1
	shift
	"$adoube" simulate --quiet --capture "tests/captures/$name.capture" \
		--truth "tests/captures/$name.truth.jsonl" "$@"
}

games=drivers/sim/games
capture opera-clean --pgn $games/opera-1858.pgn --profile clean --pace 40 --kings on --seed 1
capture immortal-human --pgn $games/immortal-1851.pgn --pace 40 --kings on --seed 2
capture evergreen-rotated --pgn $games/evergreen-1852.pgn --pace 40 --kings on --seed 3 --rotated
capture opera-no-clock --pgn $games/opera-1858.pgn --pace 40 --kings off --seed 4 --no-clock
# Several games on one board, the men set up again in between.
cat $games/opera-1858.pgn $games/immortal-1851.pgn $games/evergreen-1852.pgn |
	capture three-games --pgn - --pace 40 --kings on --seed 5 --time-control 900+10 --reset
