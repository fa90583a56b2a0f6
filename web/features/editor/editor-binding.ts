/**
 * Ties one source editor to one prompt: what is typed goes into the row, what comes into the row from
 * elsewhere goes under the cursor.
 *
 * 1. `base` is always a text that the editor's text was made from and that the row once was, or contained.
 *    It moves only when the editor took a row over, or when the row took the editor's text.
 * 2. Where both changed the same words the editor keeps its own and is committed upon the OLD base: only so
 *    does `commit` see the overlap, and keeps the other text as a version.
 * 3. Reading the row and writing it take turns, so a row is never older than this editor's last write.
 * 4. No text is taken from the editor before the row has it, and none is put into it while an IME composes.
 * 5. Where the row is gone nothing more can be typed, and what was not in it becomes a prompt of its own.
 */
import { mergeText } from '#shared/merge/merge-text.ts';
import { limits } from '#shared/model/limits.ts';
import { isBlank, storable, utf8Bytes } from '#shared/model/text.ts';
import { backoffMs } from '#shared/sync/backoff.ts';
import type { CommitRefusal } from '../../data/commit/commit.ts';
import type { Clock } from '../../ui/clock.ts';
import { type FailureReason, failureOf, type SaveState, sameState } from './save-state.ts';

export type BoundEditor = {
  text(): string;
  setText(text: string, options: { keepSelection: boolean; origin: 'merge' }): void;
  isComposing(): boolean;
  setEditable(editable: boolean): void;
};

export type StoredOutcome = { ok: true } | { ok: false; code: CommitRefusal };

/** One text of the library. A rejection means that the browser could not read or write. */
export type TextStore = {
  /** The row's text now; undefined: there is no such text. */
  content(): Promise<string | undefined>;
  watch(changed: () => void): () => void;
  setContent(text: { content: string; base: string }): Promise<StoredOutcome>;
  saveVersion(version: { content: string; base: string; description: string }): Promise<StoredOutcome>;
  /** Keeps a text whose row is gone as a prompt of its own, and says what that is called. */
  recover(unsaved: Unsaved): Promise<{ ok: true; title: string } | { ok: false }>;
};

/** A text that is not in the row yet, and the text it was written upon. */
export type Unsaved = { text: string; base: string };

/** What outlives a page that is torn down in the middle of a write; must be synchronous. `keep`: whether it was kept. */
export type LastResort = { keep(unsaved: Unsaved): boolean; drop(): void };

export type BindingDeps = {
  editor: BoundEditor;
  store: TextStore;
  /** The row's text that the editor was opened with, or that a text kept in memory was written upon. */
  base: string;
  /** The editor was opened with a text that an earlier page kept as its last resort. */
  isDraft?: boolean;
  clock: Clock;
  random(): number;
  lastResort: LastResort;
  onState(state: SaveState): void;
  /** A text from elsewhere came in under the cursor: what undo must not take away again. */
  /** Characters that cannot be stored were replaced in the text. */
  onReplaced?(): void;
  onMerge?(change: { from: string; to: string }): void;
};

export type SaveVersionOutcome = 'saved' | 'blank' | 'tooLarge' | 'gone' | 'failed';

export type EditorBinding = {
  /** The person changed the text. */
  changed(): void;
  /** Writes at once; resolves when it is on the disk, or is known not to be. */
  flush(): Promise<void>;
  /** The page may go away and never come back: writes at once, and keeps a copy that needs no time. */
  flushForGood(): Promise<void>;
  saveVersion(description: string): Promise<SaveVersionOutcome>;
  /** Lets go of the editor. What could not be written stays here, and is tried again. */
  close(): Promise<void>;
  /** What is not in the row, blank texts apart. */
  unsaved(): Unsaved | null;
  /** After `close`: no further tries; whoever calls this has the text. */
  stopTrying(): void;
};

/** Somebody who types without a pause is saved all the same: a browser that is killed loses less than a second. */
export const longestUnsavedMs = 500;
const compositionPauseMs = 50;
/** More than this many rounds of somebody else writing the same words wait for the next change. */
const takeOverTurns = 4;

