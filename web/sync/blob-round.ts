/**
 * One pass of the slow lane: sends the bytes that the server does not have, then fetches those that are to be
 * kept here.
 *
 *   settle records with rows -> for each: ask where it is -> piece after piece -> whole
 *                            -> for each file of a kept project: fetch, compare, keep
 *
 * 1. Where an upload goes on is said by the server alone, so nothing that arrived is sent again.
 * 2. The row says `available` through the pull alone; an answer to the last piece only makes one worth while.
 * 3. One file that fails stops no other (`set-aside.ts`), and a server that takes none still gives some. A network that
 *    is gone, and a server that asks for a pause, stop the pass.
 * 4. Before each piece, rounds of text that are under way come first.
 */
import type { Resource } from '#shared/model/resource.ts';
import { classifyRequest, type RequestOutcome } from '#shared/sync/classify-answer.ts';
import { classifyUpload, type UploadOutcome } from '#shared/sync/classify-upload.ts';
import { serverAnswers, type UploadStall } from '#shared/sync/status.ts';
import { type UploadState, uploadOffsetHeader } from '#shared/sync/wire.ts';
import type { Library } from '../data/database/library.ts';
import type { UploadRecord } from '../data/database/library-db.ts';
import { loopState } from '../data/queries/queries.ts';
import { type BlobsFetched, blobReadiness } from '../data/resources/blob-readiness.ts';
import { type BlobToFetch, blobsToFetch } from '../data/resources/blob-storage.ts';
import { isHere, storeFetched } from '../data/resources/blobs.ts';
import { forgetFailedDownload, noteFailedDownload } from '../data/resources/failed-downloads.ts';
import {
  noteFailedTry,
  noteUpload,
  settleUploads,
  uploadPiece,
  uploadsToSend,
} from '../data/resources/uploads.ts';
import type { BlobRequest, TransferBlob } from '../platform/blob-transfer.ts';
import { headersOf } from './round.ts';
import { createSetAside, eachOfThem, type FileOutcome, type SetAside } from './set-aside.ts';

export type BlobRoundDeps = {
  library: Library;
  transfer: TransferBlob;
  now(): number;
  chunkBytes: number;
  /** Resolves when no round of text is under way in this tab. */
  afterText(): Promise<unknown>;
  /** The server has the bytes of a row by now: a pull would say so. */
  onArrived(): void;
  /**
   * Blobs that the server does not have, by its last answer, with the place in the feed that their row had then: they are
   * asked for again when it has another one.
   */
  missing: Map<string, number>;
  /** As long as the lane. */
  aside: SetAside;
  signal?: AbortSignal;
};

export type BlobRoundResult =
  /** `retryMs`: a file that failed is tried again after so long; all else is done. */
  | { kind: 'done'; retryMs?: number }
  | { kind: 'again'; afterMs: number | null; reason: UnansweredReason }
  | { kind: 'signIn' }
  | { kind: 'stopped' };

type UnansweredReason = Extract<RequestOutcome, { kind: 'again' }>['reason'];

/** How often the server may name another offset than the one sent to: then another client is sending the same bytes. */
const turns = 8;

export async function blobRound(given: BlobRoundDeps): Promise<BlobRoundResult> {
  const deps = noticingAnswers(given);
  const { library, missing, aside, now } = deps;
  await settleUploads(library);
  const uploads = await uploadsToSend(library);
  const wanted = await blobsToFetch(library);
  aside.keepOnly([...uploads.map(sendKey), ...wanted.map(fetchKey)]);
  const send = (upload: UploadRecord) => outcomeOf(deps, () => sendFile(deps, upload));
  const sent = await eachOfThem(uploads, send, { aside, now, keyOf: sendKey });
  if (sent.kind === 'all' && !isFull(sent.result)) return sent.result;
  const lacking = wanted.filter(({ sha256, seq }) => missing.get(sha256) !== seq);
  const fetchOne = (lacked: BlobToFetch) => fetchNoting(deps, lacked);
  const fetched = await eachOfThem(lacking, fetchOne, { aside, now, keyOf: fetchKey });
  const failure = fetched.kind === 'done' ? sent : fetched;
  if (failure.kind !== 'done') return failure.result;
  const retryMs = aside.nextMs(now());
  return retryMs === undefined ? { kind: 'done' } : { kind: 'done', retryMs };
}

const sendKey = ({ sha256 }: Pick<UploadRecord, 'sha256'>) => `send ${sha256}`;
const fetchKey = ({ sha256 }: Pick<BlobToFetch, 'sha256'>) => `fetch ${sha256}`;

function isFull(result: BlobRoundResult): boolean {
  return result.kind === 'again' && result.reason === 'full';
}

type NoticingDeps<Deps> = Deps & { hasAnswered(): boolean };

