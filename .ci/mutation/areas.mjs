/**
 * The code whose tests are tested, a part at a time, each with the tests that stand beside it: what only a
 * test far away would notice counts as not noticed.
 */
/** @type {Record<string, { mutate: string[], tests: string[], setupFiles?: string[] }>} */
export const areas = {
  'shared/merge': {
    mutate: ['shared/{diff,merge}/*.ts'],
    tests: ['shared/{diff,merge}/*.test.ts'],
  },
  'shared/mutations': {
    mutate: ['shared/{kinds,mutations}/*.ts'],
    // Their rebase is tested with that of the outbox.
    tests: ['shared/{kinds,mutations,sync}/*.test.ts'],
  },
  'shared/sync': {
    mutate: ['shared/sync/*.ts'],
    tests: ['shared/sync/*.test.ts'],
  },
  'web/data': {
    mutate: ['web/data/*/*.ts'],
    tests: ['web/data/*/*.test.ts'],
    // Dexie's live queries stay silent where the global IndexedDB was missing when the worker loaded Dexie.
    setupFiles: ['fake-indexeddb/auto'],
  },
  'web/sync': {
    mutate: ['web/sync/*.ts'],
    tests: ['web/sync/*.test.ts'],
  },
  'editor-binding': {
    mutate: [
      'web/features/editor/binding/{autosave-timer,bound-text,editor-binding,reconcile-row,row-follower,save-state,save-status,text-saver,unsaved-copy}.ts',
    ],
    tests: [
      'web/features/editor/binding/{autosave-timer,bound-text,editor-binding,editor-binding-deleted,row-follower,save-status,text-saver}.test.ts',
    ],
    setupFiles: ['fake-indexeddb/auto'],
  },
  session: {
    mutate: [
      'web/session/{session,session-library,session-sign-out,session-state,session-user,sign-in-again,sign-out-together,signed-out}.ts',
    ],
    tests: ['web/session/*.test.ts'],
    setupFiles: ['fake-indexeddb/auto'],
  },
  'sync-server/services': {
    mutate: ['sync-server/services/**/*.ts'],
    // Services are asked over the routes: what is beside them starts there.
    tests: [
      'sync-server/services/*/*.test.ts',
      'sync-server/routes/*.test.ts',
      'sync-server/routes/{account,answers,library,operation,sync}/*.test.ts',
    ],
  },
  'sync-server/storage': {
    mutate: [
      'sync-server/storage/*.ts',
      'sync-server/storage/{change,data-folder,failures,ports}/*.ts',
      'sync-server/storage/blobs/*.ts',
      'sync-server/storage/sql/*.ts',
      'sync-server/storage/sqlite/{group-commit,library-*}.ts',
      'sync-server/storage/sqlite/change/{bulk-*,gather,save-changes,stored-answers,touched-rows,user-records}.ts',
      'sync-server/storage/sqlite/reads/library-*.ts',
      'sync-server/storage/sqlite/rows/{row-*,statement-parts}.ts',
    ],
    tests: ['sync-server/storage/**/*.test.ts'],
  },
};

/** Tests and what only tests use. */
export const notMutated = ['!**/*.test.ts', '!**/*-{suite,scene,example}.ts'];
