/** The shapes of `/api/sync/*`. Their field names are the contract with every client. */
import { z } from 'zod';
import { findRef, type RowType } from '#shared/kinds/row.ts';
import { limits } from '#shared/model/limits.ts';
import { storable } from '#shared/model/text.ts';

/** Answered as `X-Promptory` on every answer of ours; an answer without it is a network failure. */
export const protocolHeader = 'X-Promptory';
export const protocolVersion = 2;

export const ClientId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** The person whose library a request is about; another one's session answers 401. */
export const userHeader = 'X-Promptory-User';
/** The client id whose own texts the change feed may leave out. */
export const clientHeader = 'X-Promptory-Client';
/** Of a push: for how many seconds its oldest mutation has waited on the device; for the server's metrics only. */
export const waitedHeader = 'X-Promptory-Waited';
export const WaitedSeconds = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/**
 * Of the bytes of a file: how many are there, how many there will be, and whether that is all (`?1` or `?0`).
 * Names and forms are those of the IETF's resumable uploads draft.
 */
export const uploadOffsetHeader = 'Upload-Offset';
export const uploadLengthHeader = 'Upload-Length';
export const uploadCompleteHeader = 'Upload-Complete';

/** The body of each answer about an upload that was not refused. */
export const UploadState = z.looseObject({
  offset: z.int().nonnegative(),
  size: z.int().nonnegative(),
  complete: z.boolean(),
});
export type UploadState = z.infer<typeof UploadState>;

/** `Idempotency-Key`: the client's id and the number it gave the mutation. */
const keyPattern = /^([A-Za-z0-9_-]{1,64}):([1-9]\d{0,15})$/;
export const MutationKey = z.string().regex(keyPattern);
export type MutationKey = z.infer<typeof MutationKey>;

export function mutationKey(client: string, number: number): MutationKey {
  return `${client}:${number}`;
}

export function parseMutationKey(key: string): { client: string; number: number } | null {
  const [, client = '', digits = ''] = keyPattern.exec(key) ?? [];
  if (client === '') return null;
  const number = Number(digits);
  return Number.isSafeInteger(number) ? { client, number } : null;
}

/** `"7"`: the quoted revision of `ETag` and `If-Match`. */
export function formatRev(rev: number): string {
  return `"${rev}"`;
}

export function parseRev(header: string): number | null {
  const match = /^"(0|[1-9]\d{0,15})"$/.exec(header.trim());
  return match === null ? null : Number(match[1]);
}

/** Names the run of a server that made a change; see `epochs.ts` of its storage. */
const Epoch = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** A place in an account's feed: a change, by its epoch and its number. */
const Cursor = z.string().regex(/^[A-Za-z0-9_-]{1,64}\.\d{1,16}$/);

export function formatCursor(cursor: { epoch: string; seq: number }): string {
  return `${cursor.epoch}.${cursor.seq}`;
}

export function parseCursor(text: string): { epoch: string; seq: number } | null {
  if (!Cursor.safeParse(text).success) return null;
  const dot = text.indexOf('.');
  return { epoch: text.slice(0, dot), seq: Number(text.slice(dot + 1)) };
}

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * The `content` of a pushed mutation as its difference from a text that the server has; see `text-patch.ts`. Hashes are
 * SHA-256 of the UTF-8 of the text that it was made from, and of the result. A splice: place, units removed, inserted.
 */
export const TextPatch = z.strictObject({
  base: Sha256,
  hash: Sha256,
  splices: z
    .array(z.tuple([z.int().nonnegative(), z.int().nonnegative(), z.string()]))
    .max(limits.patchSplices),
});
export type TextPatch = z.infer<typeof TextPatch>;

export const PushMutation = z.strictObject({
  key: MutationKey,
  method: z.enum(['POST', 'PATCH', 'PUT', 'DELETE']),
  path: z.string().max(2000),
  body: z.unknown().optional(),
  /** `previous`: the revision that this push's latest mutation of the same row left behind. */
  ifMatch: z.union([z.int().nonnegative(), z.literal('previous')]).optional(),
});
export type PushMutation = z.infer<typeof PushMutation>;

export const PushRequest = z.strictObject({
  mutations: z.array(PushMutation).max(limits.pushMutations),
  /** The furthest place that the client received; one that is not in this history answers 410 before anything is done. */
  since: Cursor.optional(),
  /** Every answer to a mutation up to this number was received: its record can be dropped. */
  acknowledged: z.int().nonnegative().optional(),
  /** The name of this device, shown beside a conflicting edit. */
  device: z.string().max(100).transform(storable).optional(),
  /** Leaves the rows out of successful answers: they come through the change feed. */
  brief: z.boolean().optional(),
});
export type PushRequest = z.infer<typeof PushRequest>;

/** `seq`: the place in the feed by which the mutation's effect is there. `revs`: of every row it wrote. */
export const PushResult = z.looseObject({
  key: MutationKey,
  status: z.int(),
  seq: z.int().nonnegative().optional(),
  rev: z.int().nonnegative().optional(),
  revs: z.record(z.string(), z.int().nonnegative()).optional(),
  body: z.unknown().optional(),
});
export type PushResult = z.infer<typeof PushResult>;

/** `seq`: the place of the account's latest change, and `epoch` the epoch of that change. */
export const PushAnswer = z.looseObject({
  seq: z.int().nonnegative(),
  epoch: Epoch.optional(),
  results: z.array(PushResult),
});
export type PushAnswer = z.infer<typeof PushAnswer>;

/** Whose change it was, for words only: clocks and names decide nothing. */
const ChangeAuthor = z.object({ device: z.string(), at: z.string() });

/**
 * One row's latest state. `own`: the asking client's own mutation of that number changed it last, and the
 * text (`content`) is left out, because the client holds it. The kind may be one that only a newer app knows.
 */
export const FeedChange = z.looseObject({
  type: z.string().max(100),
  id: z.union([z.int(), z.string().max(200)]),
  seq: z.int().positive(),
  rev: z.int().positive(),
  /** The place of the latest change by a person, if the latest of all was made by the server. */
  userSeq: z.int().positive().optional(),
  deleted: z.literal(true).optional(),
  ownNumber: z.int().positive().optional(),
  author: ChangeAuthor.optional(),
  row: z.looseObject({}).optional(),
});
export type FeedChange = z.infer<typeof FeedChange>;

/** A change of a kind and an id that this app knows; whether it can read the row is for the kind to say. */
export type Change = FeedChange & { type: RowType };

export function isKnownChange(change: FeedChange): change is Change {
  return findRef(change.type, change.id) !== undefined;
}

export const ChangesPage = z.looseObject({
  cursor: Cursor,
  more: z.boolean(),
  /** The place of the latest change of all. */
  seq: z.int().nonnegative().optional(),
  /** How many changes there are after the place that was asked for, this page included; where that was asked. */
  remaining: z.int().nonnegative().optional(),
  changes: z.array(FeedChange),
});
export type ChangesPage = z.infer<typeof ChangesPage>;

/** The data of an event of the stream: the place of the account's latest change. An older server names no epoch. */
export const Poke = z.looseObject({ seq: z.int().nonnegative(), epoch: z.string().optional() });
export type Poke = z.infer<typeof Poke>;

/** A page without the changes that this app does not know. */
export type KnownPage = Pick<ChangesPage, 'cursor' | 'more'> & { changes: Change[] };
