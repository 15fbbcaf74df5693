#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# build.sh PRESET [TARGET...]: configures and builds a preset, all of it or the targets named.
set -eu

preset=$1
shift
cmake --preset "$preset"
if [ $# -gt 0 ]; then
	cmake --build --preset "$preset" --target "$@"
else
	cmake --build --preset "$preset"
fi
