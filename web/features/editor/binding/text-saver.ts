/**
 * Saves the text of one editor to its row.
 *
 * 1. The base moves to a text only when the row holds it.
 * 2. Where the row is gone, the text becomes a prompt of its own.
 * 3. A write that the browser refuses is tried again, and a copy is kept until it succeeds. Of a text that the library
 *    does not take a copy is kept as well.
 */
import { limits } from '#shared/model/limits.ts';
import { isBlank, utf8Bytes } from '#shared/model/text.ts';
import { backoffMs } from '#shared/sync/backoff.ts';
import type { CommitRefusal } from '../../../data/commit/commit-outcome.ts';
import type { AutosaveTimer } from './autosave-timer.ts';
import type { BoundText, Unsaved } from './bound-text.ts';
import { type FailureReason, failureOf } from './save-state.ts';
import type { SaveStatus } from './save-status.ts';
import type { UnsavedCopy } from './unsaved-copy.ts';

export type StoredOutcome = { ok: true } | { ok: false; code: CommitRefusal };

/** One text of the library. A rejection means that the browser could not read or write. */
export type TextStore = {
  /** Returns the row's text; undefined where there is no such text. */
  content(): Promise<string | undefined>;
  /** Returns how to stop. `row`: its text, where that is the newest and need not be read. */
  watch(changed: (row?: string) => void): () => void;
  setContent(text: { content: string; base: string }): Promise<StoredOutcome>;
  saveVersion(version: { content: string; base: string; description: string }): Promise<StoredOutcome>;
  /** Makes a prompt of a text whose row is gone, and returns its title. */
  recover(unsaved: Unsaved): Promise<{ ok: true; title: string } | { ok: false }>;
};

export type TextSaver = {
  /** The text differs from the row: reports it, and plans a save. */
  noteChange(): void;
  /** Returns whether the row now holds everything that the editor held when this began. */
  save(): Promise<boolean>;
  /** The row has everything that the editor has. */
  settle(): void;
  /** Returns how many saves were stored: a row that was read before the latest one is older than the editor's text. */
  stored(): number;
};

type TextSaverDeps = {
  readonly bound: BoundText;
  readonly store: TextStore;
  readonly status: SaveStatus;
  readonly timer: AutosaveTimer;
  readonly copy: UnsavedCopy;
  random(): number;
  /** The row is gone, or is there. */
  setGone(gone: boolean): void;
};

export function createTextSaver(deps: TextSaverDeps): TextSaver {
  const { bound, store, status, timer, copy, setGone } = deps;
  const failures = createSaveFailures(deps);
  let stored = 0;

  function settle(): void {
    timer.begin();
    copy.drop();
    status.settle();
  }

  function noteChange(): void {
    status.change();
    timer.change();
  }

  async function save(): Promise<boolean> {
    bound.replaceUnstorable();
    timer.begin();
    const content = bound.read();
    if (bound.isBase(content)) {
      settle();
      return true;
    }
    if (isBlank(content)) return status.refuse({ kind: 'blank' });
    if (isTooLarge(content)) return status.refuse({ kind: 'tooLarge', isDraft: copy.store() });
    status.begin();
    try {
      await moveBaseToCopy(deps);
      const outcome = await store.setContent({ content, base: bound.base() });
      if (outcome.ok || outcome.code !== 'not_found') return take(content, outcome);
      await recoverText(content, { ...deps, failures, settle });
      return false;
    } catch (error) {
      return failures.retryLater(failureOf(error));
    }
  }

  function take(content: string, outcome: StoredOutcome): boolean {
    if (!outcome.ok && outcome.code === 'signing_out') return failures.retryLater('signingOut');
    failures.forget();
    if (!outcome.ok) {
      // There is a row, even if it was gone before.
      status.setGone(false);
      return status.refuse({ kind: 'refused', code: outcome.code, isDraft: copy.store() });
    }
    setGone(false);
    stored += 1;
    // The row is `content` now, or a merge that holds all of it: either way a text made from `content`.
    bound.setBase(content);
    if (bound.read() === content) settle();
    else if (timer.isWaiting()) status.wait();
    else noteChange();
    return true;
  }

  return { noteChange, save, settle, stored: () => stored };
}

/** The editor's text was made from the stored copy: where the row holds that by now, there is no conflict. */
async function moveBaseToCopy({ bound, copy, store }: TextSaverDeps): Promise<void> {
  const stored = copy.read();
  if (stored !== null && (await store.content()) === stored) {
    bound.setBase(stored);
  }
}

function isTooLarge(text: string): boolean {
  return text.length * 3 > limits.contentMaxBytes && utf8Bytes(text) > limits.contentMaxBytes;
}

/** Counts the failures of saving one text, and plans the next try with a backoff. */
type SaveFailures = {
  forget(): void;
  /** Stores a copy, plans the next try, and reports both; returns that nothing was saved. */
  retryLater(reason: FailureReason): false;
};

type SaveFailuresDeps = {
  readonly status: SaveStatus;
  readonly timer: AutosaveTimer;
  readonly copy: UnsavedCopy;
  random(): number;
};

function createSaveFailures(deps: SaveFailuresDeps): SaveFailures {
  const { status, timer, copy } = deps;
  let failures = 0;
  return {
    forget() {
      failures = 0;
    },
    retryLater(reason) {
      failures += 1;
      const isDraft = copy.store();
      timer.retryAfter(backoffMs(failures, deps.random));
      status.fail(reason, isDraft);
      return false;
    },
  };
}

type RecoverDeps = {
  readonly bound: BoundText;
  readonly status: SaveStatus;
  readonly timer: AutosaveTimer;
  readonly failures: SaveFailures;
  readonly store: { recover(unsaved: Unsaved): Promise<{ ok: true; title: string } | { ok: false }> };
  setGone(gone: boolean): void;
  settle(): void;
};

/**
 * Makes a prompt of the editor's text, whose row is gone. Should the row come back, it has its own text: this one is in
 * the prompt that was made of it.
 */
async function recoverText(content: string, deps: RecoverDeps): Promise<void> {
  const { bound, status, timer, failures, store } = deps;
  deps.setGone(true);
  if (bound.isComposing()) return status.reportGone({ unsaved: true });
  const recovered = await store.recover({ text: content, base: bound.base() });
  failures.forget();
  if (!recovered.ok) return status.reportGone({ unsaved: true });
  status.setRecovered(recovered.title);
  bound.setBase(content);
  if (bound.read() === content) return deps.settle();
  // A key that was pressed in the meantime: it goes the same way.
  status.reportGone({ unsaved: true });
  timer.change();
}
