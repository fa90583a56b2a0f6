/**
 * Inserts the snippets of a text that is read from a library, as `web/data/queries/resolve-text.ts` does on a device.
 *
 * 1. Of the texts only those are read that a reference names, a level at a time and in portions; other requests come
 *    between them.
 * 2. At most a thousand texts are read, and twice the largest text; what lies beyond stays as too large.
 */
import { setImmediate } from 'node:timers/promises';
import {
  asWritten,
  type ResolvedText,
  resolveSnippets,
  snippetLimits,
} from '#shared/templates/resolve-snippets.ts';
import type { FoundSnippet, Snippet } from '#shared/templates/snippet-graph.ts';
import { formatReference, type SnippetReference } from '#shared/templates/snippet-syntax.ts';
import { hasReferences, referencesOf } from '#shared/templates/snippets.ts';
import type { LibraryStorage } from '../../storage/ports/library-port.ts';

type Storage = Pick<LibraryStorage, 'referencedTexts'>;

/** `onlyProject`: prompts of other projects are missing; null: there are all. */
export type Reach = { userId: number; onlyProject: number | null };

export async function resolveReferences(
  storage: Storage,
  { userId, onlyProject }: Reach,
  root: Snippet,
): Promise<ResolvedText> {
  if (!hasReferences(root.text)) return asWritten(root.text);
  const found = await readTexts(storage, { userId, onlyProject }, root);
  await setImmediate();
  return resolveSnippets(root, (reference) => found.get(formatReference(reference)) ?? 'too-large');
}

async function readTexts(
  storage: Storage,
  { userId, onlyProject }: Reach,
  root: Snippet,
): Promise<ReadonlyMap<string, FoundSnippet>> {
  const found = new Map<string, FoundSnippet>();
  const read = new Set([root.key]);
  let units = root.text.length;
  let level: readonly Snippet[] = [root];
  while (level.length > 0) {
    const next: Snippet[] = [];
    let wanted = referencesIn(level, found);
    while (wanted.length > 0) {
      const texts = await storage.referencedTexts(userId, { references: wanted, onlyProject });
      for (const [index, text] of texts.entries()) {
        const reference = wanted[index];
        if (reference === undefined) break;
        if (read.size > snippetLimits.mostTexts || units > snippetLimits.mostUnitsRead) return found;
        found.set(formatReference(reference), text);
        if (typeof text === 'string' || read.has(text.key)) continue;
        read.add(text.key);
        units += text.text.length;
        next.push(text);
      }
      wanted = wanted.slice(texts.length);
      await setImmediate();
    }
    level = next;
  }
  return found;
}

/** Returns each reference that was not looked up yet, once. */
function referencesIn(
  level: readonly Snippet[],
  found: ReadonlyMap<string, FoundSnippet>,
): SnippetReference[] {
  const wanted = new Map<string, SnippetReference>();
  for (const { text } of level) {
    for (const { project, title, pin } of referencesOf(text)) {
      const reference = { project, title, pin };
      const written = formatReference(reference);
      if (!found.has(written)) wanted.set(written, reference);
    }
  }
  return [...wanted.values()];
}
