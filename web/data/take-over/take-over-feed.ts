/**
 * The server's history is another one (a backup was put back, or the folder was emptied): this device takes
 * over the whole feed anew, and a person has said whose words count where the two differ.
 *
 * 1. In portions, each in a transaction of its own: what is typed meanwhile gets to the disk between them. Until
 *    the last one nothing is sent or pulled; a tab that is closed in the middle is followed by one that goes on.
 * 2. `mine`: what the server lacks or has otherwise is said to it again; its own text is kept as a version. An
 *    entry whose words are not in the rows stays an entry.
 * 3. `server`: its rows are shown; what was never confirmed here is still said, merged upon them.
 * 4. Either way nothing that waited is dropped, and every entry gets a number that no server has heard.
 * Before: `rejoin.ts`, which reads the feed. After: the next round.
 */
import { typesInPrompt } from '#shared/kinds/in-prompt.ts';
import { parseRowKey, type RowKey, rowKey } from '#shared/kinds/row.ts';
import type { Change, FeedChange } from '#shared/sync/wire.ts';
import type { Cursor, Library } from '../database/library.ts';
import { type MetaKey, writeMeta } from '../database/meta.ts';
import { beginHistory, splitUnknown, storeUnknown, unreadable } from '../feed/unknown-changes.ts';
import {
  endTakeOver,
  noteTakeOver,
  plannedTakeOver,
  type TakeOver,
  type WhoseWords,
} from './take-over-plan.ts';
import { type TakingOver, takeOverRows } from './take-over-portion.ts';
import { blockedRows } from './upload-differences.ts';

/** So many rows at a time take some ten milliseconds: nobody who types waits longer than that. */
const rowsInPortion = 200;

/** The least weight of a prompt: its versions here are not counted before. */
const rowsOfPrompt = 4;

/** `changes`: the whole feed with all texts, up to `cursor`. */
export async function takeOverFeed(
  library: Library,
  { changes, cursor, keep }: { changes: readonly FeedChange[]; cursor: Cursor; keep: WhoseWords },
): Promise<void> {
  const { db } = library;
  const { known, unknown } = splitUnknown(latestChanges(changes));
  const server = liveRows(known);
  let going: { takeOver: TakeOver; run: TakingOver } | undefined;
  for (let isOver = false; !isOver; ) {
    isOver = await db.transaction('rw', db.everything, async () => {
      going ??= await begun(library, { server, cursor, keep });
      const { run } = going;
      const rows = nextPortion(going.takeOver, run);
      const takeOver = { ...going.takeOver, done: going.takeOver.done + rows.length };
      await takeOverRows(library, rows, run);
      going = { takeOver, run };
      if (takeOver.done < takeOver.of) {
        await noteTakeOver(library, takeOver);
        return false;
      }
      await removeHomelessRows(library, run);
      if (keep === 'server') await db.unknownChanges.clear();
      await beginHistory(db, cursor);
      await storeUnknown(db, { unknown: [...unknown, ...unreadable(known)], known: [] });
      await writeMeta(db, 'cursor', takeOver.cursor);
      await db.meta.delete('acknowledged' satisfies MetaKey);
      await writeMeta(db, 'feedRead', { complete: true });
      await endTakeOver(library);
      return true;
    });
  }
  for (const wake of library.onCommit) wake();
}

/** A row may be in the feed twice, where it changed or went while the feed was read: the later one counts. */
function latestChanges(changes: readonly FeedChange[]): FeedChange[] {
  return [...new Map(changes.map((change) => [`${change.type}:${change.id}`, change])).values()];
}

function liveRows(changes: readonly Change[]): Map<RowKey, Change> {
  const live = changes.filter(({ deleted }) => !deleted);
  return new Map(live.map((change): [RowKey, Change] => [rowKey(change), change]));
}

async function begun(
  library: Library,
  { server, cursor, keep }: { server: ReadonlyMap<RowKey, Change>; cursor: Cursor; keep: WhoseWords },
): Promise<{ takeOver: TakeOver; run: TakingOver }> {
  const takeOver = await plannedTakeOver(library, { cursor, keep, server: [...server.values()] });
  const known = [...takeOver.plan, ...(await shownProjects(library))].map((key) => parseRowKey(key));
  const run: TakingOver = {
    keep: takeOver.keep,
    position: takeOver.position,
    server,
    childrenThere: childrenByParent(server),
    done: new Set(takeOver.plan.slice(0, takeOver.done)),
    projects: new Set(known.flatMap((ref) => (ref.type === 'project' ? [ref.id] : []))),
    blocked: await blockedRows(library),
    writers: new Map(),
    latest: 0,
  };
  return { takeOver, run };
}

async function shownProjects({ db }: Library): Promise<RowKey[]> {
  return (await db.projects.toCollection().primaryKeys()).map((id): RowKey => `project:${id}`);
}

function childrenByParent(server: ReadonlyMap<RowKey, Change>): Map<RowKey, RowKey[]> {
  const children = new Map<RowKey, RowKey[]>();
  for (const [key, { row }] of server) {
    const parent = parentKey(row ?? {});
    if (parent === undefined) continue;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [key]);
    else siblings.push(key);
  }
  return children;
}

function parentKey({ promptId, projectId }: Record<string, unknown>): RowKey | undefined {
  if (typeof promptId === 'number') return `prompt:${promptId}`;
  return typeof projectId === 'number' ? `project:${projectId}` : undefined;
}

function nextPortion({ plan, done }: TakeOver, { childrenThere }: TakingOver): RowKey[] {
  const rows: RowKey[] = [];
  for (let weight = 0, index = done; weight < rowsInPortion && index < plan.length; index += 1) {
    const key = plan[index];
    if (key === undefined) break;
    rows.push(key);
    const ref = parseRowKey(key);
    weight += ref.type === 'prompt' ? Math.max(rowsOfPrompt, 1 + (childrenThere.get(key)?.length ?? 0)) : 1;
  }
  return rows;
}

/** Rows inside of prompts that came before their prompt did, which this device has never had, and the server has neither. */
async function removeHomelessRows({ db }: Library, { done }: TakingOver): Promise<void> {
  const prompts = new Set(await db.prompts.toCollection().primaryKeys());
  for (const type of typesInPrompt) {
    const table = db.rowsOf(type);
    const ids = (await table.toCollection().primaryKeys()).filter((id) => !done.has(`${type}:${id}`));
    for (let from = 0; from < ids.length; from += rowsInPortion) {
      const rows = await table.bulkGet(ids.slice(from, from + rowsInPortion));
      const homeless = rows.filter(
        (stored) =>
          stored !== undefined && 'promptId' in stored.row && !prompts.has(Number(stored.row.promptId)),
      );
      await table.bulkDelete(homeless.flatMap((stored) => stored?.id ?? []));
    }
  }
}
