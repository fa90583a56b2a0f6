import { t } from '../language/translate.ts';
/**
 * Computes the text of the sync chip. The number is always the number of entries in the database; files whose rows have
 * arrived and whose bytes have not are counted after them.
 */

export type LoopState = {
  /**
   * The result of the last round; `idle` before the first one, `foreign`: something on the way answers in the server's
   * place, `failing`: the server answers, but cannot do it, `full`:
   * because its disk is, `internal`: this app failed, whatever the server does.
   */
  connection: 'idle' | 'online' | 'offline' | 'foreign' | 'rate' | 'failing' | 'full' | 'internal';
  working: boolean;
  /** `reset`: the server's history is another one; `removals`: a pull would remove much. A person decides. */
  paused: 'auth' | 'reset' | 'removals' | 'update' | null;
  lastSuccess: string | null;
  /** When the server last answered a round at all, well or not. */
  lastAnswer: string | null;
  /** When the server last took anything that waited. */
  lastProgress: string | null;
  /** The server asked to be left alone until then. */
  notBefore: string | null;
  /** When the next round starts by itself; null where nothing but a person or the server starts one. */
  nextTry: string | null;
  /** The round under way has got something through. */
  moving: boolean;
  /** Rows of the pull under way; null where it is one page. */
  receiving: { received: number; of: number } | null;
  /** Rows of a first fill that is not complete, whether or not one runs now; as stored with them. */
  fill?: { received: number; of: number };
};

export const initialLoopState: LoopState = {
  connection: 'idle',
  working: false,
  paused: null,
  lastSuccess: null,
  lastAnswer: null,
  lastProgress: null,
  notBefore: null,
  nextTry: null,
  moving: false,
  receiving: null,
};

/** `oldest`: when the one that has waited longest was made, on this device's clock. */
export type OutboxCounts = { waiting: number; refused: number; oldest: string | null };

/**
 * Files whose bytes the server does not have: on their way there, or refused by it. `stuck`: how many of those on
 * their way get no further, although the server answers.
 */
export type UploadCounts = { waiting: number; refused: number; stuck: number };

/**
 * Tries to send a file that failed one after the other while the server answered, since anything of it arrived
 * last. `network`: the server answers otherwise, and the connection breaks off at this file.
 */
export type UploadStall = { since: string; until: string; reason: 'network' | 'server' };

/**
 * Typed and not in the library: texts that this device did not take yet, notes that were not added yet, and settings that
 * are no value yet.
 */
export type DraftCounts = { texts: number; notes: number; settings: number };

/**
 * Everything that is on this device only. `drafts`: absent where none can be. `sent`: of what waits, what the server
 * took and no pull brought back yet.
 */
export type UnsentCounts = OutboxCounts & { files: UploadCounts; drafts?: DraftCounts; sent?: number };

/** The server answered, and an entry that was this old was left behind: it will not go by itself. */
const stuckAfterMs = 60_000;

export type SyncStatus = {
  kind:
    | 'synced'
    | 'saving'
    | 'waiting'
    | 'note'
    | 'offline'
    | 'foreign'
    | 'failing'
    | 'signIn'
    | 'storage'
    | 'attention';
  text: string;
};

/** `isStorageWell`: false where this device does not take what sync has to write. */
export function syncStatus(counts: UnsentCounts, loop: LoopState, isStorageWell = true): SyncStatus {
  if (!isStorageWell) return { kind: 'storage', text: t('Needs attention') };
  const unsent = unsentWords(counts);
  if (loop.paused === 'auth') {
    const text = unsent === null ? t('Sign in again') : t('Sign in again to sync {unsent}', { unsent });
    return { kind: 'signIn', text };
  }
  const attention: SyncStatus = { kind: 'attention', text: t('Needs attention') };
  if (loop.paused !== null || counts.refused + counts.files.refused > 0) return attention;
  const progress = transferProgress(counts, loop);
  if (progress !== null) return { kind: 'saving', text: progressWords(progress) };
  if (isStuck(counts, loop)) return attention;
  const waiting = waitingWords(counts) ?? missingWords(loop);
  if (loop.connection === 'offline') {
    return { kind: 'offline', text: waiting === null ? t('Offline') : t('Offline, {waiting}', { waiting }) };
  }
  if (loop.connection === 'foreign') {
    return {
      kind: 'foreign',
      text: waiting === null ? t('Stopped on the way') : t('Stopped on the way, {waiting}', { waiting }),
    };
  }
  if (loop.connection === 'failing') {
    return {
      kind: 'failing',
      text: waiting === null ? t('Server trouble') : t('Server trouble, {waiting}', { waiting }),
    };
  }
  if (loop.connection === 'internal') {
    return {
      kind: 'failing',
      text: waiting === null ? t('Internal error') : t('Internal error, {waiting}', { waiting }),
    };
  }
  if (loop.connection === 'full') {
    return {
      kind: 'failing',
      text: waiting === null ? t('Server full') : t('Server full, {waiting}', { waiting }),
    };
  }
  if (waiting === null) {
    const [unfinished] = unfinishedWords(counts);
    if (unfinished !== undefined) return { kind: 'note', text: unfinished };
    // A new device, whose first pull has not ended: nobody here knows what the server has.
    if (loop.lastSuccess === null) return { kind: 'saving', text: t('Checking') };
    return { kind: 'synced', text: t('Synced') };
  }
  return loop.working ? { kind: 'saving', text: t('Saving') } : { kind: 'waiting', text: waiting };
}

