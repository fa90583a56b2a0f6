import { expect, test } from 'vitest';
import { screenChunks } from './screen-chunks.ts';

/** Returns the chunk of each module, asked in this order; modules name those that import them. */
function chunksOf(modules) {
  const context = {
    getModuleInfo(id) {
      const { importers = [], dynamicImporters = [], isEntry = false } = modules[id];
      return { id, importers, dynamicImporters, isEntry };
    },
  };
  const { name } = screenChunks();
  return Object.fromEntries(Object.keys(modules).map((id) => [id, name(id, context)]));
}

const entry = '/web/main.tsx';
const signIn = '/web/features/auth/auth-page.tsx';
const themes = '/web/ui/theme-menu.tsx';
const session = '/web/start-session.ts';
const workspace = '/web/shell/open-library.tsx';
const editor = '/web/features/editor/editor-pane.tsx';
const notes = '/web/features/notes/notes-panel.tsx';
const account = '/web/features/account/account-dialog.tsx';
const search = '/web/features/search/search-worker.ts';
const templates = '/web/features/variables/template-worker.ts';
const roots = {
  [entry]: { isEntry: true },
  ...Object.fromEntries(
    [signIn, themes, session, workspace, editor, notes, account].map((id) => [
      id,
      { dynamicImporters: [entry] },
    ]),
  ),
  [search]: { isEntry: true },
  [templates]: { isEntry: true },
};

test('screens that are opened seldom, and what only they need, are in a chunk of their own', () => {
  const chunks = chunksOf({
    [entry]: { isEntry: true },
    [notes]: { dynamicImporters: [entry] },
    [account]: { dynamicImporters: [entry] },
    '/of-account.ts': { importers: [account] },
    '/of-both.ts': { importers: [account, notes] },
    '/of-all.ts': { importers: [entry, account] },
  });
  expect(chunks).toEqual({
    [entry]: null,
    [notes]: 'panels',
    [account]: 'seldom-panels',
    '/of-account.ts': 'seldom-panels',
    '/of-both.ts': 'panels',
    '/of-all.ts': null,
  });
});

test('modules of a worker that import each other in a circle are in none of the chunks of panels', () => {
  const worker = '/web/features/variables/tokens/token-worker.ts';
  const chunks = chunksOf({
    '/one.js': { importers: ['/two.js', worker] },
    '/two.js': { importers: ['/one.js'] },
    [worker]: { isEntry: true },
  });
  expect(chunks).toEqual({ '/one.js': null, '/two.js': null, [worker]: null });
});

test.each([
  ['open-library', [workspace]],
  ['open-library', [workspace, editor, notes]],
  ['start-session', [session, workspace]],
  ['common', [signIn, workspace]],
  ['menus', [themes, workspace]],
  ['library', [session, search]],
  ['model', [entry, session, search]],
  ['editor-pane', [editor, notes]],
  ['texts', [editor, templates]],
  ['prompt-texts', [editor, search]],
  // A worker of texts, or a visitor, would load the library for it.
  [null, [session, templates]],
  [null, [session, signIn, search]],
  [null, [signIn]],
  [null, [entry, templates]],
])('the chunk %o has what %j need', (chunk, importers) => {
  expect(chunksOf({ ...roots, '/shared.ts': { importers } })['/shared.ts']).toBe(chunk);
});

test('a module that a part outside of the screens loads is in none of the chunks', () => {
  const colors = '/web/features/editor/markdown/worker/color-code.ts';
  const chunks = chunksOf({
    ...roots,
    [colors]: { dynamicImporters: [search] },
    '/shared.ts': { importers: [colors, workspace] },
  });
  expect(chunks['/shared.ts']).toBeNull();
});
