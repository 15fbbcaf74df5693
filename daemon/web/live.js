// SPDX-License-Identifier: GPL-3.0-or-later
// The live page: follows /events and draws what changed. Names are text, never markup.
"use strict";

const RETRY_MS = 2000;
const SKEW_MS = 60000; // how often the recorder is asked what time it is
const MEN = ["k", "q", "r", "b", "n", "p"];

const cards = new Map(); // table number -> card
let skewMs = 0; // the recorder's clock less ours

function element(parent, tag, className, text) {
	const made = document.createElement(tag);

	if (className)
		made.className = className;
	if (text !== undefined)
		made.textContent = text;
	parent.append(made);
	return made;
}

function manClass(letter) {
	const lower = letter.toLowerCase();

	return MEN.includes(lower) ? (letter === lower ? "b" : "w") + lower : "";
}

function clockText(seconds) {
	const whole = Math.max(0, Math.floor(seconds));
	const two = (n) => String(n).padStart(2, "0");

	return Math.floor(whole / 3600) + ":" + two(Math.floor(whole / 60) % 60) + ":" + two(whole % 60);
}

function playerText(player, fallback) {
	const parts = [player.title, player.name || fallback, player.elo];

	return parts.filter(Boolean).join(" ") + (player.team ? " (" + player.team + ")" : "");
}

// A card is one table's part of the page and the state last drawn in it.
function makeCard(number) {
	const root = document.getElementById("table-template").content.firstElementChild.cloneNode(true);
	const card = { root, number, turned: false, squares: [], state: null, drawnPlies: "" };
	const board = root.querySelector(".board");

	for (let i = 0; i < 64; i++) {
		const square = element(board, "div", "square");

		card.squares.push({ root: square, man: element(square, "div", "man"),
				    file: element(square, "span", "file"),
				    rank: element(square, "span", "rank") });
	}
	root.querySelector(".turn").addEventListener("click", () => {
		card.turned = !card.turned;
		drawCard(card);
	});
	document.getElementById("tables").append(root);
	return card;
}

// The square drawn in place i, counted from the top left.
function squareAt(card, i) {
	const row = i >> 3, column = i & 7;

	return card.turned ? row * 8 + (7 - column) : (7 - row) * 8 + column;
}

function drawBoard(card) {
	const state = card.state;
	const shown = state.position || state.sensors || ".".repeat(64);

	for (let i = 0; i < 64; i++) {
		const place = card.squares[i], sq = squareAt(card, i);
		const file = sq & 7, rank = sq >> 3;
		const lifted = state.position && state.sensors && state.sensors[sq] === "." &&
			shown[sq] !== "." && state.link === "";

		place.root.className = "square" + ((file + rank) & 1 ? " light" : "") +
			(state.last && state.last.includes(sq) ? " last" : "") +
			(state.check === sq ? " check" : "") + (lifted ? " lifted" : "");
		place.man.className = "man " + manClass(shown[sq]);
		place.file.textContent = i >= 56 ? "abcdefgh"[file] : "";
		place.rank.textContent = (i & 7) === 0 ? String(rank + 1) : "";
	}
	card.root.querySelector(".board").setAttribute("aria-label", "Position: " + describe(state));
}

function describe(state) {
	const plies = state.plies || [];

	if (plies.length === 0)
		return "no move yet";
	return "after " + moveNumber(state, plies.length - 1) + " " + plies[plies.length - 1].san;
}

// Twice the number of the move that ply `index` is part of, one more for Black's half. Behind a break
// (play went on from another position) the count is that position's.
function halfMove(state, index) {
	let from = 0, move = state.first_move, side = state.first_side;

	for (const gap of state.breaks || [])
		if (gap.ply <= index)
			({ ply: from, move, side } = gap);
	return 2 * move + (side === "black" ? 1 : 0) + index - from;
}

function moveNumber(state, index) {
	const at = halfMove(state, index);

	return (at >> 1) + (at & 1 ? "..." : ".");
}

function drawMoves(card) {
	const list = card.root.querySelector(".moves"), state = card.state, plies = state.plies || [];
	const breaks = state.breaks || [];
	const drawn = JSON.stringify([state.game, plies, breaks]);
	let row = null;

	if (drawn === card.drawnPlies)
		return;
	card.drawnPlies = drawn;
	list.replaceChildren();
	plies.forEach((ply, index) => {
		const at = halfMove(state, index);

		if (!row || (at & 1) === 0 || breaks.some((gap) => gap.ply === index)) {
			row = element(list, "li");
			element(row, "span", "number", (at >> 1) + ".");
			if (at & 1)
				element(row, "span", "ply", "…");
		}
		const cell = element(row, "span", "ply " + ply.state +
			(ply.doubtful ? " doubtful" : "") +
			(index === plies.length - 1 ? " now" : ""), ply.san);
		if (ply.clock !== null)
			element(cell, "time", "", clockText(ply.clock));
		if (ply.doubtful)
			cell.title = "not certain: the board may mean another move";
		else if (ply.state === "made")
			cell.title = "made, the clock is not pressed yet";
	});
	list.scrollTop = list.scrollHeight;
}