export function bindEditor(deps: BindingDeps): EditorBinding {
  const { editor, store, clock } = deps;
  let base = deps.base;
  let state: SaveState = deps.isDraft === true ? { kind: 'draft' } : { kind: 'saved' };
  let closedWith: string | null = null;
  let isGone = false;
  let keptAs: string | null = null;
  /** The row says something that the editor has not taken over. */
  let isBehind = false;
  /** What the last resort has: another tab may put it into the row before this editor does. */
  let kept: string | null = deps.isDraft === true ? editor.text() : null;
  let failures = 0;
  let unsavedSince: number | null = null;
  let callOffSave = () => {};
  let callOffTakeOver = () => {};
  let lastTurn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const turn = lastTurn.then(step);
    lastTurn = turn.catch(() => undefined);
    return turn;
  }

  function text(): string {
    return closedWith ?? storable(editor.text());
  }

  /** A row of an earlier release may hold what is replaced today: to open it is no change. */
  function isBase(content: string): boolean {
    return content === base || content === storable(base);
  }

  /** What is on the screen is what is stored. */
  function showReplaced(): void {
    if (closedWith !== null || editor.isComposing()) return;
    const typed = editor.text();
    const stored = storable(typed);
    if (typed === stored || isBase(stored)) return;
    editor.setText(stored, { keepSelection: true, origin: 'merge' });
    deps.onReplaced?.();
  }

  function say(next: SaveState): void {
    if (sameState(state, next)) return;
    state = next;
    deps.onState(next);
  }

  /** The row has everything that the editor has. */
  function settle(): void {
    callOffSave();
    unsavedSince = null;
    if (kept !== null) deps.lastResort.drop();
    kept = null;
    if (isGone) sayGone({ unsaved: false });
    else say({ kind: 'saved' });
  }

  function planSave(): void {
    callOffSave();
    const now = clock.now();
    unsavedSince ??= now;
    const pause = Math.min(limits.autosaveDebounceMs, unsavedSince + longestUnsavedMs - now);
    callOffSave = clock.after(Math.max(0, pause), () => void flush());
  }

  function flush(): Promise<void> {
    return inTurn(async () => {
      if ((await save()) && isBehind) await takeOver();
    });
  }

  /** Whether the row now holds everything that the editor held when this began. */
  async function save(): Promise<boolean> {
    callOffSave();
    showReplaced();
    const content = text();
    if (isBase(content)) {
      settle();
      return true;
    }
    unsavedSince = null;
    const refusal = isBlank(content) ? 'blank' : isTooLarge(content) ? 'tooLarge' : null;
    if (refusal !== null) {
      if (isGone) sayGone({ unsaved: refusal === 'tooLarge' });
      else say({ kind: refusal });
      return false;
    }
    if (state.kind !== 'failed' && state.kind !== 'draft' && state.kind !== 'gone') say({ kind: 'saving' });
    try {
      await takeKeptForBase();
      const outcome = await store.setContent({ content, base });
      if (outcome.ok || outcome.code !== 'not_found') return take(content, outcome);
      await recover(content);
      return false;
    } catch (error) {
      return keepAndRetry(failureOf(error));
    }
  }

  function take(content: string, outcome: StoredOutcome): boolean {
    if (!outcome.ok && outcome.code === 'signing_out') return keepAndRetry('signingOut');
    failures = 0;
    if (!outcome.ok) {
      say({ kind: 'tooLarge' });
      return false;
    }
    setGone(false);
    // The row is `content` now, or a merge that holds all of it: either way a text made from `content`.
    base = content;
    if (text() === content) settle();
    else if (unsavedSince === null) noteChange();
    else say({ kind: 'waiting' });
    return true;
  }

  function setGone(gone: boolean): void {
    isGone = gone;
    if (!gone) keptAs = null;
    if (closedWith !== null) return;
    // Locked while an IME composes, the browser would drop what it has of a word.
    if (gone && editor.isComposing()) takeOverAfter(compositionPauseMs);
    else editor.setEditable(!gone);
  }

  /** Should the row come back, it has its own text: these words are in the prompt that was made of them. */
  async function recover(content: string): Promise<void> {
    setGone(true);
    if (closedWith === null && editor.isComposing()) return sayGone({ unsaved: true });
    const recovered = await store.recover({ text: content, base });
    failures = 0;
    if (!recovered.ok) return sayGone({ unsaved: true });
    keptAs = recovered.title;
    base = content;
    if (text() === content) return settle();
    // A key that was pressed in the meantime: it goes the same way.
    sayGone({ unsaved: true });
    planSave();
  }

  function sayGone({ unsaved }: { unsaved: boolean }): void {
    say({ kind: 'gone', unsaved, keptAs });
  }

  function keepAndRetry(reason: FailureReason): false {
    failures += 1;
    const isDraft = keepLastResort();
    callOffSave();
    callOffSave = clock.after(backoffMs(failures, deps.random), () => void flush());
    say({ kind: 'failed', reason, isDraft });
    return false;
  }

  function unsaved(): Unsaved | null {
    const mine = text();
    return isBase(mine) || isBlank(mine) ? null : { text: mine, base };
  }

  function keepLastResort(): boolean {
    const mine = unsaved();
    if (mine === null || !deps.lastResort.keep(mine)) return false;
    kept = mine.text;
    return true;
  }

  /** The editor's text was made from the one that it kept: where the row says that by now, it is no quarrel. */
  async function takeKeptForBase(): Promise<void> {
    if (kept !== null && kept !== base && (await store.content()) === kept) base = kept;
  }

  function noteChange(): void {
    if (state.kind === 'saved' || state.kind === 'blank' || state.kind === 'saving') say({ kind: 'waiting' });
    if (state.kind === 'gone') sayGone({ unsaved: true });
    planSave();
  }

  async function takeOver(): Promise<void> {
    for (let turn = 0; turn < takeOverTurns; turn += 1) {
      isBehind = true;
      const reading = await readRow();
      if (reading === null || closedWith !== null) return;
      const { row } = reading;
      setGone(row === undefined);
      if (row === undefined) {
        if (unsaved() === null) sayGone({ unsaved: false });
        else await save();
        return;
      }
      if (state.kind === 'gone') say({ kind: 'waiting' });
      if (editor.isComposing()) return takeOverAfter(compositionPauseMs);
      if (await reconcile(row)) return;
    }
  }

  async function readRow(): Promise<{ row: string | undefined } | null> {
    try {
      return { row: await store.content() };
    } catch {
      failures += 1;
      takeOverAfter(backoffMs(failures, deps.random));
      return null;
    }
  }

  function takeOverAfter(ms: number): void {
    callOffTakeOver();
    callOffTakeOver = clock.after(ms, () => void inTurn(takeOver));
  }

  /** False: the row was changed by a save in here and must be looked at again. */
  async function reconcile(row: string): Promise<boolean> {
    const mine = text();
    if (row === kept) base = row;
    const merged = row === base ? { text: mine, overlap: false } : mergeText(base, mine, row);
    if (merged.overlap) return !(await save());
    isBehind = false;
    if (merged.text !== mine) {
      editor.setText(merged.text, { keepSelection: true, origin: 'merge' });
      deps.onMerge?.({ from: base, to: row });
    }
    base = row;
    if (isBase(text())) settle();
    else if (state.kind === 'saved' || state.kind === 'waiting') noteChange();
    return true;
  }

  let isTakeOverPlanned = false;
  const stopWatching = store.watch(() => {
    if (isTakeOverPlanned) return;
    isTakeOverPlanned = true;
    void inTurn(async () => {
      isTakeOverPlanned = false;
      if (closedWith === null) await takeOver();
    });
  });

  if (!isBase(text())) noteChange();

  return {
    changed: noteChange,
    flush,
    flushForGood() {
      keepLastResort();
      return flush();
    },
    saveVersion(description) {
      return inTurn(async () => {
        if (isBlank(text())) return 'blank';
        if (!(await save())) return refusalOf(state);
        try {
          const outcome = await store.saveVersion({ content: base, base, description });
          if (outcome.ok) return 'saved';
          return outcome.code === 'not_found' ? 'gone' : 'failed';
        } catch {
          return 'failed';
        }
      });
    },
    close() {
      stopWatching();
      callOffTakeOver();
      closedWith = text();
      return flush();
    },
    unsaved,
    stopTrying: () => callOffSave(),
  };
}

function refusalOf(state: SaveState): SaveVersionOutcome {
  return state.kind === 'blank' || state.kind === 'tooLarge' || state.kind === 'gone' ? state.kind : 'failed';
}

function isTooLarge(text: string): boolean {
  return text.length * 3 > limits.contentMaxBytes && utf8Bytes(text) > limits.contentMaxBytes;
}
