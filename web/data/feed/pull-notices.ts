/**
 * Notices what a page of the feed did to this person's own changes, if the rows alone do not show it:
 * decided by the pull, in its transaction, and said once.
 *
 * 1. A deletion and a name given here are remembered once the server has them: only so can it be told later
 *    that another device undid the one or replaced the other.
 * 2. Device clocks decide nothing: what is told is what the rows and the outbox say.
 */
import { z } from 'zod';
import { isInPrompt } from '#shared/kinds/in-prompt.ts';
import { kindOf, nameOf, parseRowKey, type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import { renamings } from '#shared/mutations/registry.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import { creates, type OutboxEntry } from '#shared/sync/outbox.ts';
import type { Library } from '../database/library.ts';
import type { Notice } from '../database/library-db.ts';
import { type MetaSource, readMeta, writeMeta } from '../database/meta.ts';
import { readManyShown } from '../rows/shown-rows.ts';
import type { ConfirmedChange } from './confirm-changes.ts';
import { type LabelNotice, labelNotices, promptsOfOwnMoves } from './label-notices.ts';
import type { Pulled } from './pulled.ts';

type NoticeText = Pick<Notice, 'kind' | 'title' | 'other'> | LabelNotice;

/** By row: the name that was given here last, or null where it was deleted here. */
const OwnActs = z.array(z.tuple([z.string(), z.string().nullable()]));

/** Of more rows than these the oldest are forgotten. */
const mostRemembered = 500;

/** Returns the keys of the rows that a notice may be about although no entry is pending on them. */
export async function namedInOwnActs(db: MetaSource): Promise<string[]> {
  const [acts, labelled] = await Promise.all([readMeta(db, 'ownActs', OwnActs), promptsOfOwnMoves(db)]);
  return [...(acts ?? []).map(([key]) => key), ...labelled];
}

/** Once the shown rows are in place. */
export async function addPullNotices(library: Library, pulled: Pulled): Promise<void> {
  const { db, deps } = library;
  if (pulled.changes.length === 0 && pulled.finished.length === 0 && pulled.letGo.length === 0) return;
  const acts = new Map((await readMeta(db, 'ownActs', OwnActs)) ?? []);
  const known = JSON.stringify([...acts]);
  remember(acts, pulled.finished);
  const notices = [
    ...pulled.letGo.map(({ target }) => keptAfterDelete(pulled.confirmed.at(parseRowKey(target)))),
    ...pulled.finished.flatMap((entry) => revivedProject(entry, pulled.confirmed)),
    ...(await keptFromDelete(library, pulled)),
    ...namesMet(acts, pulled),
    ...undoneDeletes(acts, pulled.changes),
    ...(await labelNotices(library, pulled)),
  ];
  const at = new Date(deps.now()).toISOString();
  if (notices.length > 0) await db.notices.bulkAdd(notices.map((each) => ({ at, ...each })));
  const kept = [...acts].slice(-mostRemembered);
  if (JSON.stringify(kept) !== known) await writeMeta(db, 'ownActs', kept);
}

/** An edit wins over a delete that had not seen it: the row stays. */
function keptAfterDelete(kept: Stored | undefined): NoticeText {
  return { kind: 'keptAfterDelete', title: kept === undefined ? '' : nameOf(kept) };
}

/** Returns a notice if the row was created in a project which another device had deleted: the server restored it. */
function revivedProject(entry: OutboxEntry, confirmed: RowSet): NoticeText[] {
  if (!creates(entry)) return [];
  const made = confirmed.at(parseRowKey(entry.target));
  return Object.keys(entry.revs ?? {})
    .filter((key) => key.startsWith('project:') && !entry.writes.some((written) => written === key))
    .flatMap((key): NoticeText[] => {
      const project = confirmed.live('project', Number(key.slice('project:'.length)));
      if (project === undefined || made === undefined) return [];
      return [{ kind: 'revivedProject', title: project.name, other: nameOf(made) }];
    });
}

/** Deleted elsewhere, and shown all the same: what waits here is about it, or about something in it. */
async function keptFromDelete(library: Library, { changes, before, open }: Pulled): Promise<NoticeText[]> {
  const deleted = changes.filter(({ stored, own }) => stored.deleted && !own && isNoticed(stored, open));
  if (deleted.length === 0) return [];
  const keys = deleted
    .map(({ stored }) => rowKey(stored))
    .filter((key) => !before.at(parseRowKey(key))?.deleted);
  const shown = await readManyShown(library.db, keys);
  return shown.map((stored): NoticeText => {
    const made = open.find((entry) => creates(entry) && entry.needs.includes(rowKey(stored)));
    const name = made && madeName(made);
    return name === undefined
      ? { kind: 'keptFromDelete', title: nameOf(stored) }
      : { kind: 'revivedProject', title: nameOf(stored), other: name };
  });
}

/** A row inside of a prompt is named where the change was about itself; otherwise its prompt is. */
function isNoticed(stored: Stored, open: readonly OutboxEntry[]): boolean {
  if (isInPrompt(stored)) return open.some(({ target }) => target === rowKey(stored));
  return isNamed(stored);
}

/** Names that were given here and elsewhere: the one that arrives later stands. */
function namesMet(
  acts: Map<string, string | null>,
  { changes, before, confirmed, finished, open }: Pulled,
): NoticeText[] {
  const keys = new Set<RowKey>(
    finished.filter((entry) => givenName(entry) !== undefined).map(({ target }) => target),
  );
  for (const { stored, own } of changes) if (!own && isNamed(stored)) keys.add(rowKey(stored));
  return [...keys].flatMap((key): NoticeText[] => {
    const stored = confirmed.at(parseRowKey(key));
    if (stored === undefined || stored.deleted) return [];
    const other = nameOf(stored);
    const waiting = open.filter((entry) => entry.target === key && givenName(entry) !== undefined).at(-1);
    if (waiting !== undefined) {
      const was = before.at(parseRowKey(key));
      const title = givenName(waiting) ?? '';
      const isOwn = acts.get(key) === other || open.some((entry) => givenName(entry) === other);
      const isMet = waiting.state === 'queued' && was !== undefined && nameOf(was) !== other;
      return isMet && !isOwn ? [{ kind: 'nameStands', title, other }] : [];
    }
    const title = acts.get(key);
    if (typeof title !== 'string' || title === other) return [];
    acts.delete(key);
    return [{ kind: 'nameReplaced', title, other }];
  });
}

/** Deleted here, and there again: another device had changed it without knowing, or somebody brought it back. */
function undoneDeletes(acts: Map<string, string | null>, changes: readonly ConfirmedChange[]): NoticeText[] {
  return changes.flatMap(({ stored, own }): NoticeText[] => {
    const key = rowKey(stored);
    if (stored.deleted || acts.get(key) !== null) return [];
    acts.delete(key);
    return own ? [] : [{ kind: 'undoneDelete', title: nameOf(stored) }];
  });
}

function remember(acts: Map<string, string | null>, finished: readonly OutboxEntry[]): void {
  const set = (key: RowKey, act: string | null) => {
    acts.delete(key);
    acts.set(key, act);
  };
  for (const entry of finished) {
    const name = givenName(entry);
    if (name !== undefined) set(entry.target, name);
    if (!['deleteProject', 'deletePrompt', 'deleteResource'].includes(entry.name)) continue;
    for (const key of entry.writes) if (isNamed(parseRowKey(key))) set(key, null);
  }
}

const Given = z.object({ name: z.string().optional(), title: z.string().optional() });

/** The name that an entry gives to a row that was there before. */
function givenName({ name, args }: OutboxEntry): string | undefined {
  if (!renamings.has(name)) return undefined;
  const given = Given.safeParse(args).data;
  return given?.name ?? given?.title;
}

function madeName({ args }: OutboxEntry): string | undefined {
  const given = Given.safeParse(args).data;
  return given?.title ?? given?.name;
}

function isNamed({ type }: Pick<Stored, 'type'>): boolean {
  return kindOf(type).isNamed;
}
