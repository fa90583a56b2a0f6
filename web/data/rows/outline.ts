/**
 * Stores the list that the sidebar starts from: names and titles of everything, without a single text. Ten thousand
 * prompts are read in one go; a scan of their table takes ten times as long.
 *
 * 1. Each change of the library adds a piece, in its transaction: a rename, or a page of the feed, costs what it
 *    changes and not what the list holds.
 * 2. Pieces are joined in their order; the later one wins. Now and then all of them become one.
 */
import { z } from 'zod';
import type { Stored } from '#shared/kinds/row.ts';
import { Id } from '#shared/model/ids.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { LibraryDb, OutlinePiece } from '../database/library-db.ts';

const OutlineProject = z.object({
  id: Id,
  name: z.string(),
  color: z.string(),
  createdAt: z.string(),
  position: z.string().optional(),
});
const OutlinePrompt = z.object({
  id: Id,
  title: z.string(),
  createdAt: z.string(),
  projectId: Id,
  favorite: z.literal(true).optional(),
  tags: z.array(z.string()).optional(),
  position: z.string().optional(),
});
export type OutlineProject = z.infer<typeof OutlineProject>;
export type OutlinePrompt = z.infer<typeof OutlinePrompt>;

/** Oldest first, as they were made. */
export type Outline = { projects: OutlineProject[]; prompts: OutlinePrompt[] };

/** Stored as text: one string is read several times quicker than ten thousand small objects are cloned. */
type Piece = Outline & { removed?: { projects: number[]; prompts: number[] } };

/** So many pieces are added before all are stored as one. */
const piecesTogether = 256;

export async function readOutline(db: LibraryDb): Promise<Outline> {
  return joined((await db.outline.toArray()).map(parsePiece));
}

/** Our own record, written below in the same shape: checked as a whole, not row by row. */
function parsePiece({ piece }: OutlinePiece): Piece {
  return JSON.parse(piece) as Piece;
}

function joined(pieces: readonly Piece[]): Outline {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined && only.removed === undefined) return only;
  const projects = new Map<number, OutlineProject>();
  const prompts = new Map<number, OutlinePrompt>();
  for (const piece of pieces) {
    for (const project of piece.projects) projects.set(project.id, project);
    for (const prompt of piece.prompts) prompts.set(prompt.id, prompt);
    for (const id of piece.removed?.projects ?? []) projects.delete(id);
    for (const id of piece.removed?.prompts ?? []) prompts.delete(id);
  }
  return {
    projects: [...projects.values()].sort(byCreation),
    prompts: [...prompts.values()].sort(byCreation),
  };
}

export type OutlineChange =
  | { kind: 'put'; stored: Stored<'project'> | Stored<'prompt'> }
  | { kind: 'remove'; type: 'project' | 'prompt'; id: number };

/** Inside the transaction that changes the rows themselves; at most one change of a row. */
export async function changeOutline(db: LibraryDb, changes: readonly OutlineChange[]): Promise<void> {
  if (changes.length === 0) return;
  const position = await db.outline.add({ piece: JSON.stringify(pieceOf(changes)) });
  if (position % piecesTogether !== 0) return;
  const whole = JSON.stringify(await readOutline(db));
  await db.outline.clear();
  await db.outline.add({ piece: whole });
}

function pieceOf(changes: readonly OutlineChange[]): Piece {
  const removed = { projects: [] as number[], prompts: [] as number[] };
  const piece: Piece = { projects: [], prompts: [], removed };
  for (const change of changes) {
    if (change.kind === 'remove') {
      (change.type === 'project' ? removed.projects : removed.prompts).push(change.id);
    } else if (change.stored.type === 'project') {
      const { id, name, color, createdAt, position } = change.stored.row;
      piece.projects.push({
        ...{ id, name, color, createdAt },
        ...(position === undefined ? {} : { position }),
      });
    } else {
      piece.prompts.push(outlinePrompt(change.stored.row));
    }
  }
  return piece;
}

function outlinePrompt({ id, title, createdAt, projectId, attributes }: Prompt): OutlinePrompt {
  const { favorite, tags, position } = attributes ?? {};
  return {
    ...{ id, title, createdAt, projectId },
    ...(favorite === undefined ? {} : { favorite }),
    ...(tags === undefined ? {} : { tags }),
    ...(position === undefined ? {} : { position }),
  };
}

/** Whether the list shows both alike. */
export function isSameInOutline(a: Prompt, b: Prompt): boolean {
  if (a.title !== b.title || a.projectId !== b.projectId || a.createdAt !== b.createdAt) return false;
  // Nearly no change of a text comes with one of these.
  if (a.attributes === b.attributes) return true;
  return JSON.stringify(outlinePrompt(a)) === JSON.stringify(outlinePrompt(b));
}

function byCreation(a: { createdAt: string; id: number }, b: { createdAt: string; id: number }): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id - b.id;
}
