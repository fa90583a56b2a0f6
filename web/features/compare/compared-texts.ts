/** Reads the two texts of a comparison. A text that is deleted meanwhile stays as it was read last. */
import { t } from '#shared/language/translate.ts';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { hasReferences } from '#shared/templates/snippets.ts';
import { relativeTime } from '#shared/text/relative-time.ts';
import type { Library } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { resolveText, textSourceKey } from '../../data/queries/resolve-text.ts';
import { versionOf } from '../../data/queries/version-items.ts';

/** A version of a prompt; null: its current text. */
export type ComparedText = { readonly promptId: number; readonly versionId: number | null };

/** Null: a text that is still to be chosen. */
export type ComparedPair = { readonly before: ComparedText | null; readonly after: ComparedText | null };

export type ReadText = {
  readonly of: ComparedText;
  /** Of its prompt. */
  readonly title: string;
  readonly name: string;
  readonly detail: string;
  readonly text: string;
  readonly settings: PromptSettings;
  readonly isGone: boolean;
};

export type ReadSide = {
  readonly of: ComparedText | null;
  /** Null: it does not exist, or is still to be chosen. */
  readonly text: ReadText | null;
};

export type ReadPair = {
  readonly before: ReadSide;
  readonly after: ReadSide;
  readonly hasSnippets: boolean;
};

/**
 * Returns what reads a pair, with its snippets if these are to be inserted: as they are now, also in an old version.
 */
export function createPairReader(library: Library) {
  let kept = new Map<string, ReadText>();

  async function readSide(of: ComparedText | null): Promise<ReadSide> {
    if (of === null) return { of, text: null };
    const found = await readText(library, of);
    const last = kept.get(keyOf(of));
    return { of, text: found ?? (last === undefined ? null : { ...last, isGone: true }) };
  }

  async function withSnippets({ of, text: read }: ReadSide): Promise<ReadSide> {
    if (read === null) return { of, text: read };
    const { text } = await resolveText(library, { key: keyOf(read.of), text: read.text });
    return { of, text: { ...read, text } };
  }

  return async (pair: ComparedPair, insertsSnippets: boolean): Promise<ReadPair> => {
    const [before, after] = await Promise.all([readSide(pair.before), readSide(pair.after)]);
    const texts = [before, after].flatMap(({ text }) => (text === null ? [] : [text]));
    kept = new Map(texts.map((text) => [keyOf(text.of), text]));
    const hasSnippets = texts.some(({ text }) => hasReferences(text));
    if (!insertsSnippets) return { before, after, hasSnippets };
    const [one, other] = await Promise.all([withSnippets(before), withSnippets(after)]);
    return { before: one, after: other, hasSnippets };
  };
}

function keyOf({ promptId, versionId }: ComparedText): string {
  return textSourceKey(promptId, versionId);
}

async function readText(library: Library, of: ComparedText): Promise<ReadText | null> {
  const { promptId, versionId } = of;
  const [prompt, version] = await Promise.all([
    promptOf(library, promptId),
    versionId === null ? undefined : versionOf(library, versionId),
  ]);
  const title = prompt?.title ?? '';
  if (versionId === null) {
    if (prompt === undefined) return null;
    const settings = prompt.attributes?.settings ?? {};
    const name = t('Current text');
    return { of, title, name, detail: '', text: prompt.content, settings, isGone: false };
  }
  if (version === undefined) return null;
  const labels = prompt?.attributes?.labels ?? [];
  const placed = labels.filter((label) => label.versionId === versionId).map(({ label }) => label);
  const age = relativeTime(version.createdAt, { now: Date.now() });
  return {
    ...{ of, title, isGone: false },
    name: t('Version {number}', { number: version.version }),
    detail: [...placed, version.description, age].filter((words) => words !== '').join(' · '),
    text: version.content,
    settings: version.settings ?? {},
  };
}
