/**
 * The server's history is another one (a backup was put back, or the folder was emptied): this device takes
 * over the whole feed anew, and a person has said whose words count where the two differ.
 *
 * 1. One transaction: until it ends the library is as it was.
 * 2. `mine`: what the server lacks or has otherwise is said to it again; its own text is kept as a version.
 * 3. `server`: its rows are shown; what was never confirmed here is still said, merged upon them.
 * 4. Either way nothing that waited is dropped, and every entry gets a number that no server has heard.
 * Before: `rejoin.ts`, which reads the feed. After: the next round.
 */
import { mergeNotes } from '#shared/merge/merge-notes.ts';
import { defaultProjectColor } from '#shared/model/colors.ts';
import { type RowKey, rowKey, type Stored } from '#shared/model/row.ts';
import { isBlank } from '#shared/model/text.ts';
import type { KeptText } from '#shared/mutations/kept-text.ts';
import { deletions, type MutationName } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import { closure, rowsOf } from '#shared/sync/rebase.ts';
import type { Change } from '#shared/sync/wire.ts';
import { commitInside, nextNumber } from './commit.ts';
import { confirmChanges } from './confirm-changes.ts';
import type { Cursor, Library } from './library.ts';
import { writeMeta } from './meta.ts';
import { showRebased } from './show-rebased.ts';
import { writeShown } from './shown-rows.ts';

export type WhoseWords = 'mine' | 'server';

/** `changes`: the whole feed with all texts, up to `cursor`. */
export async function takeOverFeed(
  library: Library,
  { changes, cursor, keep }: { changes: readonly Change[]; cursor: Cursor; keep: WhoseWords },
): Promise<void> {
  const { db } = library;
  await db.transaction('rw', db.everything, async () => {
    const mine = await everythingShown(library);
    const entries = await db.outbox.orderBy('position').toArray();
    const server = await serverRows(library, changes);
    await db.confirmed.clear();
    await showServer(library, mine, server);
    await writeMeta(db, 'cursor', cursor);
    await writeMeta(db, 'feedRead', { complete: true });
    await db.outbox.clear();
    if (keep === 'server') await sayAgain(library, entries, server);
    else {
      const stays = entries.filter(({ state, name }) => state === 'refused' || deletions.has(name));
      await sayAgain(library, stays, server);
      await sayDifferences(library, mine, server);
    }
  });
  for (const wake of library.onCommit) wake();
}

async function everythingShown({ db }: Library): Promise<RowSet> {
  const [projects, prompts, versions, resources, uiState] = await Promise.all([
    db.projects.toArray(),
    db.prompts.toArray(),
    db.versions.toArray(),
    db.resources.toArray(),
    db.uiState.toArray(),
  ]);
  return new RowSet([...projects, ...prompts, ...versions, ...resources, ...uiState]);
}

async function serverRows(library: Library, changes: readonly Change[]): Promise<RowSet> {
  const live = changes.filter((change) => !change.deleted);
  const confirmed = await confirmChanges(library, live, []);
  if (confirmed === null) throw new Error('The feed was read with all its texts.');
  return new RowSet(confirmed.map(({ stored }) => stored));
}

async function showServer({ db }: Library, mine: RowSet, server: RowSet): Promise<void> {
  const keys = new Set<RowKey>([...mine.all(), ...server.all()].map((stored) => rowKey(stored)));
  await writeShown(db, keys, { before: mine, after: server });
}

/** Upon the server's rows, under numbers of their own, in their order. */
async function sayAgain(library: Library, entries: readonly OutboxEntry[], server: RowSet): Promise<void> {
  const anew: OutboxEntry[] = [];
  for (const entry of entries) {
    const { seq: _seq, revs: _revs, ...rest } = entry;
    const state = entry.state === 'refused' ? 'refused' : 'queued';
    anew.push({ ...rest, state, number: await nextNumber(library), ifMatch: null, attempts: 0 });
  }
  const reached = closure(
    anew.flatMap((entry) => rowsOf(entry)),
    anew,
  );
  const keys = [...reached.keys];
  const confirmed = new RowSet(server.all().filter((stored) => reached.keys.has(rowKey(stored))));
  await showRebased(library, { keys, confirmed, authors: new Map(), entries: reached.entries });
}

