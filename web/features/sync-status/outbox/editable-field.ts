/** Finds the text of a refused change that a person can edit before it is sent once more. */

import { z } from 'zod';
import { t } from '#shared/language/translate.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';

export type EditableField = { label: string; text: string; rows: number; withText(text: string): unknown };

const Words = z.looseObject({
  name: z.string().optional(),
  title: z.string().optional(),
  content: z.string().optional(),
});

export function editableField({ args, target }: Pick<OutboxEntry, 'args' | 'target'>): EditableField | null {
  const words = Words.safeParse(args).data;
  if (words === undefined) return null;
  const field = (key: 'name' | 'title' | 'content', label: string, rows: number): EditableField | null => {
    const text = words[key];
    return text === undefined ? null : { label, text, rows, withText: (next) => ({ ...words, [key]: next }) };
  };
  const name = target.startsWith('resource:') ? t('Name') : t('Project Name');
  return field('name', name, 1) ?? field('title', t('Prompt Title'), 1) ?? field('content', t('Text'), 6);
}
