import type { RunProblem } from './run-problem.ts';

/** A step of a connection test. `unknown`: it cannot be looked at without a run. */
export type CheckedStep = {
  readonly step: 'answers' | 'allowed' | 'model';
  readonly result: 'ok' | 'failed' | 'skipped' | 'unknown';
};

export type ConnectionCheck = {
  readonly steps: readonly CheckedStep[];
  /** Of the step that failed, or that could not be looked at. */
  readonly problem: RunProblem | null;
};

/** The models that an endpoint says it has. */
export type ListedModels =
  | { readonly kind: 'listed'; readonly models: readonly string[] }
  | { readonly kind: 'failed'; readonly problem: RunProblem };
