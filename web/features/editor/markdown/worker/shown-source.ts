import { partRanges } from '#shared/templates/prompt-parts.ts';
import { type ShownPrompt, shownPrompt } from '#shared/templates/shown-prompt.ts';
import type { MarkdownSource } from '../markdown-parts.ts';

/** Returns a text as it is to be read: a prompt with what stands for its variables. */
export function shownSource({ text, prompt }: MarkdownSource): ShownPrompt {
  if (prompt !== null) return shownPrompt(text, prompt);
  return { text, parts: partRanges(text), marks: [], snippets: [] };
}
