/**
 * Resolves the references of a text from the local library.
 *
 * 1. Names are looked up in the outline; of texts only those are read that a reference names, a level at a time.
 * 2. At most a thousand texts are read, and twice the largest text; what lies beyond stays as too large.
 */
import {
  asWritten,
  type ResolvedText,
  resolveSnippets,
  snippetLimits,
} from '#shared/templates/resolve-snippets.ts';
import type { FoundSnippet, Snippet } from '#shared/templates/snippet-graph.ts';
import { formatReference, type SnippetReference } from '#shared/templates/snippet-syntax.ts';
import { hasReferences, referencesOf } from '#shared/templates/snippets.ts';
import type { Library } from '../database/library.ts';
import { readOutline } from '../rows/outline.ts';
import { type PromptNames, promptNames } from './prompt-names.ts';
import { watchQuery } from './watch-query.ts';

/** Returns the key of a text: the current one of a prompt, or that of a version. */
export function textSourceKey(promptId: number, versionId: number | null): string {
  return versionId === null ? `prompt ${promptId}` : `version ${versionId}`;
}

/** Returns a text with its snippets inserted; `key` is that of the text itself, so that it counts in cycles. */
export async function resolveText(library: Pick<Library, 'db'>, root: Snippet): Promise<ResolvedText> {
  if (!hasReferences(root.text)) return asWritten(root.text);
  const { db } = library;
  const found = await db.transaction('r', db.outline, db.prompts, db.versions, async () =>
    readTexts(library, root),
  );
  return resolveSnippets(root, (reference) => found.get(formatReference(reference)) ?? 'too-large');
}

export type ResolvedListener = {
  listener(resolved: ResolvedText): void;
  /** Called where the texts cannot be read; without it, nobody catches the error. */
  failed?(error: unknown): void;
};

/** Calls the listener with the resolved text, and after each change of a text or name that it is made of. */
export function watchResolved(
  library: Library,
  root: Snippet,
  { listener, failed }: ResolvedListener,
): () => void {
  if (hasReferences(root.text)) return watchQuery(() => resolveText(library, root), listener, failed);
  listener(asWritten(root.text));
  return () => undefined;
}

async function readTexts(library: Pick<Library, 'db'>, root: Snippet): Promise<Map<string, FoundSnippet>> {
  const names = promptNames(await readOutline(library.db));
  const found = new Map<string, FoundSnippet>();
  const read = new Set([root.key]);
  let units = root.text.length;
  let level: readonly Snippet[] = [root];
  while (level.length > 0) {
    const wanted = new Map<string, SnippetReference>();
    for (const { text } of level) {
      for (const reference of referencesOf(text)) {
        const written = formatReference(reference);
        if (!found.has(written)) wanted.set(written, reference);
      }
    }
    const next: Snippet[] = [];
    for (const [written, reference] of wanted) {
      if (read.size > snippetLimits.mostTexts || units > snippetLimits.mostUnitsRead) return found;
      const id = promptNamed(names, reference);
      // Known without a reading: to wait for it would lose the transaction (`.ci/transaction-watch.mjs`).
      const snippet = typeof id === 'string' ? id : await textAt(library, id, reference.pin);
      found.set(written, snippet);
      if (typeof snippet === 'string' || read.has(snippet.key)) continue;
      read.add(snippet.key);
      units += snippet.text.length;
      next.push(snippet);
    }
    level = next;
  }
  return found;
}

/** A text that a reference names, and where it is. */
export type LocalSnippet = Snippet & { readonly promptId: number; readonly versionId: number | null };

/** Returns the text that a reference names as it is written, or why there is none. */
export function readSnippet(
  library: Library,
  reference: SnippetReference,
): Promise<LocalSnippet | 'missing' | 'ambiguous'> {
  const { db } = library;
  return db.transaction('r', db.outline, db.prompts, db.versions, async () => {
    const id = promptNamed(promptNames(await readOutline(db)), reference);
    return typeof id === 'string' ? id : textAt(library, id, reference.pin);
  });
}

function promptNamed(
  names: PromptNames,
  { project, title }: SnippetReference,
): number | 'missing' | 'ambiguous' {
  const [id, ...others] = names.idsOf({ project, title });
  if (id === undefined) return 'missing';
  return others.length > 0 ? 'ambiguous' : id;
}

async function textAt(
  { db }: Pick<Library, 'db'>,
  id: number,
  pin: SnippetReference['pin'],
): Promise<LocalSnippet | 'missing'> {
  if (pin === null) {
    const prompt = await db.prompts.get(id);
    return prompt === undefined ? 'missing' : snippetAt(id, null, prompt.row.content);
  }
  const version =
    pin.kind === 'version'
      ? await db.versions.where('[row.promptId+row.version]').equals([id, pin.version]).first()
      : pin.label === 'latest'
        ? await db.versionsOf(id).last()
        : await labelled({ db }, id, pin.label);
  return version === undefined ? 'missing' : snippetAt(id, version.row.id, version.row.content);
}

function snippetAt(promptId: number, versionId: number | null, text: string): LocalSnippet {
  return { key: textSourceKey(promptId, versionId), text, promptId, versionId };
}

async function labelled({ db }: Pick<Library, 'db'>, promptId: number, label: string) {
  const labels = (await db.prompts.get(promptId))?.row.attributes?.labels ?? [];
  const versionId = labels.find((placed) => placed.label === label)?.versionId ?? null;
  const version = versionId === null ? undefined : await db.versions.get(versionId);
  return version?.row.promptId === promptId ? version : undefined;
}
