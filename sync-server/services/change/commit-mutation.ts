/**
 * The one way by which a library changes: the ordinary routes, the push and the import all end here.
 *
 *   read (pushed-mutation.ts) -> transact: gather, decide (decide-slice.ts), save -> notify
 *
 * 1. A key is answered once: the same request again gets the stored answer and has no second effect.
 * 2. A change that names a revision applies to that revision or not at all.
 * 3. Row, place in the feed and stored answer are one transaction; listeners are notified after it.
 * 4. A long push is several transactions: other requests come between them, and each change stands by itself.
 * 5. An exception of one mutation is the answer to that mutation; where the disk takes no writes, it is the answer
 *    to the whole.
 */
import { limits } from '#shared/model/limits.ts';
import { writeFailure } from '../../storage/failures/write-failure.ts';
import type { LibraryStorage } from '../../storage/ports/library-port.ts';
import { isDatabaseAway } from '../operation/is-database-away.ts';
import type { AccountLimits } from './account-full.ts';
import { decideSlice, type Slice, type SliceOutcome } from './decide-slice.ts';
import type { RevsLeft } from './decided-answer.ts';
import type { MutationAnswer, MutationRequest } from './mutation-request.ts';
import type { Pokes } from './pokes.ts';
import { type PushedMutation, readPushed } from './pushed-mutation.ts';
import { refusal } from './refusal.ts';

export type PushedAnswer = { seq: number; answers: MutationAnswer[] };

export type CommitMutation = {
  one(userId: number, request: MutationRequest): Promise<MutationAnswer>;
  push(userId: number, push: Push): Promise<PushedAnswer>;
};

export type Push = {
  requests: readonly MutationRequest[];
  device: string;
  /** Up to which number `client` has received every answer. */
  acknowledged: { client: string; upTo: number } | null;
  /** Leaves the rows out of successful answers. */
  brief: boolean;
};

export type CommitDeps = {
  storage: LibraryStorage;
  pokes: Pokes;
  /** The limits of one account. */
  most: AccountLimits;
  now(): number;
  newId(): number;
  reportError(error: Error): void;
};

/** The most that one transaction of a push does, in mutations of short texts: some twenty milliseconds of work. */
const sliceWeight = 520;

export function createCommitMutation(deps: CommitDeps): CommitMutation {
  let last = 0;
  const tick = () => {
    last = Math.max(deps.now(), last + 1);
    return last;
  };

  async function push(userId: number, asked: Push): Promise<PushedAnswer> {
    const running = new RunningPush(deps, asked, tick);
    try {
      while (!running.isDone) await running.commitNext(userId);
    } finally {
      if (running.hasChanged) deps.pokes.poke(userId, running.seq);
    }
    return { seq: running.seq, answers: running.answers };
  }

  return {
    push,
    async one(userId, request) {
      const plain = { device: '', brief: false, acknowledged: null };
      const { answers } = await push(userId, { requests: [request], ...plain });
      return answers[0] ?? refusal('internal');
    },
  };
}

class RunningPush {
  readonly answers: MutationAnswer[] = [];
  seq = 0;
  isDone = false;
  readonly #deps: CommitDeps;
  readonly #push: Push;
  readonly #tick: () => number;
  readonly #waiting: PushedMutation[] = [];
  #before: number | undefined;
  #left: RevsLeft = new Map();
  /** The characters of the bodies of the answers. */
  #bodies = 0;
  #mostAtOnce = sliceWeight;

  constructor(deps: CommitDeps, push: Push, tick: () => number) {
    this.#deps = deps;
    this.#push = push;
    this.#tick = tick;
  }

  get hasChanged(): boolean {
    return this.#before !== undefined && this.seq > this.#before;
  }

  /** Commits as many mutations as one transaction should do; none where a bulk change must end first. */
  async commitNext(userId: number): Promise<void> {
    const mutations = this.#nextMutations();
    const slice = this.#sliceOf(mutations);
    try {
      const outcome = await this.#deps.storage.transact(userId, {
        gather: { parts: mutations.map(({ part }) => part), mostVersions: this.#deps.most.versions },
        decide: (gathered) => decideSlice(gathered, slice),
      });
      this.#take(outcome);
    } catch (error) {
      // One by one they would fail in the same way.
      const isOfAll = writeFailure(error) !== undefined || isDatabaseAway(error);
      if (isOfAll || mutations.length === 0) throw error;
      this.#takeFailure(mutations, error);
    }
  }

  #nextMutations(): PushedMutation[] {
    const { requests } = this.#push;
    let weight = 0;
    let count = 0;
    while (weight < this.#mostAtOnce && this.answers.length + count < requests.length) {
      const request = requests[this.answers.length + count];
      if (request === undefined) break;
      const mutation = this.#waiting[count] ?? readPushed(this.#deps, request);
      this.#waiting[count] = mutation;
      weight += mutation.weight;
      count += 1;
    }
    return this.#waiting.slice(0, count);
  }

  #sliceOf(mutations: readonly PushedMutation[]): Slice {
    const { device, brief, acknowledged } = this.#push;
    return {
      mutations,
      device,
      most: this.#deps.most,
      tick: this.#tick,
      left: this.#left,
      // The rest of the rows comes through the change feed: an answer is bounded, whatever the rows hold.
      brief: brief || this.#bodies > limits.pushBytes,
      acknowledged: this.answers.length === 0 ? acknowledged : null,
    };
  }

  #take(outcome: SliceOutcome): void {
    const { before, seq, answers, left, inspected, hasBegunBulk, errors } = outcome;
    this.#before ??= before;
    this.seq = seq;
    this.#left = left;
    this.answers.push(...answers);
    this.#waiting.splice(0, answers.length);
    const [next] = this.#waiting;
    if (next !== undefined) this.#waiting[0] = { ...next, part: { ...next.part, inspected } };
    for (const error of errors) this.#report(error);
    this.isDone = this.answers.length === this.#push.requests.length && !hasBegunBulk;
    if (!this.isDone && !this.#push.brief) this.#bodies += charactersOf(answers);
  }

  /** One of the mutations cannot be gathered or saved: each alone shows which one it is. */
  #takeFailure(mutations: readonly PushedMutation[], error: unknown): void {
    this.#mostAtOnce = 1;
    if (mutations.length > 1) return;
    this.#report(error);
    this.answers.push(refusal('internal'));
    this.#waiting.shift();
    // Once more, to read the place of the latest change.
    this.isDone = false;
  }

  #report(error: unknown): void {
    this.#deps.reportError(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Of the bodies. */
function charactersOf(answers: readonly MutationAnswer[]): number {
  let characters = 0;
  for (const { body } of answers) characters += JSON.stringify(body ?? null).length;
  return characters;
}