/** Notices that the server is there: it answered anything. */
function noticingAnswers<Deps extends Pick<BlobRoundDeps, 'transfer'>>(deps: Deps): NoticingDeps<Deps> {
  let isThere = false;
  return {
    ...deps,
    hasAnswered: () => isThere,
    async transfer(request) {
      const answer = await deps.transfer(request);
      isThere ||= answer !== null;
      return answer;
    },
  };
}

type Noticing = NoticingDeps<Pick<BlobRoundDeps, 'library'>>;

/** Runs what is to be done with one file, and decides whether a failure is about that file. */
async function outcomeOf(
  deps: Noticing,
  run: () => Promise<BlobRoundResult>,
): Promise<FileOutcome<BlobRoundResult>> {
  const result = await run().catch((error: unknown): BlobRoundResult => {
    if (!deps.library.db.isOpen()) throw error;
    console.error('A file could not be sent or fetched.', error);
    return serverFailed;
  });
  if (result.kind === 'done') return result;
  return { kind: (await isAboutFile(deps, result)) ? 'own' : 'all', result };
}

const serverFailed: BlobRoundResult = { kind: 'again', afterMs: null, reason: 'server' };

async function isAboutFile({ library, hasAnswered }: Noticing, result: BlobRoundResult): Promise<boolean> {
  if (result.kind !== 'again' || result.reason === 'full') return false;
  if (result.reason === 'rate') return result.afterMs === null;
  return result.reason === 'server' || hasAnswered() || serverAnswers(await loopState(library));
}

/** Fetches one file, and keeps account of a failure that is about this file. */
async function fetchNoting(
  deps: NoticingDeps<BlobRoundDeps>,
  lacked: BlobToFetch,
): Promise<FileOutcome<BlobRoundResult>> {
  const { library } = deps;
  const outcome = await outcomeOf(deps, () => fetchKept(deps, lacked));
  if (outcome.kind === 'done') await forgetFailedDownload(library, lacked.sha256);
  else if (outcome.kind === 'own' && outcome.result.kind === 'again') {
    await noteFailedDownload(
      library,
      lacked.sha256,
      outcome.result.reason === 'network' ? 'network' : 'server',
    );
  }
  return outcome;
}

async function fetchKept(deps: BlobRoundDeps, wanted: BlobToFetch): Promise<BlobRoundResult> {
  await deps.afterText();
  const fetched = await fetchBytes(deps, wanted);
  if (fetched.kind === 'missing') deps.missing.set(wanted.sha256, wanted.seq);
  return fetched.kind === 'missing' || fetched.kind === 'bytes' ? { kind: 'done' } : fetched;
}

/** Fetches every file of the library that fits on this device: for a person who is about to leave the network. */
export async function fetchAllBlobs(
  given: Omit<BlobRoundDeps, 'chunkBytes' | 'onArrived' | 'missing' | 'aside'>,
): Promise<BlobsFetched> {
  const deps = noticingAnswers(given);
  const { library } = deps;
  const fetchOne = async (wanted: BlobToFetch): Promise<FileOutcome<BlobsFetched>> => {
    await deps.afterText();
    if (deps.signal?.aborted) return { kind: 'all', result: 'interrupted' };
    const fetched = await fetchBytes(deps, wanted);
    if (fetched.kind === 'missing') return { kind: 'done' };
    if (fetched.kind !== 'bytes') {
      return { kind: (await isAboutFile(deps, fetched)) ? 'own' : 'all', result: 'interrupted' };
    }
    const isFull = !(await isHere(library, wanted.sha256)) && (await isWanted(library, wanted));
    return isFull ? { kind: 'all', result: 'deviceFull' } : { kind: 'done' };
  };
  const ended = await eachOfThem((await blobReadiness(library)).toFetch, fetchOne, {
    ...{ aside: createSetAside(), now: deps.now },
    keyOf: fetchKey,
  });
  if (ended.kind !== 'done') return ended.result;
  return (await blobReadiness(library)).toFetch.length === 0 ? 'done' : 'interrupted';
}

/** It may have been deleted meanwhile. */
async function isWanted(library: Library, { sha256 }: Pick<Resource, 'sha256'>): Promise<boolean> {
  return (await blobReadiness(library)).toFetch.some((wanted) => wanted.sha256 === sha256);
}

async function sendFile(deps: BlobRoundDeps, upload: UploadRecord): Promise<BlobRoundResult> {
  const { library } = deps;
  const { sha256 } = upload;
  let outcome = await ask(deps, { method: 'GET', path: pathOf(sha256) });
  for (let elsewhere = 0; elsewhere < turns; ) {
    if (outcome.kind !== 'state' && outcome.kind !== 'elsewhere') return settle(deps, sha256, outcome);
    if (outcome.kind === 'elsewhere') {
      elsewhere += 1;
      outcome = await ask(deps, { method: 'GET', path: pathOf(sha256) });
      continue;
    }
    const { offset, complete } = outcome.state;
    if (!(await noteUpload(library, sha256, { state: 'sending', sent: offset }))) {
      await ask(deps, { method: 'DELETE', path: pathOf(sha256) });
      return { kind: 'done' };
    }
    if (complete) {
      if (!hadArrived(upload)) deps.onArrived();
      return { kind: 'done' };
    }
    await deps.afterText();
    const next = await sendPiece(deps, sha256, offset);
    if (next === null) return { kind: 'done' };
    const stuck = next.kind === 'state' && !movedOn(outcome.state, next.state);
    outcome = stuck ? { kind: 'again', afterMs: null, reason: 'server' } : next;
  }
  return settle(deps, sha256, { kind: 'again', afterMs: null, reason: 'server' });
}