async function sayDifferences(library: Library, mine: RowSet, server: RowSet): Promise<void> {
  const say = async (name: MutationName, args: unknown) => {
    const outcome = await commitInside(library, name, args);
    if (!outcome.ok) throw new Error(`${name} of what is on this device was refused: ${outcome.code}`);
  };
  const rows = mine.all().sort(byCreation);
  for (const stored of rows) if (stored.type === 'project') await sayProject(stored, server, say);
  for (const id of homeless(rows, mine, server)) {
    await say('createProject', { id, name: 'Recovered', color: defaultProjectColor });
  }
  for (const stored of rows) if (stored.type === 'prompt') await sayPrompt(library, { stored, server, say });
  // By their numbers, so that they get new ones in the same order: a clock may have been wrong.
  const versions = rows.filter((stored) => stored.type === 'version');
  for (const stored of versions.sort((a, b) => a.row.version - b.row.version)) {
    // One whose prompt this device never had would have nowhere to be.
    if (!isKnown('prompt', stored.row.promptId, mine, server)) continue;
    await sayVersion(library, { stored, mine, server, say });
  }
  for (const stored of rows) if (stored.type === 'resource') await sayResource(stored, server, say);
}

/** Projects of rows that are here while the project itself was still to come when the server went away. */
function homeless(rows: readonly Stored[], mine: RowSet, server: RowSet): Set<number> {
  const wanted = rows.flatMap((stored) =>
    stored.type === 'prompt' || stored.type === 'resource' ? [stored.row.projectId] : [],
  );
  return new Set(wanted.filter((id) => !isKnown('project', id, mine, server)));
}

function isKnown(type: 'project' | 'prompt', id: number, mine: RowSet, server: RowSet): boolean {
  return mine.live(type, id) !== undefined || server.live(type, id) !== undefined;
}

type Say = (name: MutationName, args: unknown) => Promise<void>;

async function sayProject({ id, row }: Stored<'project'>, server: RowSet, say: Say): Promise<void> {
  const theirs = server.live('project', id);
  if (theirs === undefined) await say('createProject', { id, name: row.name, color: row.color });
  else if (theirs.name !== row.name) await say('renameProject', { id, name: row.name });
}

async function sayPrompt(
  library: Library,
  { stored: { id, row }, server, say }: { stored: Stored<'prompt'>; server: RowSet; say: Say },
): Promise<void> {
  const { title, content, notes, projectId } = row;
  const theirs = server.live('prompt', id);
  if (theirs === undefined) {
    await say('createPrompt', { id, title, content, projectId, ...(notes === '' ? {} : { notes }) });
    return;
  }
  if (theirs.title !== title || theirs.notes !== notes) {
    const merged = mergeNotes('', notes, theirs.notes);
    await say('updatePrompt', { id, title, notes: merged, baseNotes: theirs.notes });
  }
  if (theirs.content !== content && !isBlank(content)) {
    await say('setContent', { id, content, keep: textOfServer(library) });
  }
}

function textOfServer(library: Library): KeptText {
  return { id: library.newId(), description: 'Text of the server after it was restored', conflict: null };
}

async function sayVersion(
  library: Library,
  options: { stored: Stored<'version'>; mine: RowSet; server: RowSet; say: Say },
): Promise<void> {
  const { stored, mine, server, say } = options;
  const { id, row } = stored;
  const { promptId, content, description } = row;
  const theirs = server.live('version', id);
  if (isBlank(content)) return;
  if (theirs === undefined) {
    const head = mine.live('prompt', promptId)?.content ?? content;
    // The current text is not what this is about: one that comes in between stays.
    const current = isBlank(head) ? {} : { head, base: head };
    await say('saveVersion', { promptId, id, content, description, ...current });
  } else if (theirs.content !== content) {
    await say('editVersion', { promptId, id, content, keep: textOfServer(library) });
  }
}

/** The row only: its bytes are asked for by whoever finds that the server does not have them. */
async function sayResource({ id, row }: Stored<'resource'>, server: RowSet, say: Say): Promise<void> {
  const { projectId, name, originalFilename, description, fileType, fileSize, sha256 } = row;
  const theirs = server.live('resource', id);
  if (theirs === undefined) {
    const bytes = { fileType, fileSize, sha256 };
    await say('createResource', {
      id,
      projectId,
      name,
      originalFilename,
      description,
      ...bytes,
      again: true,
    });
  } else if (theirs.name !== name || theirs.description !== description) {
    await say('updateResource', { id, name, description });
  }
}

function byCreation(a: Stored, b: Stored): number {
  const made = ({ row }: Stored) => ('createdAt' in row ? String(row.createdAt) : '');
  return made(a) < made(b) ? -1 : made(a) > made(b) ? 1 : 0;
}
