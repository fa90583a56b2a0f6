import type Dexie from 'dexie';
import type { RingRun } from './ring-run.ts';

/**
 * Defines the tables of a library and their indexes. A released version is never changed: the next one stands below it,
 * with what it does to the rows.
 */
export function defineSchema(db: Dexie): void {
  db.version(1).stores({
    projects: 'id',
    prompts: 'id, row.projectId, seq',
    promptChanges: '++stamp',
    outline: '++position',
    // Versions without a mark are in no index of marks: null is no key. The palette finds versions by their descriptions,
    // and reads no text for it.
    versions:
      'id, [row.promptId+row.version], [row.promptId+row.conflict], [row.promptId+row.version+row.description]',
    resources: 'id, row.projectId, row.sha256',
    uiState: 'id',
    confirmed: 'key',
    outbox:
      '++position, name, target, *writes, *needs, [state+number], [blocked+createdAt], [blocked+state+lane]',
    outboxArgs: 'position',
    meta: 'key',
    notices: '++id',
    files: 'sha256',
    fileUses: 'sha256, lastUsed',
    uploads: 'sha256',
    heldPages: '++position',
    unknownChanges: 'key, history',
    binItems: 'key, sha256, [under+at], [under+type]',
    binRows: 'key',
    importedPortions: '++position, at, [at+size]',
  });
  db.version(2).stores({
    models: 'id',
    modelKeys: 'id',
    // Those that have ended are in no index of running ones. The room that they take is counted without reading them.
    runs: 'id, [promptId+startedAt], [startedAt+bytes], runningIn',
    runInputs: 'id',
    runOutputs: 'id',
  });
  db.version(3).stores({
    runs: 'id, [promptId+startedAt], [startedAt+bytes], runningIn, waitingSince',
  });
  db.version(4).stores({
    // Those of a version, and of a text, are counted without reading them. Null is no key.
    keptRuns: 'id, [row.promptId+row.createdAt], row.versionId, [row.promptId+row.run.textHash]',
  });
  db.version(5).stores({
    testCases: 'id, [row.promptId+row.createdAt]',
  });
  // A run of a table of cases is in no list of its prompt.
  db.version(6)
    .stores({
      runs: 'id, [listedIn+startedAt], [cellOf+startedAt], cell, [startedAt+bytes], runningIn, waitingSince',
    })
    .upgrade((transaction) =>
      transaction
        .table<RingRun, number>('runs')
        .toCollection()
        .modify((run) => {
          run.listedIn = run.promptId;
        }),
    );
}
