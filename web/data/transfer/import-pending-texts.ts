/** Relates the pending changes of an export to the texts in it. */
import { z } from 'zod';
import type { LibraryExport } from './library-export.ts';

/**
 * Holds pending texts. `imported`: those that come with a change which is sent again. `lost`: by prompt, texts and notes
 * that no change brings, because none is sent again.
 */
export type PendingTexts = { imported: ReadonlySet<string>; lost: ReadonlyMap<number, LostTexts> };
export type LostTexts = { texts: string[]; notes: string[] };

type Waiting = LibraryExport['waiting'];

const WithText = z.looseObject({
  id: z.number(),
  promptId: z.number().optional(),
  content: z.string().optional(),
  notes: z.string().optional(),
  base: z.string().optional(),
  baseNotes: z.string().optional(),
});

export function pendingTextKey(promptId: number, text: string): string {
  return `${promptId} ${text}`;
}

export function pendingTexts(waiting: Waiting, { isReplayed }: { isReplayed: boolean }): PendingTexts {
  const imported = new Set<string>();
  const lost = new Map<number, LostTexts>();
  const onTheWay = textsOnTheWay(waiting);
  for (const { name, args } of waiting) {
    const carried = WithText.safeParse(args).data;
    if (carried === undefined) continue;
    const { id, promptId = id, content, notes } = carried;
    if (!isReplayed) {
      const texts = lost.get(promptId) ?? { texts: [], notes: [] };
      if (content !== undefined && !onTheWay.has(content)) texts.texts.push(content);
      if (notes !== undefined && !onTheWay.has(notes)) texts.notes.push(notes);
      lost.set(promptId, texts);
      // A creation is not said where the prompt is known.
    } else if (name !== 'createPrompt') {
      for (const text of [content, notes])
        if (text !== undefined) imported.add(pendingTextKey(promptId, text));
    }
  }
  return { imported, lost };
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
