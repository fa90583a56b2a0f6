/**
 * Runs the rounds of one tab, and publishes what they meet. Before: `start-sync.ts`, which decides when. After:
 * `sync-round.ts`, which is one round.
 *
 * 1. A round runs under a lock between tabs, taken per round and not for a tab's lifetime. The state is read and written
 *    under it: no tab goes on where another one has just been stopped.
 * 2. A server that was put back may be written to by others until it has as many changes as before: after a person was
 *    asked whose texts count, a round runs only with an answer, and carries out one that was broken off.
 * 3. A server that asked for a pause gets it, in all tabs and after a reload, unless a person asks for a round.
 */
import { backoffMs } from '#shared/sync/backoff.ts';
import { initialLoopState, type LoopState } from '#shared/sync/status.ts';
import { accountOf, adoptAccount } from '../data/database/account.ts';
import type { Library } from '../data/database/library.ts';
import type { Batch, StartedCommit } from '../data/database/started-commit.ts';
import { isStorageFailure } from '../data/database/storage-failure.ts';
import { applyStoredChanges } from '../data/feed/apply-pull.ts';
import { type RoundStart, readRoundStart } from '../data/take-over/round-start.ts';
import type { WhoseWords } from '../data/take-over/take-over-plan.ts';
import type { Exclusive } from '../platform/exclusive.ts';
import { pullEarly, requestEarly } from './pull-changes.ts';
import { rejoin } from './rejoin.ts';
import type { RoundDeps, RoundResult } from './round.ts';
import { pauseLeft, saveLoopState, stateAfter } from './save-loop-state.ts';
import { syncRound } from './sync-round.ts';

export type RunnerDeps = Omit<RoundDeps, 'allowRemovals' | 'isHurried' | 'onProgress'> & {
  exclusive: Exclusive;
  random(): number;
  /** Called with when the next round starts by itself; null: none does. */
  onRetry(afterMs: number | null): void;
  onDone(): void;
};

type RunOptions = Pick<RoundDeps, 'allowRemovals' | 'isHurried'> & { after?: StartedCommit };

export class RoundRunner {
  /** How many rounds in a row failed. */
  failures = 0;
  isBackingOff = false;
  /** A round was asked for and has not read the outbox yet: it sends whatever is committed until then. */
  willRead = false;
  /** The round that runs, or the latest one. */
  underWay: Promise<unknown> = Promise.resolve();
  readonly #deps: RunnerDeps;
  #hasAppliedStored = false;
  #isRunning = false;
  readonly #logged = new Set<string>();

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  /** `after`: a commit that may be under way, which the round is to send. */
  run({ after, ...options }: RunOptions = {}): Promise<RoundResult> {
    this.willRead = true;
    return this.#alone(async () => {
      const { library, now, onRetry } = this.#deps;
      const batch = await this.#batchOf(after);
      this.willRead = false;
      if (batch !== undefined)
        return this.#published(() => syncRound(this.#roundDeps(), this.#startOf(batch)));
      await this.#applyStored();
      if (options.isHurried !== true && (await pullEarly(this.#roundDeps())))
        return this.#settle({ kind: 'done' });
      const start = await readRoundStart(library).catch(() => undefined);
      const state = start?.loop ?? initialLoopState;
      const isDecided = start !== undefined && start.takeOver !== null;
      // No round runs elsewhere while this tab holds the lock: one that was broken off by a reload left its traces.
      if (state.working) await saveLoopState(library, { working: false, moving: false, receiving: null });
      if (state.paused === 'reset' && !isDecided) return { kind: 'asks', reason: 'reset' };
      const left = pauseLeft(state, now());
      if (left > 0 && options.isHurried !== true) {
        onRetry(left);
        return { kind: 'again', afterMs: left, reason: 'rate' };
      }
      return this.#published(() => syncRound({ ...this.#roundDeps(), ...options }, start));
    });
  }

  /** Waits for the end of the commit, and returns what it has stored as sent. */
  async #batchOf(commit: StartedCommit | undefined): Promise<Batch | undefined> {
    if (commit === undefined) return undefined;
    if (this.#hasAppliedStored && this.failures === 0) return commit.takeBatch();
    await commit.ended;
    return undefined;
  }

  /** The commit has read the rest in its transaction. */
  #startOf(batch: Batch): RoundStart {
    return { loop: this.#deps.library.loop.get(), takeOver: null, hasSendable: true, place: null, batch };
  }

  /** Requests the page that a notification is about, unless the next round is not to run or has something to push. */
  requestEarly(): void {
    const { paused, notBefore } = this.#deps.library.loop.get();
    const isIdle = !this.#isRunning && this.failures === 0 && paused === null && notBefore === null;
    if (isIdle) requestEarly(this.#deps);
  }

  rejoin(keep: WhoseWords): Promise<RoundResult> {
    return this.#alone(() => this.#published(() => rejoin(this.#roundDeps(), keep)));
  }

  /** Between rounds: what was read under one account must not be taken for what the other one has. */
  async adopt(account: number): Promise<void> {
    const { library, exclusive } = this.#deps;
    if (account === (await accountOf(library))) return;
    await exclusive(roundLock(library), () => adoptAccount(library, account));
  }

  #alone(run: () => Promise<RoundResult>): Promise<RoundResult> {
    const running = this.#locked(run);
    this.underWay = running;
    return running;
  }

  async #locked(run: () => Promise<RoundResult>): Promise<RoundResult> {
    this.#isRunning = true;
    try {
      return await this.#deps.exclusive(roundLock(this.#deps.library), run);
    } catch (error) {
      // Nothing was half done, and it is tried again.
      this.#logOnce(error);
      const reason = isStorageFailure(error) ? 'device' : 'internal';
      return this.#settle({ kind: 'again', afterMs: null, reason });
    } finally {
      this.#isRunning = false;
      this.willRead = false;
      this.#deps.feed?.drop();
    }
  }

