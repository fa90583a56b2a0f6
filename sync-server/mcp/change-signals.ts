/**
 * Signals that a library may have changed to whoever keeps a stream open, and that the stream has to end.
 *
 * Changes are joined for a second: each key of somebody who types is one, and a client reads its lists again upon each.
 */
import type { ApiTokens } from '../services/accounts/api-tokens.ts';
import type { Pokes } from '../services/change/pokes.ts';

export type SignalDeps = {
  apiTokens: Pick<ApiTokens, 'use' | 'onRevoke'>;
  pokes: Pokes;
  every(milliseconds: number, run: () => void | Promise<void>): () => void;
  after(milliseconds: number, run: () => void): () => void;
  /** Aborted when the server drains. */
  draining: AbortSignal;
};

/** `onEnd`: the token ends, or the server does. `onBeat`: from time to time, so that no proxy takes the stream for dead. */
export type Listener = {
  userId: number;
  token: { id: number; bearer: string };
  onChange(seq: number): void;
  onBeat?(): void;
  onEnd(): void;
};

const joinedMs = 1_000;
const beatMs = 25_000;

/** Returns the way to stop, which may be taken more than once. */
export function listen(
  { apiTokens, pokes, every, after, draining }: SignalDeps,
  { userId, token, onChange, onBeat, onEnd }: Listener,
): () => void {
  let latest: number | undefined;
  let cancel: (() => void) | undefined;
  // It can also run out, or be revoked by another process.
  const check = async () => {
    if ((await apiTokens.use(token.bearer))?.kind !== 'found') onEnd();
  };
  const beat = async () => {
    onBeat?.();
    // While the database is away the stream stays, and is checked again with the next beat.
    await check().catch(() => {});
  };
  const undo = [
    pokes.subscribe(userId, (seq) => {
      latest = seq;
      cancel ??= after(joinedMs, () => {
        cancel = undefined;
        onChange(latest ?? seq);
      });
    }),
    apiTokens.onRevoke(token.id, onEnd),
    pokes.onAccess(userId, check),
    every(beatMs, beat),
    () => draining.removeEventListener('abort', onEnd),
    () => cancel?.(),
  ];
  draining.addEventListener('abort', onEnd);
  if (draining.aborted) onEnd();
  return () => {
    for (const one of undo.splice(0)) one();
  };
}
