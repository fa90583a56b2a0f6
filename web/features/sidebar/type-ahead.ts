import { foldText } from '#shared/text/fold-text.ts';

/** Letters that are typed one after the other look for a name that begins with them. */
export type Typed = { readonly text: string; readonly at: number };

export const nothingTyped: Typed = { text: '', at: Number.NEGATIVE_INFINITY };

/** Milliseconds after which the next letter begins a new word. */
const pause = 700;

/** Whether the key writes something; a space only goes on with a word that was begun. */
export function isTyped(key: string, before: Typed, at: number): boolean {
  if (key === ' ') return before.text !== '' && at - before.at < pause;
  return [...key].length === 1;
}

export function typeNext(before: Typed, key: string, at: number): Typed {
  return { text: at - before.at < pause ? before.text + key : key, at };
}

/**
 * The row to go to, or -1. A new word is looked for below where one stands; the same letter again goes
 * from one to the next; a longer word may stay where it is.
 */
export function findTyped(names: readonly string[], from: number, typed: Typed): number {
  const letters = [...foldText(typed.text)];
  const isRepeated = letters.every((letter) => letter === letters[0]);
  const wanted = isRepeated ? (letters[0] ?? '') : letters.join('');
  const start = isRepeated ? from + 1 : from;
  for (let step = 0; step < names.length; step += 1) {
    const index = (start + step) % names.length;
    if (foldText(names[index] ?? '').startsWith(wanted)) return index;
  }
  return -1;
}
