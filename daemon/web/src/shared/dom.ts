// SPDX-License-Identifier: GPL-3.0-or-later
// Elements from code. Texts are text, never markup, so that a name may be "<script>"; there is no way here to
// write HTML, a style or a script into the page.

export type Child = Node | string | number | null | undefined | false;

type Handlers = { [K in keyof GlobalEventHandlersEventMap as `on${K}`]?: (event: GlobalEventHandlersEventMap[K]) => void };

// Attributes by their names; true is an empty one, false, null and undefined none.
export type Attributes = Handlers & { [name: string]: unknown };

const FORBIDDEN = /^(style|srcdoc|innerhtml)$/i;

function setAttribute(element: Element, name: string, value: unknown): void {
	if (value === false || value === null || value === undefined)
		return;
	if (typeof value === "function") {
		element.addEventListener(name.slice(2), value as EventListener);
		return;
	}
	if (FORBIDDEN.test(name) || name.startsWith("on"))
		throw new TypeError(`no such attribute here: ${name}`);
	if (name === "href" && !/^[/#?]/.test(String(value)))
		throw new TypeError(`a link within the site only: ${String(value)}`);
	element.setAttribute(name, value === true ? "" : String(value));
}

function fill(element: Element, attributes: Attributes, children: Child[]): void {
	for (const [name, value] of Object.entries(attributes))
		setAttribute(element, name, value);
	for (const child of children)
		if (child !== null && child !== undefined && child !== false)
			element.append(child instanceof Node ? child : String(child));
}

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {},
							 ...children: Child[]): HTMLElementTagNameMap[K] {
	const element = document.createElement(tag);

	fill(element, attributes, children);
	return element;
}

export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
	const element = document.createElementNS("http://www.w3.org/2000/svg", tag);

	fill(element, attributes, children);
	return element;
}

// Set only what differs: whoever listens (a screen reader) is not told the same again.
export function setText(element: Element, text: string): void {
	if (element.textContent !== text)
		element.textContent = text;
}

export function setClass(element: Element, name: string, on: boolean): void {
	if (element.classList.contains(name) !== on)
		element.classList.toggle(name, on);
}

export function setLabel(element: Element, label: string): void {
	if (element.getAttribute("aria-label") !== label)
		element.setAttribute("aria-label", label);
}
