import { argsOfCase } from '#shared/model/checks/test-case.ts';
import { limits } from '#shared/model/limits.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import { attributesToAdd } from '#shared/mutations/attributes-to-add.ts';
import { unitsOf } from '#shared/text/short-title.ts';
import type { Library } from '../database/library.ts';
import { commitInside, inOneWrite } from './commit.ts';
import type { CommitOutcome } from './commit-outcome.ts';

/**
 * Makes the prompt `id` with the same text, value sets, settings, tags and test cases in the same project, under this
 * title. Notes, kept runs, versions and the labels upon them stay with the original. Rejects where the browser cannot write.
 */
export async function duplicatePrompt(
  library: Library,
  { promptId, id, title }: { promptId: number; id: number; title: string },
): Promise<CommitOutcome> {
  return inOneWrite(library, async (): Promise<CommitOutcome> => {
    const prompt = (await library.db.prompts.get(promptId))?.row;
    if (prompt === undefined) return { ok: false, code: 'not_found', errors: [] };
    const { content, projectId } = prompt;
    const created = await commitInside(library, 'createPrompt', { id, title, content, projectId });
    const attributes = copied(prompt);
    if (!created.ok) return created;
    for (const { row } of await library.db.testCasesOf(promptId).toArray()) {
      const copy = { ...argsOfCase(row), promptId: id, id: library.newId() };
      const outcome = await commitInside(library, 'createTestCase', copy);
      if (!outcome.ok) return outcome;
    }
    return attributes === null ? created : commitInside(library, 'setAttributes', { id, ...attributes });
  });
}

function copied({ attributes }: Prompt): ReturnType<typeof attributesToAdd> {
  const { tags, valueSets, settings } = attributes ?? {};
  return attributesToAdd(
    {
      ...(tags === undefined ? {} : { tags }),
      ...(valueSets === undefined ? {} : { valueSets }),
      ...(settings === undefined ? {} : { settings }),
    },
    undefined,
  );
}

/** Shortens a title so that `suffix` fits behind it. Whole code points, which is what the schemas count. */
export function titleWith(title: string, suffix: string): string {
  const room = limits.promptTitleLength - Array.from(suffix).length;
  return `${title.slice(0, unitsOf(title, room)).trimEnd()}${suffix}`;
}
