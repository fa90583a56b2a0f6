/**
 * Notices that a label which was moved here was moved on another device whose person did not know of that.
 *
 * 1. A move is remembered once the server has it, the last one of each label.
 * 2. It was replaced unknowingly if a later move in the label's log names its version (`over`); it was replaced
 *    knowingly, and there is nothing to notice, if a later one does not.
 * 3. A label that waits to be moved here again is left alone: that move will be the last one.
 */
import { z } from 'zod';
import { type RowKey, rowKey } from '#shared/kinds/row.ts';
import { Id } from '#shared/model/ids.ts';
import type { PlacedLabel } from '#shared/model/prompt-attributes.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import type { Library } from '../database/library.ts';
import type { LibraryDb, Notice } from '../database/library-db.ts';
import { type MetaSource, readMeta, writeMeta } from '../database/meta.ts';
import type { Pulled } from './pulled.ts';

const OwnMove = z.object({ label: z.string(), versionId: Id.nullable() });
type OwnMove = z.infer<typeof OwnMove>;
const OwnMoves = z.array(OwnMove.extend({ promptId: Id }));

/** Of more than these the oldest are forgotten. */
const mostRemembered = 200;

export type LabelNotice = Pick<Notice, 'kind' | 'title' | 'other' | 'moved'>;

/** Returns the keys of the prompts whose labels were moved here last. */
export async function promptsOfOwnMoves(db: MetaSource): Promise<RowKey[]> {
  const own = (await readMeta(db, 'ownLabels', OwnMoves)) ?? [];
  return own.map(({ promptId }): RowKey => `prompt:${promptId}`);
}

/** Once the shown rows are in place. */
export async function labelNotices({ db }: Library, pulled: Pulled): Promise<LabelNotice[]> {
  const { changes, confirmed, finished, open } = pulled;
  const moved = finished.flatMap(movesOf);
  const isPrompt = changes.some(({ stored, own }) => stored.type === 'prompt' && !own);
  if (moved.length === 0 && !isPrompt) return [];
  const known = (await readMeta(db, 'ownLabels', OwnMoves)) ?? [];
  const waiting = new Set(open.flatMap(movesOf).map(nameOfMove));
  const changed = new Set([
    ...changes.filter(({ own }) => !own).map(({ stored }) => rowKey(stored)),
    ...finished.map(({ target }) => target),
  ]);
  const notices: LabelNotice[] = [];
  const kept: typeof known = [];
  for (const own of new Map([...known, ...moved].map((move) => [nameOfMove(move), move])).values()) {
    const prompt = confirmed.live('prompt', own.promptId);
    const placed = prompt?.attributes?.labels?.find(({ label }) => label === own.label);
    const isSettled = changed.has(`prompt:${own.promptId}`) && !waiting.has(nameOfMove(own));
    if (prompt === undefined || placed === undefined || !isSettled || isNewest(placed, own)) {
      kept.push(own);
    } else if (wasReplaced(placed, own)) {
      notices.push(await noticeOf(db, { ...placed, promptId: own.promptId, title: prompt.title }));
    }
  }
  const next = kept.slice(-mostRemembered);
  if (JSON.stringify(next) !== JSON.stringify(known)) await writeMeta(db, 'ownLabels', next);
  return notices;
}

const MovesLabels = z.object({ labels: z.array(OwnMove).optional() });

function movesOf({ name, args }: OutboxEntry): z.infer<typeof OwnMoves> {
  if (name !== 'setAttributes') return [];
  const promptId = z.object({ id: Id }).safeParse(args).data?.id;
  if (promptId === undefined) return [];
  const moves = MovesLabels.safeParse(args).data?.labels ?? [];
  return moves.map(({ label, versionId }) => ({ promptId, label, versionId }));
}

function nameOfMove({ promptId, label }: { promptId: number; label: string }): string {
  return `${promptId} ${label}`;
}

function isNewest({ moves }: PlacedLabel, { versionId }: OwnMove): boolean {
  return moves[0]?.versionId === versionId;
}

function wasReplaced({ moves }: PlacedLabel, { versionId }: OwnMove): boolean {
  const place = moves.findIndex((move) => move.versionId === versionId);
  const later = place === -1 ? moves : moves.slice(0, place);
  return later.some(({ over }) => over === versionId);
}

async function noticeOf(
  db: LibraryDb,
  { label, versionId, moves, promptId, title }: PlacedLabel & { promptId: number; title: string },
): Promise<LabelNotice> {
  const version = versionId === null ? undefined : await db.versions.get(versionId);
  const device = moves[0]?.device ?? '';
  const moved = { promptId, versionId, version: version?.row.version ?? null, device };
  return { kind: 'labelReplaced', title: label, other: title, moved };
}
