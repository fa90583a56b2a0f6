import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { noOutput, noRating } from '#shared/model/run/run.ts';
import { commit } from '../commit/commit.ts';
import { openLibrary } from '../database/library.ts';
import { keepKey } from '../model-keys/kept-key.ts';
import { readOutbox } from '../outbox/outbox-store.ts';
import { exportLibrary } from '../transfer/library-export.ts';
import { snapshotFile, snapshotsOf, takeSnapshot } from '../transfer/snapshots.ts';
import { saveModel } from './models.ts';
import { beginRun, storeRun } from './run-ring.ts';

const mark = 'never leaves this device';

test('models, keys and runs are in no export, no copy of the library and no outbox', async () => {
  const library = await openLibrary(
    { id: 1, username: 'ada', displayName: 'Ada' },
    {
      random: (words) => crypto.getRandomValues(words),
      now: () => Date.parse('2026-01-01T00:00:00Z'),
      indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
    },
  );
  await commit(library, 'createProject', { id: 1, name: 'P', color: 'red' });
  await commit(library, 'createPrompt', { id: 2, title: 'T', content: 'A text', projectId: 1 });
  const entry = {
    ...{ id: 5, name: mark, kind: 'openai' as const, server: 'ollama' as const, from: 'device' as const },
    ...{ address: 'http://localhost:11434/v1', model: mark, defaults: {}, price: null, atOnce: 1 },
  };
  await saveModel(library, entry);
  await keepKey(library, crypto, { id: 5, key: mark });
  const head = {
    ...{ id: 9, promptId: 2, versionId: null, textHash: '', device: 'A test', from: entry.from },
    model: { entryId: 5, name: mark, kind: entry.kind, model: mark },
    ...{ state: 'done' as const, startedAt: '2026-01-01T00:00:00.000Z', firstMs: null, totalMs: null },
    ...{ usage: null, cost: null, problems: [], rating: { ...noRating, note: mark }, excerpt: '' },
  };
  const messages = [{ role: 'user' as const, content: mark }];
  await beginRun(library, head, { messages, values: { name: mark }, settings: {}, attachments: [] });
  await storeRun(library, head, { ...noOutput, answer: mark });
  await takeSnapshot(library, 'daily');
  const [snapshot] = await snapshotsOf(library);
  const written = [
    JSON.stringify(await exportLibrary(library)),
    await (await snapshotFile(library, snapshot?.id ?? 0))?.text(),
    JSON.stringify(await readOutbox(library)),
  ];
  for (const text of written) {
    expect(text).toContain('A text');
    expect(text).not.toContain(mark);
  }
});
