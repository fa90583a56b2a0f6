import { expect, test } from 'vitest';
import { panelsChunk } from './panels-chunk.ts';

/** Returns the chunk of each module, asked in this order; modules name those that import them. */
function chunksOf(modules) {
  const context = {
    getModuleInfo(id) {
      const { importers = [], dynamicImporters = [], isEntry = false } = modules[id];
      return { id, importers, dynamicImporters, isEntry };
    },
  };
  const { name } = panelsChunk();
  return Object.fromEntries(Object.keys(modules).map((id) => [id, name(id, context)]));
}

const entry = '/web/main.tsx';
const notes = '/web/features/notes/notes-panel.tsx';
const account = '/web/features/account/account-dialog.tsx';

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
