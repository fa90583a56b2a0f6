/** Writes the new names of prompts and projects into the references of other texts. */

import type { SnippetName } from '#shared/templates/snippet-syntax.ts';
import { renameReferences } from '#shared/templates/snippets.ts';
import type { Library } from '../database/library.ts';
import type { Outline } from '../rows/outline.ts';
import { commit } from './commit.ts';
import type { CommitOutcome } from './commit-outcome.ts';

/** Names a prompt before and after its title was changed or it moved; without titles, a project. */
export type Renaming = {
  readonly from: { readonly project: string; readonly title?: string };
  readonly to: { readonly project: string; readonly title?: string };
};

/**
 * Returns what renames a reference: null for one that is not about the renamed row, that still leads somewhere by its
 * old name (another row has it), or that would lead nowhere by the new one.
 */
export function renamer({ from, to }: Renaming, outline: Outline): (name: SnippetName) => SnippetName | null {
  const names = new Set<string>();
  const projects = new Map(outline.projects.map(({ id, name }) => [id, name]));
  const keyOf = ({ project, title }: SnippetName) => JSON.stringify([project, title]);
  for (const { title, projectId } of outline.prompts) {
    const project = projects.get(projectId);
    if (project !== undefined) names.add(keyOf({ project, title }));
  }
  return (name) => {
    if (name.project !== from.project || (from.title !== undefined && name.title !== from.title)) return null;
    const renamed = { project: to.project, title: to.title ?? name.title };
    return names.has(keyOf(name)) || !names.has(keyOf(renamed)) ? null : renamed;
  };
}

/**
 * Updates the references of one prompt. Nothing else in its text changes, and it is merged with what was typed
 * meanwhile, like every other.
 */
export async function updateReferences(
  library: Library,
  id: number,
  rename: (name: SnippetName) => SnippetName | null,
): Promise<CommitOutcome> {
  const stored = await library.db.prompts.get(id);
  if (stored === undefined) return { ok: true };
  const before = stored.row.content;
  const content = renameReferences(before, rename);
  if (content === before) return { ok: true };
  return commit(library, 'setContent', { id, content, base: before });
}
