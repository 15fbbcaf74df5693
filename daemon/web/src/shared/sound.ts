// SPDX-License-Identifier: GPL-3.0-or-later
// The sound of a man put down, made here: no file is asked for.

let context: AudioContext | undefined;

// A short knock; `bright`: higher, for a capture or a check.
export function knock(bright: boolean): void {
	context ??= new AudioContext();
	const now = context.currentTime, length = Math.round(0.09 * context.sampleRate);
	const buffer = context.createBuffer(1, length, context.sampleRate), noise = buffer.getChannelData(0);

	for (let i = 0; i < length; i++)
		noise[i] = (2 * Math.random() - 1) * Math.exp(-i / (0.012 * context.sampleRate));
	const source = new AudioBufferSourceNode(context, { buffer });
	const wood = new BiquadFilterNode(context, { type: "bandpass", frequency: bright ? 1700 : 950, Q: 2.5 });
	const volume = new GainNode(context, { gain: 0.9 });

	source.connect(wood).connect(volume).connect(context.destination);
	source.start(now);
}