  /** Each error once until a round goes well: the loop tries for ever. */
  #logOnce(error: unknown): void {
    if (this.#logged.has(String(error))) return;
    this.#logged.add(String(error));
    console.error('A sync round ended early.', error);
  }

  async #published(round: () => Promise<RoundResult>): Promise<RoundResult> {
    await saveLoopState(this.#deps.library, { working: true, moving: false, receiving: null });
    return this.#settle(await round());
  }

  async #settle(result: RoundResult): Promise<RoundResult> {
    const { library, now, random, onRetry, onDone } = this.#deps;
    this.failures = result.kind === 'done' ? 0 : hasProgressed(result) ? 1 : this.failures + 1;
    this.isBackingOff = result.kind === 'again';
    if (result.kind === 'done') {
      library.storage.report(true);
      this.#logged.clear();
    }
    if (result.kind === 'again' && result.reason === 'device') library.storage.report(false);
    const retryMs = retryDelay(result, this.failures, random);
    await saveLoopState(library, stateAfter(result, { now: now(), retryMs }));
    onRetry(retryMs);
    if (result.kind === 'done') onDone();
    return result;
  }

  /** Once: what an older app could not read is shown as soon as this one is open, with or without a network. */
  async #applyStored(): Promise<void> {
    if (this.#hasAppliedStored) return;
    await applyStoredChanges(this.#deps.library);
    this.#hasAppliedStored = true;
  }

  #roundDeps(): RoundDeps {
    const { library, now } = this.#deps;
    const onProgress = (receiving: LoopState['receiving']) => {
      const sent = receiving === null ? { lastProgress: new Date(now()).toISOString() } : {};
      return saveLoopState(library, { moving: true, receiving, ...sent });
    };
    return { ...this.#deps, onProgress };
  }
}

function roundLock(library: Library): string {
  return `promptory-round-${library.db.name}`;
}

/** A link that carries little at a time is not one to wait longer and longer for. */
function hasProgressed(result: RoundResult): boolean {
  return result.kind === 'again' && result.hasProgressed === true;
}

/** Null where only a person, the server or the network starts another round. */
function retryDelay(result: RoundResult, failures: number, random: () => number): number | null {
  if (result.kind === 'done') return result.retryMs ?? null;
  if (result.kind !== 'again') return null;
  return Math.max(result.afterMs ?? 0, backoffMs(failures, random));
}