function drawPlayers(card) {
	const state = card.state;

	for (const [place, color] of [["far", card.turned ? "white" : "black"],
				      ["near", card.turned ? "black" : "white"]]) {
		const line = card.root.querySelector("." + place);

		line.dataset.color = color;
		line.querySelector(".man").className = "man " + color[0] + "k";
		line.querySelector(".name").textContent =
			playerText(state[color], color === "white" ? "White" : "Black");
	}
	drawClocks(card);
}

// The time a side has now: what was read, less what has run since.
function drawClocks(card) {
	const clock = card.state.clock;

	for (const line of card.root.querySelectorAll(".player")) {
		const color = line.dataset.color, face = line.querySelector(".clock");
		let seconds = clock ? clock[color] : null;
		const running = Boolean(clock) && clock.running && clock.turn === color;

		if (running && seconds !== null)
			seconds -= Math.max(0, Date.now() + skewMs - clock.read_unix_ms) / 1000;
		face.textContent = seconds === null ? "" : clockText(seconds);
		face.classList.toggle("running", running);
	}
}

function stateText(state) {
	if (state.link)
		return state.link;
	return state.sync === "waiting" ? "Waiting for the start position." : "";
}

function resultText(state) {
	if (!state.result || state.result === "*")
		return "";
	const text = state.result.replaceAll("1/2", "½").replaceAll("-", "–");

	return state.end ? text + " (" + state.end + ")" : text;
}

function drawCard(card) {
	const state = card.state, banner = card.root.querySelector(".recording");

	banner.hidden = !state.recording;
	banner.textContent = state.recording;
	card.root.querySelector("h2").textContent =
		"Table " + state.table + (state.game > 1 ? ", game " + state.game : "");
	card.root.querySelector(".state").textContent = stateText(state);
	card.root.querySelector(".result").textContent = resultText(state);
	drawPlayers(card);
	drawBoard(card);
	drawMoves(card);
}

function drawEvent(event) {
	const facts = [event.site, event.date, event.round && "Round " + event.round, event.section];

	document.getElementById("event").textContent = event.name || "Live chess";
	document.getElementById("event-facts").textContent = facts.filter(Boolean).join(" · ");
	document.title = event.name || "Live chess";
}

function drawTable(state) {
	let card = cards.get(state.table);

	if (!card) {
		card = makeCard(state.table);
		cards.set(state.table, card);
	}
	card.state = state;
	drawCard(card);
}

function draw(live) {
	drawEvent(live.event);
	live.tables.forEach(drawTable);
	for (const [number, card] of cards)
		if (!live.tables.some((state) => state.table === number)) {
			card.root.remove();
			cards.delete(number);
		}
}

// The members of a change replace those of the table's state; of the plies only the last ones may be new.
function drawChange(change) {
	const card = cards.get(change.table);
	const { plies_from: from, ...state } = change;

	if (!card)
		return;
	if (from !== undefined)
		state.plies = card.state.plies.slice(0, from).concat(change.plies);
	drawTable({ ...card.state, ...state });
}

// Our clock may be wrong; the recorder's is what running clocks are counted from.
async function askTime() {
	try {
		const answer = await fetch("/live.json", { method: "HEAD", cache: "no-store" });
		const now = Number(answer.headers.get("Adoubed-Time"));

		if (now)
			skewMs = now - Date.now();
	} catch (error) {
		// The stream says when the recorder is gone.
	}
}

// The browser comes back by itself with the last id it had; only when it was refused, we do.
function follow() {
	const events = new EventSource("/events"), lost = document.getElementById("lost");

	events.addEventListener("snapshot", (event) => draw(JSON.parse(event.data)));
	events.addEventListener("table", (event) => drawTable(JSON.parse(event.data)));
	events.addEventListener("change", (event) => drawChange(JSON.parse(event.data)));
	events.addEventListener("open", () => {
		lost.hidden = true;
		askTime();
	});
	events.addEventListener("error", () => {
		lost.hidden = false;
		if (events.readyState === EventSource.CLOSED)
			setTimeout(follow, RETRY_MS);
	});
}

setInterval(() => cards.forEach(drawClocks), 200);
setInterval(askTime, SKEW_MS);
follow();
