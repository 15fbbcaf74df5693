#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# sanitized.sh PRESET FOLDER: runs the tests of a build with sanitizers that are declared in FOLDER (. for
# all). Says how many there were.
set -eu

# Sanitizers of this age want their part of the address space free; kernels that spread programs
# over more of it than usual make them fail at random.
fixed=
if setarch "$(uname -m)" -R true 2>/dev/null; then
	fixed="setarch $(uname -m) -R"
fi
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
export UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1
# A process per test function would look for leaks each time it ends, a tenth of a second; the program does so once. A
# test that wants a process to itself says so where it is declared.
export CK_FORK=no
# What walks the same code for the thousandth time is the release's to do; here it would take minutes.
# shellcheck disable=SC2086 # a command with its words
exec $fixed ctest --test-dir "build/$1/$2" -j "$((${JOBS:-1} + 1))" --no-tests=error --output-on-failure \
	-LE 'perft|verdict' -E '^arch|test_(false_alarms|simulated_games|pgn_files|pgn_extract|laws_shared|verdict_proofs)|irregular_sample'
