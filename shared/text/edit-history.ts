/**
 * Undo and redo of the prompts in the editor, as pure functions. Spec sections 3, 4 and 9.
 * 1. An edit within 1000 ms of the previous one, typed or by a button, joins the latest step.
 * 2. An edit after an undo discards what could be redone.
 * 3. At most 100 texts a prompt (the one that is shown, and 99 steps) and 20 prompts; the one edited longest ago
 *    goes first.
 * 4. A step is this person's own change and nothing else: whatever else differs from the text that the history
 *    knows is another's, and no step takes it out of the text.
 * Before: prompt-undo notes what was typed and what came in. After: edit-pieces does it.
 */
import { limits } from '#shared/model/limits.ts';
import {
  changeByOthers,
  changeByStep,
  settlePieces,
  showSteps,
  type TextInPieces,
  wholeText,
} from './edit-pieces.ts';
import { wordChanges } from './word-changes.ts';

/** `text` is the text that is shown, as far as the history knows. Steps are numbered from 1. */
export type PromptHistory = TextInPieces & {
  /** The steps up to this one can no longer be undone. */
  readonly settled: number;
  /** The steps up to this one are done, those behind it are undone. */
  readonly done: number;
  readonly last: number;
  /** Null where the next edit is a step of its own: nothing edited yet, or undone since. */
  readonly lastEditTime: number | null;
};

/** By prompt id, the one edited longest ago first. */
export type EditHistories = ReadonlyMap<number, PromptHistory>;

export const noHistories: EditHistories = new Map();

/** Many large texts would fill a phone's memory long before there are a hundred steps. */
export const maxHistoryUnits = 16 * 1024 * 1024;
/** The cost of a piece beside its characters. */
const pieceUnits = 64;

export type ShownText = { promptId: number; content: string };
/** `now`: milliseconds. */
export type HistoryEdit = ShownText & { now: number };

/** The text as it was opened. Where there is a history, what differs came from elsewhere. */
export function openHistory(histories: EditHistories, { promptId, content }: ShownText): EditHistories {
  if (histories.has(promptId)) return takeInOthers(histories, { promptId, content });
  return latest(histories, promptId, {
    ...wholeText(content),
    ...{ settled: 0, done: 0, last: 0, lastEditTime: null },
  });
}

/** This person's edit. */
export function recordEdit(histories: EditHistories, edit: HistoryEdit): EditHistories {
  const { promptId, content, now } = edit;
  const history = histories.get(promptId);
  if (history === undefined) return openHistory(histories, edit);
  if (history.text === content) return histories;
  const { lastEditTime, settled, done } = history;
  const isGrouped = lastEditTime !== null && now - lastEditTime < limits.undoGroupingMs;
  const step = isGrouped ? done : done + 1;
  const pieces = settlePieces(history.pieces, { settled, last: done });
  const changed = changeByStep(
    { text: history.text, pieces },
    wordChanges(history.text, content, { joinNear: false }),
    step,
  );
  const edited = { text: content, pieces: changed, settled, done: step, last: step, lastEditTime: now };
  return latest(histories, promptId, withinLimits(edited));
}

/** The text as it is shown: what the history does not know of it came from elsewhere. */
export function takeInOthers(histories: EditHistories, { promptId, content }: ShownText): EditHistories {
  const history = histories.get(promptId);
  if (history === undefined || history.text === content) return histories;
  // Our "the" in the midst of what another wrote anew is a word of theirs.
  const changes = wordChanges(history.text, content, { joinNear: true });
  const changed = changeByOthers(history, changes);
  const pieces = settlePieces(changed, history);
  return new Map(histories).set(promptId, { ...history, text: content, pieces });
}

export type HistoryStep = {
  histories: EditHistories;
  /** Returns the text that the editor shows after the step; null if there is nothing more that way. */
  content: string | null;
};

export function undo(histories: EditHistories, promptId: number): HistoryStep {
  return stepThrough(histories, promptId, -1);
}

export function redo(histories: EditHistories, promptId: number): HistoryStep {
  return stepThrough(histories, promptId, 1);
}

/** Histories of prompts that are no longer open go. */
export function keepOpenHistories(histories: EditHistories, openPromptIds: readonly number[]): EditHistories {
  const open = new Set(openPromptIds);
  const kept = [...histories].filter(([promptId]) => open.has(promptId));
  return kept.length === histories.size ? histories : new Map(kept);
}

/** Steps of which others have left nothing are passed over. */
function stepThrough(histories: EditHistories, promptId: number, by: 1 | -1): HistoryStep {
  const history = histories.get(promptId);
  if (history === undefined) return { histories, content: null };
  let { done } = history;
  while (by === 1 ? done < history.last : done > history.settled) {
    done += by;
    const { text, pieces } = showSteps(history, done);
    if (text === history.text) continue;
    const moved = { ...history, text, pieces, done, lastEditTime: null };
    return { histories: new Map(histories).set(promptId, moved), content: text };
  }
  return { histories, content: null };
}

function latest(histories: EditHistories, promptId: number, history: PromptHistory): EditHistories {
  const others = [...histories].filter(([id]) => id !== promptId);
  return new Map([...others.slice(-(limits.historyPrompts - 1)), [promptId, history]]);
}

function withinLimits(history: PromptHistory): PromptHistory {
  const { last } = history;
  let settled = Math.max(history.settled, last - (limits.historyEntriesPerPrompt - 1));
  for (;;) {
    const pieces = settlePieces(history.pieces, { settled, last });
    const units = pieces.reduce((sum, { hidden }) => sum + (hidden?.length ?? 0) + pieceUnits, 0);
    if (units <= maxHistoryUnits || settled >= last - 1) return { ...history, pieces, settled };
    settled += 1;
  }
}