/** Names what a person has to end before it can be saved. */
export function unfinishedWords({ drafts }: Pick<UnsentCounts, 'drafts'>): string[] {
  const { notes = 0, settings = 0 } = drafts ?? {};
  return [
    ...(notes === 0
      ? []
      : [t('{count, plural, one {# unfinished note} other {# unfinished notes}}', { count: notes })]),
    ...(settings === 0
      ? []
      : [
          t('{count, plural, one {# unfinished setting} other {# unfinished settings}}', { count: settings }),
        ]),
  ];
}

/** Null unless a part of the library is not on this device yet. Short: it stands beside other words. */
function missingWords({ fill }: LoopState): string | null {
  return fill === undefined ? null : amountWords({ done: fill.received, of: fill.of });
}

/** How far a transfer of several portions is: of entries that are sent, or of rows that are received. */
export type TransferProgress = { direction: 'sent' | 'received'; done: number; of: number };

/** Null where nothing gets through just now, or all of it is one portion. */
export function transferProgress(
  { waiting, sent = 0 }: Pick<UnsentCounts, 'waiting' | 'sent'>,
  { working, moving, receiving, fill, connection }: LoopState,
): TransferProgress | null {
  if (!working) return null;
  // A round that only looks whether the server is back moves nothing yet.
  const isMoving = moving || connection === 'online' || connection === 'idle';
  const rows = (moving ? receiving : null) ?? (isMoving && waiting === 0 ? fill : null) ?? null;
  if (rows !== null) return { direction: 'received', done: rows.received, of: rows.of };
  return moving && sent > 0 && waiting > sent ? { direction: 'sent', done: sent, of: waiting } : null;
}

/** "12 of 31 sent". */
export function progressWords(progress: TransferProgress): string {
  const { done, of } = progress;
  return progress.direction === 'sent'
    ? t('{done, number} of {of, number} sent', { done, of })
    : t('{done, number} of {of, number} received', { done, of });
}

function amountWords({ done, of }: Pick<TransferProgress, 'done' | 'of'>): string {
  return t('{done, number} of {of, number}', { done, of });
}

/** The server answers, something waits all the same, and nothing moves. A full server says why, and it goes by itself. */
function isStuck({ oldest, files }: UnsentCounts, loop: LoopState): boolean {
  if (!serverAnswers(loop) || loop.connection === 'full') return false;
  if (files.stuck > 0) return true;
  if (oldest === null || loop.lastAnswer === null) return false;
  const waitsSince = Math.max(Date.parse(oldest), Date.parse(loop.lastProgress ?? oldest));
  return Date.parse(loop.lastAnswer) - waitsSince >= stuckAfterMs;
}

/** Well or not, as far as the last round knows. */
export function serverAnswers({ connection }: LoopState): boolean {
  return connection === 'online' || connection === 'failing' || connection === 'full';
}

/** Somebody tries again and again, and nothing of the file arrives: it will not go by itself. */
export function isStalled(stall: UploadStall | undefined): boolean {
  return stall !== undefined && Date.parse(stall.until) - Date.parse(stall.since) >= stuckAfterMs;
}

/** Tries are at most so far apart; where they are not, nobody tried: the device slept, or was elsewhere. */
const triesApartMs = 5 * 60_000;

/** After one more failed try. */
export function stalledOn(
  stall: UploadStall | undefined,
  { at, reason }: { at: number; reason: UploadStall['reason'] },
): UploadStall {
  const until = new Date(at).toISOString();
  const pause = stall === undefined ? Number.POSITIVE_INFINITY : at - Date.parse(stall.until);
  const goesOn = stall !== undefined && pause >= 0 && pause <= triesApartMs;
  return { since: goesOn ? stall.since : until, until, reason };
}

/** A file that has an entry is spoken for by it. Null: nothing waits. */
function waitingWords({ waiting, files, drafts }: UnsentCounts): string | null {
  if (waiting > 0) return t('{waiting} waiting', { waiting });
  const texts = drafts?.texts ?? 0;
  if (texts > 0) return t('{count, plural, one {# draft} other {# drafts}} waiting', { count: texts });
  const count = files.waiting;
  return count === 0 ? null : t('{count, plural, one {# file} other {# files}} waiting', { count });
}

function unsentWords({ waiting, files, drafts }: UnsentCounts): string | null {
  if (waiting > 0) return t('{count, plural, one {# change} other {# changes}}', { count: waiting });
  const texts = drafts?.texts ?? 0;
  if (texts > 0) return t('{count, plural, one {# draft} other {# drafts}}', { count: texts });
  const count = files.waiting;
  return count === 0 ? null : t('{count, plural, one {# file} other {# files}}', { count });
}
