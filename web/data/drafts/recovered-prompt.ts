/**
 * A text that has no prompt any more becomes one of its own.
 *
 * 1. It stands where its prompt stood, or else in the first project there is, or else in one made for it.
 * 2. Under the same `recoverAs` it is one prompt, however often it comes: what came later is merged into it.
 * Before: an entry that is saved as new, an editor whose prompt was deleted, a draft that was left behind.
 */
import type { FieldError } from '#shared/model/problem.ts';
import type { MutationName } from '#shared/mutations/registry.ts';
import { commitInside, inOneWrite } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { promptOf } from '../queries/queries.ts';
import { readOutline } from '../rows/outline.ts';

/** The prompt that the text belonged to, as far as it is known. */
export type LostOrigin = {
  recoverAs?: number | undefined;
  title?: string | undefined;
  projectId?: number | undefined;
};

/** `base`: what the text was written upon, where that is known. */
export type LostText = LostOrigin & { content: string; base?: string };

export type Recovered = { ok: true; title: string } | { ok: false; errors: readonly FieldError[] };

export function recoverText(library: Library, lost: LostText): Promise<Recovered> {
  return inOneWrite(library, () => recoverInside(library, lost));
}

/** The same inside a transaction of the caller's over all tables. */
export async function recoverInside(library: Library, lost: LostText): Promise<Recovered> {
  const { content, base } = lost;
  const id = lost.recoverAs ?? library.newId();
  const there = await promptOf(library, id);
  if (there !== undefined) {
    const outcome = await commitInside(library, 'setContent', { id, content, base: base ?? there.content });
    return outcome.ok ? { ok: true, title: there.title } : { ok: false, errors: outcome.errors };
  }
  const { projects } = await readOutline(library.db);
  const steps: [MutationName, unknown][] = [];
  let projectId = (projects.find((project) => project.id === lost.projectId) ?? projects[0])?.id;
  if (projectId === undefined) {
    projectId = library.newId();
    steps.push(['createProject', { id: projectId, name: 'Recovered', color: 'indigo' }]);
  }
  const title = `Recovered: ${lost.title ?? 'a text'}`.slice(0, 50).toWellFormed().trim();
  steps.push(['createPrompt', { id, title, content, projectId }]);
  for (const [name, args] of steps) {
    const outcome = await commitInside(library, name, args);
    if (!outcome.ok) return { ok: false, errors: outcome.errors };
  }
  return { ok: true, title };
}
