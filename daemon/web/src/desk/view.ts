// SPDX-License-Identifier: GPL-3.0-or-later
// A view: what the page shows at one address. It is made when one goes there, and left for good afterwards.

export interface View {
	readonly element: HTMLElement;
	title: string;
	leave?(): void;
}
