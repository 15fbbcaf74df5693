#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# locks.sh FOLDER...: each package is pinned to one version and by its digest, and the lock says nothing of where it
# was fetched from.
set -eu

for folder in "$@"; do
	lock=$folder/package-lock.json
	packages=$(grep -c '^    "node_modules/' "$lock")
	digests=$(grep -c '^      "integrity": "sha512-' "$lock")
	if [ "$packages" -eq 0 ] || [ "$packages" -ne "$digests" ]; then
		echo "$lock: $packages packages, $digests digests" >&2
		exit 1
	fi
	if grep -n '"resolved"' "$lock"; then
		echo "$lock: names where a package was fetched from; npm install with the .npmrc there does not" >&2
		exit 1
	fi
	if grep -n '": "[~^<>*]' "$folder/package.json" | grep -v '"node"'; then
		echo "$folder/package.json: a version that is not one version" >&2
		exit 1
	fi
	echo "$lock: $packages packages"
done
