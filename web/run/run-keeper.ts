/** Writes a run into the library while its answer comes, and at its end. */
import type { Id } from '#shared/model/ids.ts';
import {
  noOutput,
  type Run,
  type RunHead,
  type RunInput,
  type RunOutput,
  type RunState,
} from '#shared/model/run/run.ts';
import type { Library } from '../data/database/library.ts';
import { beginRun, storeOutput, storeRun } from '../data/run/run-ring.ts';
import type { LiveRuns, Running } from './live-runs.ts';

type KeeperDeps = {
  readonly library: Library;
  readonly clock: { after(milliseconds: number, run: () => void): () => void };
  readonly live: LiveRuns;
};

export type RunKeeper = {
  /** Never rejects: a full disk keeps nobody from an answer. */
  begin(one: Running): Promise<void>;
  /** Writes what comes until the run has ended. */
  follow(id: Id, one: Running): Promise<void>;
  /** Takes the run from memory once it is kept; where it cannot be, it stays there and says so. */
  end(id: Id, one: Running, state: RunState): Promise<void>;
  /** Writes nothing more. */
  close(): void;
};

/** With the writing itself less than half a second. */
const keepMs = 400;

export function createRunKeeper({ library, clock, live }: KeeperDeps): RunKeeper {
  let isClosed = false;

  function keepWhatComes(id: Id, one: Running): void {
    clock.after(keepMs, () => {
      if (isClosed || one.progress.read().phase === 'ended') return;
      const written = one.isDirty
        ? storeOutput(library, id, outputOf(one.progress.read().run))
        : Promise.resolve();
      one.isDirty = false;
      // A disk that is full is met again at the end, which shows it.
      void written.catch(() => undefined).then(() => keepWhatComes(id, one));
    });
  }

  async function end(id: Id, one: Running, state: RunState): Promise<void> {
    one.progress.end(state);
    live.showNow();
    if (isClosed) return;
    const { run } = one.progress.read();
    try {
      if (!one.isKept) await beginRun(library, headOf(run), inputOf(run));
      await storeRun(library, headOf(run), outputOf(run));
      live.running.delete(id);
    } catch {
      one.progress.addProblem({ kind: 'notKept' });
    }
    live.showNow();
  }

  return {
    async begin(one) {
      const { run } = one.progress.read();
      await beginRun(library, headOf(run), inputOf(run)).then(
        () => {
          one.isKept = true;
        },
        () => undefined,
      );
    },
    async follow(id, one) {
      if (!isClosed) {
        await storeRun(library, headOf(one.progress.read().run), noOutput).catch(() => undefined);
      }
      keepWhatComes(id, one);
    },
    end,
    close() {
      isClosed = true;
    },
  };
}

const outputOf = ({ answer, reasoning, toolCalls }: Run): RunOutput => ({ answer, reasoning, toolCalls });

export const inputOf = ({ messages, values, settings, attachments }: Run): RunInput => ({
  ...{ messages, values, settings, attachments },
});

export function headOf(run: Run): RunHead {
  const { messages: _m, values: _v, settings: _s, attachments: _a, ...rest } = run;
  const { answer: _t, reasoning: _r, toolCalls: _c, ...head } = rest;
  return head;
}
