import type { RunHead } from '#shared/model/run/run.ts';

/**
 * A run without its texts. `bytes`: of everything that is kept of it; absent where its texts are gone. `runningIn`: the tab that waits for its answer.
 * `waitingSince`: ISO 8601, of a run that a person sends later.
 */
export type RingRun = RunHead &
  RunPlace & { bytes?: number; runningIn?: string; waitingSince?: string; judged?: JudgedRun };

/** The prompt in whose list a run is, or in whose table of cases. */
export type RunPlace = { listedIn?: number; cellOf?: number };

/** The outcome of the checks of a case. `by`: the hash of the checks, and of all else that they depend on. */
export type JudgedRun = { by: string; passed: boolean | null; score: number | null };
