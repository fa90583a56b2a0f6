/**
 * Ties one source editor to one prompt: what is typed goes into the row (`text-saver.ts`), what comes into the row
 * from elsewhere goes under the caret (`row-follower.ts`).
 *
 * 1. The base is always a text that the editor's text was made from and that the row once was, or contained.
 *    It moves only when the editor took a row over, or when the row took the editor's text.
 * 2. Reading the row and writing it take turns, so a row is never older than this editor's last write.
 * 3. No text is taken from the editor before the row has it, and none is put into it while an IME composes.
 * 4. Where the row is gone nothing more can be typed, and what was not in it becomes a prompt of its own.
 */
import { isBlank } from '#shared/model/text.ts';
import type { Clock } from '../../../ui/clock.ts';
import { createAutosaveTimer } from './autosave-timer.ts';
import { type BoundEditor, createBoundText, type Unsaved } from './bound-text.ts';
import { compositionPauseMs, createRowFollower } from './row-follower.ts';
import type { SaveState } from './save-state.ts';
import { createSaveStatus } from './save-status.ts';
import { createTextSaver, type TextStore } from './text-saver.ts';
import { createUnsavedCopy, type LastResort } from './unsaved-copy.ts';

export type BindingDeps = {
  editor: BoundEditor;
  store: TextStore;
  /** The row's text that the editor was opened with, or that a text kept in memory was written upon. */
  base: string;
  /** The editor was opened with a text that an earlier page left as its last resort. */
  isDraft?: boolean;
  clock: Clock;
  random(): number;
  lastResort: LastResort;
  onState(state: SaveState): void;
  /** Characters that cannot be stored were replaced in the text. */
  onReplaced?(): void;
};

export type SaveVersionOutcome = 'saved' | 'blank' | 'tooLarge' | 'gone' | 'failed';

export type EditorBinding = {
  /** The person changed the text. */
  changed(): void;
  /** Writes at once; resolves when it is on the disk, or is known not to be. */
  flush(): Promise<void>;
  /** The page may go away and never come back: writes at once, and stores a copy that needs no time. */
  flushForGood(): Promise<void>;
  /** The row was taken away with its library: stores a copy of the text over the one that the editor was opened with. */
  rescue(): void;
  saveVersion(description: string): Promise<SaveVersionOutcome>;
  /** Lets go of the editor. What could not be written stays here, and is tried again. */
  close(): Promise<void>;
  /** Returns what is not in the row, blank texts apart. */
  unsaved(): Unsaved | null;
  /** Ends the tries after `close`: the caller has the text. */
  stopTrying(): void;
};

export function bindEditor(deps: BindingDeps): EditorBinding {
  const { store, clock, isDraft = false } = deps;
  const inTurn = turns();
  const bound = createBoundText(deps);
  const copy = createUnsavedCopy(bound, { lastResort: deps.lastResort, isDraft });
  const status = createSaveStatus({ kind: isDraft ? 'draft' : 'saved' }, deps.onState);
  const timer = createAutosaveTimer(clock, () => void flush());
  const random = () => deps.random();
  const saver = createTextSaver({ bound, store, status, timer, copy, random, setGone });
  const follower = createRowFollower({
    ...{ bound, store, status, saver, copy, clock, random, setGone, inTurn },
  });

  function flush(): Promise<void> {
    return inTurn(async () => {
      if (await saver.save()) await follower.catchUp();
    });
  }

  function setGone(gone: boolean): void {
    status.setGone(gone);
    // Locked while an IME composes, the browser would drop what it has of a word.
    if (gone && bound.isComposing()) follower.followAfter(compositionPauseMs);
    else bound.setEditable(!gone);
  }

  async function saveVersion(description: string): Promise<SaveVersionOutcome> {
    if (isBlank(bound.read())) return 'blank';
    if (!(await saver.save())) return refusalOf(status.read());
    const content = bound.base();
    try {
      const outcome = await store.saveVersion({ content, base: content, description });
      if (outcome.ok) return 'saved';
      return outcome.code === 'not_found' ? 'gone' : 'failed';
    } catch {
      return 'failed';
    }
  }

  if (!bound.isBase(bound.read())) saver.noteChange();

  return {
    changed: saver.noteChange,
    flush,
    flushForGood() {
      copy.store();
      return flush();
    },
    rescue: () => copy.storeForGood(deps.base),
    saveVersion: (description) => inTurn(() => saveVersion(description)),
    close() {
      follower.stop();
      bound.close();
      return flush();
    },
    unsaved: bound.unsaved,
    stopTrying: timer.stop,
  };
}

/** Returns a function that runs one step after the other. */
function turns() {
  let last: Promise<unknown> = Promise.resolve();
  return function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const turn = last.then(step);
    last = turn.catch(() => undefined);
    return turn;
  };
}

function refusalOf(state: SaveState): SaveVersionOutcome {
  return state.kind === 'tooLarge' || state.kind === 'gone' ? state.kind : 'failed';
}
