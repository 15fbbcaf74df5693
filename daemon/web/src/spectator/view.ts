// SPDX-License-Identifier: GPL-3.0-or-later
// A view: what the page shows at one address.

export interface View {
	readonly element: HTMLElement;
	// For the window's title, before the event's name; "": nothing.
	title(): string;
	// All words anew: at the beginning, and when the language or a setting has changed.
	label(): void;
	enter(): void;
	leave(): void;
	// A key that no field wanted; whether it meant something.
	key(event: KeyboardEvent): boolean;
}
