import { limits } from '#shared/model/limits.ts';

/**
 * Undo and redo of the prompts in the editor, as pure functions. Spec sections 3, 4 and 9.
 * 1. An edit within 1000 ms of the previous one, typed or by a button, replaces the latest entry, never the text
 *    that was opened.
 * 2. An edit after an undo discards what could be redone.
 * 3. At most 100 entries a prompt and 20 prompts; the one edited longest ago goes first.
 */
export type EditEntry = { readonly content: string; readonly timestamp: number };

export type PromptHistory = {
  readonly entries: readonly EditEntry[];
  readonly position: number;
  /** Null where the next edit must not replace anything: nothing edited yet, or undone since. */
  readonly lastEditTime: number | null;
};

/** By prompt id, the one edited longest ago first. */
export type EditHistories = ReadonlyMap<number, PromptHistory>;

export const noHistories: EditHistories = new Map();

/** Many large texts would fill a phone's memory long before there are a hundred of them. */
export const maxHistoryUnits = 16 * 1024 * 1024;

export type HistoryEdit = {
  promptId: number;
  content: string;
  /** Milliseconds. */
  now: number;
};

/** The text as it was opened: what undo finally comes back to. An existing history stays. */
export function openHistory(histories: EditHistories, opened: HistoryEdit): EditHistories {
  if (histories.has(opened.promptId)) return histories;
  const entries = [{ content: opened.content, timestamp: opened.now }];
  return latest(histories, opened.promptId, { entries, position: 0, lastEditTime: null });
}

export function recordEdit(histories: EditHistories, edit: HistoryEdit): EditHistories {
  const history = histories.get(edit.promptId);
  if (history === undefined) return openHistory(histories, edit);
  if (history.entries[history.position]?.content === edit.content) return histories;
  const isGrouped = history.lastEditTime !== null && edit.now - history.lastEditTime < limits.undoGroupingMs;
  const kept = history.entries.slice(0, isGrouped ? history.position : history.position + 1);
  const entries = withinLimits([...kept, { content: edit.content, timestamp: edit.now }]);
  const position = entries.length - 1;
  return latest(histories, edit.promptId, { entries, position, lastEditTime: edit.now });
}

export type HistoryStep = {
  histories: EditHistories;
  /** Returns the text that the editor shows after the step; null if the prompt has no history. */
  content: string | null;
  /** Nothing more that way, and nothing was changed. */
  atLimit: boolean;
};

export function undo(histories: EditHistories, promptId: number): HistoryStep {
  return step(histories, promptId, -1);
}

export function redo(histories: EditHistories, promptId: number): HistoryStep {
  return step(histories, promptId, 1);
}

/** Histories of prompts that are no longer open go. */
export function keepOpenHistories(histories: EditHistories, openPromptIds: readonly number[]): EditHistories {
  const open = new Set(openPromptIds);
  const kept = [...histories].filter(([promptId]) => open.has(promptId));
  return kept.length === histories.size ? histories : new Map(kept);
}

function step(histories: EditHistories, promptId: number, by: 1 | -1): HistoryStep {
  const history = histories.get(promptId);
  if (history === undefined) return { histories, content: null, atLimit: true };
  const entry = history.entries[history.position + by];
  if (entry === undefined) {
    return { histories, content: history.entries[history.position]?.content ?? null, atLimit: true };
  }
  const moved = { ...history, position: history.position + by, lastEditTime: null };
  return { histories: new Map(histories).set(promptId, moved), content: entry.content, atLimit: false };
}

function latest(histories: EditHistories, promptId: number, history: PromptHistory): EditHistories {
  const others = [...histories].filter(([id]) => id !== promptId);
  return new Map([...others.slice(-(limits.historyPrompts - 1)), [promptId, history]]);
}

function withinLimits(entries: EditEntry[]): EditEntry[] {
  const kept = entries.slice(-limits.historyEntriesPerPrompt);
  let units = kept.reduce((sum, entry) => sum + entry.content.length, 0);
  while (units > maxHistoryUnits && kept.length > 2) units -= kept.shift()?.content.length ?? 0;
  return kept;
}
