// SPDX-License-Identifier: GPL-3.0-or-later
// The files of daemon/texts by their names; build.mjs makes one object of them.
declare module "adoubed:texts" {
	type Words = typeof import("../../../texts/en.json");
	const texts: { en: Words } & Record<string, Words>;
	export default texts;
}
