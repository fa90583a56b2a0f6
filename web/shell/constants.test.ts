/** Numbers of the rules that the product promises; what the screen measures is measured on the screen. */
import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { limitToasts } from '../features/editor/editor-toasts.ts';
import { fontSizes } from '../features/editor/reading-atoms.ts';

const kilobyte = 1024;

test.each<[string, unknown, unknown]>([
  ['maximum upload size', limits.maxUploadBytes, 10 * kilobyte * kilobyte],
  ['displayed file name length', limits.shownFileNameLength, 20],
  ['project name length', limits.projectNameLength, 50],
  ['prompt title length', limits.promptTitleLength, 50],
  ['username minimum', limits.usernameMinLength, 3],
  ['password minimum', limits.passwordMinLength, 6],
  ['search minimum text', limits.searchMinLength, 2],
  ['search debounce', limits.searchDebounceMs, 500],
  ['search snippet', limits.snippetLength, 100],
  ['search snippet before the match', limits.snippetLead, 50],
  ['UI-state save debounce', limits.uiStateDebounceMs, 1000],
  ['autosave debounce', limits.autosaveDebounceMs, 500],
  ['autosave at the latest', [limits.autosaveLatestMs, limits.autosaveWriteMs], [800, 200]],
  ['undo grouping window', limits.undoGroupingMs, 1000],
  ['maximum history entries per prompt', limits.historyEntriesPerPrompt, 100],
  ['maximum prompts with kept history', limits.historyPrompts, 20],
  [
    'undo and redo toast duration',
    [limits.undoToastMs, limitToasts().undo.duration, limitToasts().redo.duration],
    [2000, 2000, 2000],
  ],
  ['sign-out redirect delay', limits.signOutRedirectMs, 100],
  ['font sizes, base being the default', fontSizes, ['small', 'base', 'large', 'extra large']],
  ['initials', limits.initialsLength, 2],
])('%s', (_constant, kept, promised) => {
  expect(kept).toEqual(promised);
});
