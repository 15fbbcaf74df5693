// SPDX-License-Identifier: GPL-3.0-or-later
// Follows a stream of server-sent events and does not let go: after a break it says the last id it had, so that
// nothing is missed, and a stream that has gone silent counts as broken. Over fetch, because EventSource can
// send no header of ours and forgets the id when it was refused once.

const SILENCE_MS = 40_000; // the daemon says something every 15 seconds
const WAIT_FIRST_MS = 500;
const WAIT_MOST_MS = 10_000;

export interface FeedOptions {
	url: string;
	// Where what the stream begins with is to be had alone: a page can have it on its way before there is a script.
	snapshot?: string;
	headers?: Record<string, string>;
	// An event: its name and what JSON it brought.
	event(name: string, data: unknown): void;
	// Whether we hear anything; `status`: of the answer that refused us, 0 when there was none.
	connected(isConnected: boolean, status: number): void;
	// The answer has come, its events not yet.
	answered?(response: Response, askedAt: number): void;
}

export class Feed {
	private lastId: string | null = null;
	private wait = WAIT_FIRST_MS;
	private abort: AbortController | null = null;
	private timer = 0;
	private silence = 0;
	private stopped = false;

	constructor(private readonly options: FeedOptions) {
		window.addEventListener("online", this.hurry);
	}

	start(): void {
		this.stopped = false;
		void this.follow();
	}

	stop(): void {
		this.stopped = true;
		window.removeEventListener("online", this.hurry);
		clearTimeout(this.timer);
		clearTimeout(this.silence);
		this.abort?.abort();
	}

	// The network is back: do not wait any longer.
	private readonly hurry = (): void => {
		if (this.stopped || this.abort)
			return;
		clearTimeout(this.timer);
		void this.follow();
	};

	private async follow(): Promise<void> {
		const abort = new AbortController();
		let status = 0;

		this.abort = abort;
		this.watch(abort);
		try {
			await this.begin(abort);
			status = await this.listen(abort);
		} catch {
			// Refused, broken or silent: all the same.
		}
		clearTimeout(this.silence);
		this.abort = null;
		if (this.stopped)
			return;
		this.options.connected(false, status);
		this.timer = window.setTimeout(() => void this.follow(), this.wait * (0.75 + Math.random() / 2));
		this.wait = Math.min(2 * this.wait, WAIT_MOST_MS);
	}

	// What the stream begins with; where that cannot be had alone, the stream will say it.
	private async begin(abort: AbortController): Promise<void> {
		if (this.lastId !== null || !this.options.snapshot)
			return;
		const askedAt = Date.now();
		const response = await fetch(this.options.snapshot, { signal: abort.signal });

		if (!response.ok || !response.body)
			return;
		this.options.answered?.(response, askedAt);
		await this.read(response.body, abort);
	}

	// Until the stream ends. The status of an answer that is no stream.
	private async listen(abort: AbortController): Promise<number> {
		const headers: Record<string, string> = { Accept: "text/event-stream", ...this.options.headers };
		const askedAt = Date.now();

		if (this.lastId !== null)
			headers["Last-Event-ID"] = this.lastId;
		this.watch(abort);
		const response = await fetch(this.options.url, { headers, cache: "no-store", signal: abort.signal });

		if (!response.ok || !response.body)
			return response.status;
		this.options.answered?.(response, askedAt);
		this.wait = WAIT_FIRST_MS;
		this.options.connected(true, response.status);
		await this.read(response.body, abort);
		return 0;
	}

	private async read(body: ReadableStream<Uint8Array>, abort: AbortController): Promise<void> {
		const reader = body.getReader(), decoder = new TextDecoder();
		let pending: string[] = [];

		for (;;) {
			const { done, value } = await reader.read();

			if (done)
				return;
			this.watch(abort);
			// Joined only where an event ends: a large snapshot comes in many pieces.
			pending.push(decoder.decode(value, { stream: true }));
			if (!pending.at(-1)!.includes("\n"))
				continue;
			const parts = pending.join("").split("\n\n");

			pending = [parts.pop()!];
			parts.forEach((part) => this.take(part));
		}
	}

	private take(part: string): void {
		let name = "message", data = "", id = this.lastId;

		for (const line of part.split("\n"))
			if (line.startsWith("id: "))
				id = line.slice(4);
			else if (line.startsWith("event: "))
				name = line.slice(7);
			else if (line.startsWith("data: "))
				data += line.slice(6);
		if (!data)
			return;
		const parsed: unknown = JSON.parse(data);

		this.lastId = id; // what cannot be read has not been heard
		this.options.event(name, parsed);
	}

	private watch(abort: AbortController): void {
		clearTimeout(this.silence);
		this.silence = window.setTimeout(() => abort.abort(), SILENCE_MS);
	}
}
