// SPDX-License-Identifier: GPL-3.0-or-later
// Pages without a script that only stand there: what a browser takes on this machine whatever is on a page.
const START = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";
const ROLES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

function page(head, body) {
	return { type: "text/html; charset=utf-8", body: `<!DOCTYPE html><html lang="en"><title>Still</title>${head}${body}</html>` };
}

const sheet = (body) => ({ type: "text/css; charset=utf-8", body });

// One board with its men, drawn by `style`, the style sheet of the pages.
function board(style) {
	const men = [...START].map((letter, i) => letter === "." ? "" :
		`<piece class="${letter < "a" ? "white" : "black"} ${ROLES[letter.toLowerCase()]} s${i}"></piece>`);

	return page(`<link rel="stylesheet" href="${style}"><link rel="stylesheet" href="/still/board.css">`,
		    `<main><div class="slot"><div class="cg-wrap"><cg-board>${men.join("")}</cg-board></div></div></main>`);
}

function boardSheet() {
	const squares = [...START].map((_, i) => `.s${i} { left: ${12.5 * (i % 8)}%; top: ${12.5 * (7 - (i >> 3))}% }`);

	return sheet(`.slot { width: 272px } .cg-wrap { height: 100% } ${squares.join("\n")}`);
}

// As many cards as tables, each the same picture.
function cards(count, { width, height }) {
	return page('<link rel="stylesheet" href="/still/cards.css">',
		    `<main>${`<img src="/still/card.png" width="${Math.round(width)}" height="${Math.round(height)}" alt="">`.repeat(count)}</main>`);
}

const cardsSheet = () => sheet("main { display: grid; grid-template-columns: repeat(auto-fill, minmax(270px, 1fr)); gap: 16px }");

// By paths, what a server is to have beside the daemon's pages.
export function stillBoard(style) {
	return { "/still/board": board(style), "/still/board.css": boardSheet() };
}

// picture: PNG of a card; box: how large it is on the page.
export function stillCards(count, picture, box) {
	return { "/still/cards": cards(count, box), "/still/cards.css": cardsSheet(), "/still/card.png": { type: "image/png", body: picture } };
}