/** Returns whether an earlier pass sent all of it; if the feed does not confirm it, asking again at once would never end. */
function hadArrived({ state, sent, total }: UploadRecord): boolean {
  return state === 'sending' && sent === total;
}

function movedOn(before: UploadState, after: UploadState): boolean {
  return after.complete || after.offset > before.offset;
}

/** Null where the bytes are not here any more. */
async function sendPiece(deps: BlobRoundDeps, sha256: string, offset: number): Promise<UploadOutcome | null> {
  const end = offset + deps.chunkBytes;
  const bytes = await uploadPiece(deps.library, { sha256, start: offset, end });
  if (bytes === undefined) return null;
  return ask(deps, {
    method: 'PUT',
    path: pathOf(sha256),
    headers: { [uploadOffsetHeader]: String(offset) },
    bytes,
  });
}

async function settle(
  deps: BlobRoundDeps,
  sha256: string,
  outcome: Exclude<UploadOutcome, { kind: 'state' | 'elsewhere' }>,
): Promise<BlobRoundResult> {
  const { library } = deps;
  switch (outcome.kind) {
    case 'refused':
      await noteUpload(library, sha256, { state: 'refused', reason: outcome.reason });
      return { kind: 'done' };
    case 'noRow':
      await noteUpload(library, sha256, { state: 'waiting' });
      return { kind: 'done' };
    case 'again':
    case 'signIn':
      await noteUpload(library, sha256, { state: 'waiting' });
      if (deps.signal?.aborted === true) return { kind: 'stopped' };
      // A server that asks to wait for a while will take it later.
      if (outcome.kind === 'again' && (outcome.reason !== 'rate' || outcome.afterMs === null)) {
        await noteFailedTry(
          library,
          sha256,
          await stallReason(library, outcome.reason === 'network' ? 'network' : 'server'),
        );
      }
      return outcome;
    case 'reset':
    case 'updateNeeded':
      // The rounds of text meet the same, and a person is asked there.
      await noteUpload(library, sha256, { state: 'waiting' });
      return { kind: 'stopped' };
  }
}

/** Null where the texts do not reach the server either: then it is not about this file. */
async function stallReason(
  library: Library,
  reason: UploadStall['reason'],
): Promise<UploadStall['reason'] | null> {
  if (reason === 'server') return reason;
  return serverAnswers(await loopState(library)) ? reason : null;
}

async function ask(deps: BlobRoundDeps, request: BlobRequest): Promise<UploadOutcome> {
  return classifyUpload(await transfer(deps, request), deps.now());
}

async function transfer(deps: BlobRoundDeps, request: BlobRequest) {
  const headers = { ...(await headersOf(deps.library)), ...request.headers };
  return deps.transfer({
    ...request,
    headers,
    ...(deps.signal === undefined ? {} : { signal: deps.signal }),
  });
}

function pathOf(sha256: string): string {
  return `/api/files/${sha256}`;
}

export type FetchedBytes =
  | { kind: 'bytes'; bytes: Blob }
  /** The server does not have them, or gave something else. */
  | { kind: 'missing' }
  | Exclude<BlobRoundResult, { kind: 'done' }>;

/** Fetches the bytes of a row, and keeps them here if they are what the row says. */
export async function fetchBytes(
  deps: Pick<BlobRoundDeps, 'library' | 'transfer' | 'now' | 'signal'>,
  { id, sha256 }: Pick<Resource, 'id' | 'sha256'>,
  onProgress?: (received: number, total: number) => void,
): Promise<FetchedBytes> {
  const answer = await deps.transfer({
    method: 'GET',
    path: `/api/resources/${id}/download`,
    headers: await headersOf(deps.library),
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(deps.signal === undefined ? {} : { signal: deps.signal }),
  });
  const outcome = classifyRequest(answer, deps.now());
  switch (outcome.kind) {
    case 'answered': {
      if (answer?.bytes === undefined) return { kind: 'again', afterMs: null, reason: 'server' };
      const bytes = await storeFetched(deps.library, sha256, answer.bytes);
      return bytes === null ? { kind: 'missing' } : { kind: 'bytes', bytes };
    }
    case 'refused':
      return { kind: 'missing' };
    case 'again':
    case 'signIn':
      return outcome;
    case 'reset':
    case 'updateNeeded':
      return { kind: 'stopped' };
  }
}
