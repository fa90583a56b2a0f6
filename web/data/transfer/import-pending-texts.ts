/** What the changes that waited in a library file have to do with the texts in it. */
import { z } from 'zod';
import type { LibraryFile } from './library-export.ts';

/**
 * `said`: texts and notes that come in with a change which is said again.
 * `lost`: by prompt, texts and notes that no change brings, because none is said again.
 */
export type WaitingTexts = { said: ReadonlySet<string>; lost: ReadonlyMap<number, LostWords> };
export type LostWords = { texts: string[]; notes: string[] };

type Waiting = LibraryFile['waiting'];

const WithText = z.looseObject({
  id: z.number(),
  promptId: z.number().optional(),
  content: z.string().optional(),
  notes: z.string().optional(),
  base: z.string().optional(),
  baseNotes: z.string().optional(),
});

export function saidOf(promptId: number, text: string): string {
  return `${promptId} ${text}`;
}

export function waitingTexts(waiting: Waiting, { saidAgain }: { saidAgain: boolean }): WaitingTexts {
  const said = new Set<string>();
  const lost = new Map<number, LostWords>();
  const onTheWay = textsOnTheWay(waiting);
  for (const { name, args } of waiting) {
    const carried = WithText.safeParse(args).data;
    if (carried === undefined) continue;
    const { id, promptId = id, content, notes } = carried;
    if (!saidAgain) {
      const words = lost.get(promptId) ?? { texts: [], notes: [] };
      if (content !== undefined && !onTheWay.has(content)) words.texts.push(content);
      if (notes !== undefined && !onTheWay.has(notes)) words.notes.push(notes);
      lost.set(promptId, words);
      // A creation is not said where the prompt is known.
    } else if (name !== 'createPrompt') {
      for (const text of [content, notes]) if (text !== undefined) said.add(saidOf(promptId, text));
    }
  }
  return { said, lost };
}

/** Texts and notes upon which a later change was written: on the way to that one. */
export function textsOnTheWay(waiting: Waiting): Set<string> {
  return new Set(
    waiting.flatMap(({ args }) => {
      const { base, baseNotes } = WithText.safeParse(args).data ?? {};
      return [base, baseNotes].filter((text) => text !== undefined);
    }),
  );
}

/** The text at which the autosaves that waited for a prompt end. */
export function lastTexts(waiting: Waiting): Map<number, string> {
  const last = new Map<number, string>();
  for (const { name, args } of waiting) {
    const { id, content } = WithText.safeParse(args).data ?? {};
    if (name === 'setContent' && id !== undefined && content !== undefined) last.set(id, content);
  }
  return last;
}
