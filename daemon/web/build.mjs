// SPDX-License-Identifier: GPL-3.0-or-later
// node build.mjs OUT: the pages as the daemon serves them: OUT/assets.c with all files built in, OUT/sizes.json
// with what each bundle weighs. Scripts and styles have the digest of their content in their names, so that
// browsers may keep them for good.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { readTexts } from "./texts.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const PREFIX = "/assets/";

// A page: its file in pages/, where it is served, and by which of the two web servers.
const PAGES = [
	{ file: "spectator.html", path: "/", server: "public" },
	{ file: "desk.html", path: "/", server: "private" },
];
// Files that are served as they are.
const PLAIN = [
	{ file: "pages/icon.svg", path: "/icon.svg", server: "public" },
	{ file: "pages/icon.svg", path: "/icon.svg", server: "private" },
	{ file: "openapi.json", path: "/openapi.json", server: "public" },
	{ file: "openapi-private.json", path: "/openapi.json", server: "private" },
];
const TYPES = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml; charset=utf-8",
	".json": "application/json; charset=utf-8",
};

function fail(message) {
	console.error(`web: ${message}`);
	process.exit(1);
}

// --- Languages -----------------------------------------------------------------------------------------

// Which words a bundle goes without: those that only the programs say, and what arbiters and operators read.
const WITHOUT = { "src/spectator.ts": /^(alert|alert_word|article|case|check|desk|device|envelope|laws|notice|penalty|rule)\./ };
const WITHOUT_PROGRAMS = /^(alert|alert_word|article|case|check|envelope|laws|notice|penalty|rule)\./;

function textsPlugin(without) {
	return {
		name: "texts",
		setup(build) {
			build.onResolve({ filter: /^adoubed:texts$/ }, () => ({ path: "texts", namespace: "texts" }));
			build.onLoad({ filter: /.*/, namespace: "texts" }, () => ({
				contents: JSON.stringify(readTexts(), (key, value) => without.test(key) ? undefined : value),
				loader: "json",
			}));
		},
	};
}

// --- The men -------------------------------------------------------------------------------------------

// chessground brings a set of men as a style sheet with pictures written into it. The policy of our pages
// allows pictures from us only, so each becomes a file: url("man:wN") in a style sheet of ours.
function readMen() {
	const sheet = readFileSync(join(here, "node_modules/chessground/assets/chessground.cburnett.css"), "utf8");
	const letters = { pawn: "P", knight: "N", bishop: "B", rook: "R", queen: "Q", king: "K" };
	const men = {};
	const rule = /piece\.(\w+)\.(white|black)[^{]*\{[^}]*base64,([A-Za-z0-9+/=]+)/g;

	for (const [, man, color, picture] of sheet.matchAll(rule))
		men[color[0] + letters[man]] = Buffer.from(picture, "base64");
	if (Object.keys(men).length !== 12)
		fail(`chessground's set of men has ${Object.keys(men).length} pictures, not 12`);
	return men;
}

const menPlugin = {
	name: "men",
	setup(build) {
		const men = readMen();

		build.onResolve({ filter: /^man:/ }, ({ path }) => ({ path: `${path.slice(4)}.svg`, namespace: "men" }));
		build.onLoad({ filter: /.*/, namespace: "men" }, ({ path }) => {
			const contents = men[basename(path, ".svg")];

			return contents ? { contents, loader: "file" } : { errors: [{ text: `no man ${path}` }] };
		});
	},
};

// --- Bundles -------------------------------------------------------------------------------------------

// What a page names: src="src/..." and href="style/...".
const NAMED = /(?:src|href)="((?:src|style)\/[^"]+)"/g;

async function bundle(esbuild, entry, out) {
	const result = await esbuild.build({
		absWorkingDir: here,
		entryPoints: [entry],
		outdir: out,
		entryNames: "[name]-[hash]",
		assetNames: "[name]-[hash]",
		publicPath: PREFIX.slice(0, -1),
		bundle: true,
		format: "esm",
		target: ["es2022", "chrome110", "firefox115", "safari16.4"],
		minify: true,
		legalComments: "none",
		metafile: true,
		write: false,
		logLevel: "warning",
		plugins: [textsPlugin(WITHOUT[entry] ?? WITHOUT_PROGRAMS), menPlugin],
	});
	const [made] = Object.entries(result.metafile.outputs).find(([, facts]) => facts.entryPoint === entry);

	return {
		entry,
		path: PREFIX + basename(made),
		files: result.outputFiles.map((file) => ({ path: PREFIX + basename(file.path), bytes: Buffer.from(file.contents),
							   immutable: true })),
	};
}

