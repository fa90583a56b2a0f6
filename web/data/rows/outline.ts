/**
 * The list that the sidebar starts from: names and titles of everything, without a single text, as one
 * small record. Ten thousand prompts are read in one get; a table scan takes ten times as long.
 */
import { z } from 'zod';
import type { Stored } from '#shared/kinds/row.ts';
import { Id } from '#shared/model/ids.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { readMeta, writeMeta } from '../database/meta.ts';

const OutlineProject = z.object({ id: Id, name: z.string(), color: z.string(), createdAt: z.string() });
const OutlinePrompt = z.object({ id: Id, title: z.string(), createdAt: z.string(), projectId: Id });
export type OutlineProject = z.infer<typeof OutlineProject>;
export type OutlinePrompt = z.infer<typeof OutlinePrompt>;

/** Oldest first, as they were made. */
export type Outline = { projects: OutlineProject[]; prompts: OutlinePrompt[] };

/** Kept as text: one string is read several times quicker than ten thousand small objects are cloned. */
const StoredOutline = z.string();

export async function readOutline(db: LibraryDb): Promise<Outline> {
  const text = await readMeta(db, 'outline', StoredOutline);
  return text === undefined ? { projects: [], prompts: [] } : parseOutline(text);
}

/** Our own record, written below in the same shape: checked as a whole, not row by row. */
function parseOutline(text: string): Outline {
  return JSON.parse(text) as Outline;
}

export type OutlineChange =
  | { kind: 'put'; stored: Stored<'project'> | Stored<'prompt'> }
  | { kind: 'remove'; type: 'project' | 'prompt'; id: number };

/** Inside the transaction that changes the rows themselves. */
export async function changeOutline(db: LibraryDb, changes: readonly OutlineChange[]): Promise<void> {
  if (changes.length === 0) return;
  const outline = await readOutline(db);
  const projects = new Map(outline.projects.map((project) => [project.id, project]));
  const prompts = new Map(outline.prompts.map((prompt) => [prompt.id, prompt]));
  for (const change of changes) {
    if (change.kind === 'remove') {
      (change.type === 'project' ? projects : prompts).delete(change.id);
    } else if (change.stored.type === 'project') {
      const { id, name, color, createdAt } = change.stored.row;
      projects.set(id, { id, name, color, createdAt });
    } else {
      const { id, title, createdAt, projectId } = change.stored.row;
      prompts.set(id, { id, title, createdAt, projectId });
    }
  }
  const next: Outline = {
    projects: [...projects.values()].sort(byCreation),
    prompts: [...prompts.values()].sort(byCreation),
  };
  await writeMeta(db, 'outline', JSON.stringify(next));
}

function byCreation(a: { createdAt: string; id: number }, b: { createdAt: string; id: number }): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id - b.id;
}
