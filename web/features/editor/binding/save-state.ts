import type { CommitRefusal } from '../../../data/commit/commit-outcome.ts';

/** How the text in the editor stands to the one on this device's disk. */
export type SaveState =
  | { kind: 'saved' }
  /** Typed, and written after the pause. */
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'blank' }
  /** It is more than a prompt holds. `isDraft`: it outlives this page. */
  | { kind: 'tooLarge'; isDraft: boolean }
  /** The library does not take the text as it is. */
  | { kind: 'refused'; code: CommitRefusal; isDraft: boolean }
  /** The text is not in the library; it is tried again. `isDraft`: it outlives this page. */
  | { kind: 'failed'; reason: 'full' | 'browser' | 'signingOut'; isDraft: boolean }
  /** An earlier page left it behind as a draft; it is tried again. */
  | { kind: 'draft' }
  /**
   * There is no such prompt any more. `unsaved`: the editor holds words that are nowhere else. `keptAs`: the title
   * of the prompt that has those which it held.
   */
  | { kind: 'gone'; unsaved: boolean; keptAs: string | null };

export type Refusal = Extract<SaveState, { kind: 'blank' | 'tooLarge' | 'refused' }>;

export function sameState(a: SaveState, b: SaveState): boolean {
  if (a.kind === 'tooLarge' && b.kind === 'tooLarge') return a.isDraft === b.isDraft;
  if (a.kind === 'refused' && b.kind === 'refused') return a.code === b.code && a.isDraft === b.isDraft;
  if (a.kind === 'failed' && b.kind === 'failed') return a.reason === b.reason && a.isDraft === b.isDraft;
  if (a.kind === 'gone' && b.kind === 'gone') return a.unsaved === b.unsaved && a.keptAs === b.keptAs;
  return a.kind === b.kind;
}

/** Returns whether the text is saved or on its way to it: a pane is not drawn again for one after the other. */
export function isRoutine({ kind }: SaveState): boolean {
  return kind === 'saved' || kind === 'waiting' || kind === 'saving';
}

/** Returns whether the text is nowhere but on the screen. */
export function isOnScreenOnly(state: SaveState): boolean {
  return 'isDraft' in state && !state.isDraft;
}

export type FailureReason = Extract<SaveState, { kind: 'failed' }>['reason'];

export function failureOf(error: unknown): FailureReason {
  return isQuota(error) ? 'full' : 'browser';
}

/** Dexie hands the browser's own error on as `inner`. */
function isQuota(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'QuotaExceededError') return true;
  return 'inner' in error && isQuota(error.inner);
}
