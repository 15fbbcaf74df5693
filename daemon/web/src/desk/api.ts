// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to the daemon, and orders.
import { keep, recall as kept } from "../shared/kept";
import type { Who } from "./types";

export class Refused extends Error {
	constructor(readonly status: number, message: string) {
		super(message);
	}
}

let who: Who | null = null;
let leave: (why?: string) => void = () => undefined;

export function me(): Who | null {
	return who;
}

// What his role lets him do: say what happened and decide; correct records, give boards, open rounds.
export function mayDecide(): boolean {
	return who?.role === "arbiter";
}

export function mayMend(): boolean {
	return who?.role === "arbiter" || who?.role === "operator";
}

// Called when the session turns out to be over; `why`, where it is known.
export function onLeave(listener: (why?: string) => void): void {
	leave = listener;
}

export function sessionIsOver(why?: string): void {
	if (!who)
		return;
	who = null;
	keep("session", "off");
	leave(why);
}

async function explain(response: Response): Promise<Refused> {
	let message = `${response.status} ${response.statusText}`;

	try {
		message = ((await response.json()) as { error?: string }).error ?? message;
	} catch {
		// Not JSON: a proxy, most likely.
	}
	return new Refused(response.status, message);
}

async function answer<T>(response: Response): Promise<T> {
	if (response.ok)
		return (await response.json()) as T;
	if (response.status === 401)
		sessionIsOver();
	throw await explain(response);
}

export async function get<T>(path: string): Promise<T> {
	return answer<T>(await fetch(path, { cache: "no-store" }));
}

export async function post<T>(path: string, body: object): Promise<T> {
	const headers: Record<string, string> = { "Content-Type": "application/json" };

	if (who?.csrf)
		headers["Adoubed-CSRF"] = who.csrf;
	return answer<T>(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

export function order<T>(request: object): Promise<T> {
	return post<T>("/api/v1/orders", request);
}

// Who is logged in; null: nobody. Where nobody was, the daemon is not asked.
export async function recall(): Promise<Who | null> {
	if (kept("session") !== "on")
		return null;
	const response = await fetch("/api/v1/whoami", { cache: "no-store" });

	who = response.ok ? ((await response.json()) as Who) : null;
	return who;
}

export async function logIn(token: string): Promise<Who> {
	const response = await fetch("/api/v1/login", {
		method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }),
	});

	if (!response.ok)
		throw await explain(response);
	who = (await response.json()) as Who;
	keep("session", "on");
	return who;
}

export async function logOut(why?: string): Promise<void> {
	try {
		await post("/api/v1/logout", {});
	} finally {
		sessionIsOver(why);
	}
}
