/** Reads what the rules look at besides a text: its snippets, and the prompt's settings, value sets and cases. */
import { formatReference } from '#shared/templates/snippet-syntax.ts';
import { hasReferences } from '#shared/templates/snippets.ts';
import type { Library } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { resolveText, textSourceKey } from '../../data/queries/resolve-text.ts';
import { snippetNames } from '../../data/queries/snippet-choices.ts';
import type { LintPrompt } from '../../session/lint/lint-messages.ts';

/** The text of a prompt, or of an old version of it. */
export type LintedRow = { readonly promptId: number; readonly versionId: number | null };

/** More names are not compared with one that is not there. */
const mostNames = 2_000;

export async function readLinted(
  library: Library,
  { promptId, versionId }: LintedRow,
  { text, cases }: Pick<LintPrompt, 'text' | 'cases'>,
): Promise<LintPrompt> {
  const key = textSourceKey(promptId, versionId);
  const { text: resolved, problems } = await resolveText(library, { key, text });
  const { settings = {}, valueSets = [] } = (await promptOf(library, promptId))?.attributes ?? {};
  return {
    ...{ text, resolved, settings, valueSets, cases },
    broken: problems
      .filter(({ within }) => within === key)
      .map(({ reference, kind }) => ({ written: formatReference(reference), reason: kind })),
    references: hasReferences(text) ? await referencesOf(library, promptId) : [],
  };
}

async function referencesOf(library: Library, promptId: number): Promise<string[]> {
  const names = await snippetNames(library, promptId);
  return names.slice(0, mostNames).map((name) => formatReference({ ...name, pin: null }));
}