// --- What is built in ----------------------------------------------------------------------------------

function cArray(name, bytes) {
	const lines = [];

	for (let i = 0; i < bytes.length; i += 32)
		lines.push([...bytes.subarray(i, i + 32)].join(",") + ",");
	return `static const unsigned char ${name}[${bytes.length}] = {\n${lines.join("\n")}\n};\n`;
}

function cSource(assets) {
	const arrays = [], rows = [], index = new Map(); // digest -> number: what both servers have is there once

	for (const asset of assets) {
		const digest = createHash("sha256").update(asset.bytes).digest("hex");

		if (!index.has(digest)) {
			index.set(digest, index.size);
			arrays.push(cArray(`plain_${index.get(digest)}`, asset.bytes));
			arrays.push(cArray(`packed_${index.get(digest)}`, asset.packed));
		}
		const n = index.get(digest);

		rows.push(`\t{ "${asset.path}", "${TYPES[extname(asset.file ?? asset.path)]}", plain_${n}, ` +
			`sizeof(plain_${n}), packed_${n}, sizeof(packed_${n}), ` +
			`${asset.immutable ? "true" : "false"}, ASSET_${asset.server.toUpperCase()} },`);
	}
	return `/* Generated by daemon/web/build.mjs. */\n#include "daemon/web/assets.h"\n\n${arrays.join("\n")}\n` +
		`const struct asset assets[] = {\n${rows.join("\n")}\n};\n\n` +
		"const size_t n_assets = sizeof(assets) / sizeof(assets[0]);\n";
}

// A bundle is served by the servers whose pages name it; what a style sheet names follows it.
function serversOf(file, pages, files) {
	const servers = new Set(pages.filter((page) => page.html.includes(file.path)).map((page) => page.server));

	for (const other of files)
		if (other !== file && other.bytes.includes(file.path))
			for (const server of serversOf(other, pages, files))
				servers.add(server);
	return servers;
}

async function main(out) {
	let esbuild;

	try {
		esbuild = await import("esbuild");
	} catch (error) {
		fail(`esbuild cannot be loaded (${error.message}); npm ci in daemon/web installs it`);
	}
	const sources = PAGES.map((page) => ({ ...page, html: readFileSync(join(here, "pages", page.file), "utf8") }));
	const entries = [...new Set(sources.flatMap((page) => [...page.html.matchAll(NAMED)].map((match) => match[1])))];

	for (const entry of entries)
		if (!existsSync(join(here, entry)))
			fail(`pages name ${entry}, which is not there`);
	const bundles = await Promise.all(entries.map((entry) => bundle(esbuild, entry, out)));
	const served = new Map(bundles.map(({ entry, path }) => [entry, path]));
	// What several bundles have, a picture, has one name.
	const files = [...new Map(bundles.flatMap((one) => one.files).map((file) => [file.path, file])).values()];
	const pages = sources.map((page) => ({
		...page,
		html: page.html.replace(NAMED, (whole, entry) => whole.replace(entry, served.get(entry))),
	}));
	const assets = [
		...pages.map((page) => ({ ...page, bytes: Buffer.from(page.html), immutable: false })),
		...PLAIN.map((plain) => ({ ...plain, bytes: readFileSync(join(here, plain.file)), immutable: false })),
		...files.flatMap((file) => [...serversOf(file, pages, files)].map((server) => ({ ...file, server }))),
	].map((asset) => ({ ...asset, packed: gzipSync(asset.bytes, { level: 9 }) }));

	mkdirSync(out, { recursive: true });
	writeFileSync(join(out, "assets.c"), cSource(assets));
	writeFileSync(join(out, "sizes.json"), JSON.stringify(assets.map((asset) => ({
		path: asset.path, server: asset.server, bytes: asset.bytes.length, gzip: asset.packed.length,
	})), null, 1) + "\n");
}

if (process.argv.length !== 3)
	fail("usage: node build.mjs OUT");
await main(process.argv[2]).catch((error) => fail(error.message));
