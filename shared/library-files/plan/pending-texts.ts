import { z } from 'zod';
import type { PendingChange } from '../candidate.ts';

/**
 * The texts and notes that changes of one prompt carry. `onTheWay`: those that a later change was written upon.
 * `last`: the text at which its autosaves end.
 */
export type PendingTexts = {
  readonly texts: readonly string[];
  readonly notes: readonly string[];
  readonly onTheWay: ReadonlySet<string>;
  readonly last: string | null;
};

const WithText = z.looseObject({
  content: z.string().optional(),
  notes: z.string().optional(),
  base: z.string().optional(),
  baseNotes: z.string().optional(),
});

export function pendingTexts(changes: readonly PendingChange[]): PendingTexts {
  const texts: string[] = [];
  const notes: string[] = [];
  const onTheWay = new Set<string>();
  let last: string | null = null;
  for (const { name, args } of changes) {
    const carried = WithText.safeParse(args).data;
    if (carried === undefined) continue;
    if (carried.content !== undefined) texts.push(carried.content);
    if (carried.notes !== undefined) notes.push(carried.notes);
    if (carried.base !== undefined) onTheWay.add(carried.base);
    if (carried.baseNotes !== undefined) onTheWay.add(carried.baseNotes);
    if (name === 'setContent' && carried.content !== undefined) last = carried.content;
  }
  return { texts, notes, onTheWay, last };
}
