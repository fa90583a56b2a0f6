/**
 * Holds the last state of the loop, as the screens of all tabs show it.
 *
 * 1. It is in memory, and each change of it is broadcast to the other tabs: a round that only moves a spinner writes
 *    nothing.
 * 2. Stored is what must survive a reload: why the loop is paused, until when the server asked to be left alone, and
 *    when all was synced last. Each of these is written in one transaction, so two tabs cannot undo each other's.
 * 3. What is broadcast is the change and not the state: two tabs that change different fields keep both.
 */

import { z } from 'zod';
import { createListeners } from '#shared/events/listeners.ts';
import { initialLoopState, type LoopState } from '#shared/sync/status.ts';
import type { LibraryDb } from './library-db.ts';
import { type MetaSource, readMeta, writeMeta } from './meta.ts';

/** Carries messages between the tabs of one browser; a tab does not receive its own. */
export type LoopChannel = {
  post(message: unknown): void;
  /** Returns how to stop. */
  listen(listener: (message: unknown) => void): () => void;
};

export type LoopMemory = {
  get(): LoopState;
  /** Changes these fields, here and in the other tabs. */
  change(change: Partial<LoopState>): void;
  subscribe(listener: () => void): () => void;
  /** Listens to the other tabs, which it does from the start, once more after `close`. */
  listen(): void;
  /** Ends listening to the other tabs. */
  close(): void;
};

const Fields = z.object({
  connection: z.enum(['idle', 'online', 'offline', 'foreign', 'rate', 'failing', 'full', 'internal']),
  working: z.boolean(),
  paused: z.enum(['auth', 'reset', 'removals', 'update']).nullable(),
  lastSuccess: z.string().nullable(),
  lastAnswer: z.string().nullable(),
  lastProgress: z.string().nullable(),
  notBefore: z.string().nullable(),
  nextTry: z.string().nullable(),
  moving: z.boolean(),
  receiving: z.object({ received: z.int(), of: z.int() }).nullable(),
});

const Message = z.object({ kind: z.literal('loop'), library: z.string(), change: Fields.partial() });

const StoredLoop = Fields.pick({ paused: true, notBefore: true, lastSuccess: true }).partial();
export type StoredLoop = Pick<LoopState, 'paused' | 'notBefore' | 'lastSuccess'>;

export function loopMemory({
  name,
  stored,
  channel,
}: {
  /** Of the library: other people's tabs use the same channel. */
  name: string;
  stored: StoredLoop;
  channel: LoopChannel | undefined;
}): LoopMemory {
  const { subscribe, notify } = createListeners();
  let state: LoopState = { ...initialLoopState, ...stored };
  const take = (next: LoopState) => {
    state = next;
    notify();
  };
  const onMessage = (raw: unknown) => {
    const message = Message.safeParse(raw).data;
    if (message?.library === name) take(Fields.parse({ ...state, ...message.change }));
  };
  let stop = channel?.listen(onMessage);
  return {
    get: () => state,
    change(change) {
      take({ ...state, ...change });
      channel?.post({ kind: 'loop', library: name, change });
    },
    subscribe,
    listen() {
      stop ??= channel?.listen(onMessage);
    },
    close() {
      stop?.();
      stop = undefined;
    },
  };
}

/** Reads what survived the last reload; what cannot be read counts as nothing. */
export async function readStoredLoop(db: MetaSource): Promise<StoredLoop> {
  const {
    paused = null,
    notBefore = null,
    lastSuccess = null,
  } = (await readMeta(db, 'loop', StoredLoop)) ?? {};
  return { paused, notBefore, lastSuccess };
}

/** Returns the state with what is stored: another tab may have paused the loop a moment ago. */
export function takeStored(loop: LoopMemory, { paused, notBefore }: StoredLoop): LoopState {
  const known = loop.get();
  if (known.paused !== paused || known.notBefore !== notBefore) loop.change({ paused, notBefore });
  return loop.get();
}

/** Stores what of the change must survive a reload, if any, and leaves the rest as another tab stored it. */
export async function storeLoop(db: LibraryDb, change: Partial<StoredLoop>): Promise<void> {
  await db.relaxed([db.meta], async () => {
    const { paused, notBefore, lastSuccess } = { ...(await readStoredLoop(db)), ...change };
    await writeMeta(db, 'loop', { paused, notBefore, lastSuccess });
  });
}
