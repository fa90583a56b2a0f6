import { expect, test } from 'vitest';
import type { Change } from '#shared/sync/wire.ts';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { readOutbox, settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  resourceChange,
} from '../testing/server-rows-scene.ts';
import { applyPull } from './apply-pull.ts';

const deleted = ({ row: _row, ...change }: Change, seq: number): Change => ({
  ...change,
  ...{ seq, rev: 2, deleted: true },
});

/** A library whose project was deleted here, which the server has accepted. */
async function projectDeleted(): Promise<{ library: Library; own: number }> {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange(), promptChange({ id: 2 }), resourceChange()]);
  await commit(library, 'deleteProject', { id: 5 });
  const batch = await takeBatch(library);
  const results = (batch?.mutations ?? []).map(({ key }) => ({ key, status: 200, seq: 14, revs: {} }));
  await settleAnswer(library, { seq: 14, results });
  const [entry] = await readOutbox(library);
  return { library, own: entry?.number ?? 0 };
}

async function shownRows({ db }: Library): Promise<number> {
  const tables = [db.projects, db.prompts, db.resources];
  const counts = await Promise.all(tables.map((table) => table.count()));
  return counts.reduce((sum, count) => sum + count, 0);
}

test('nothing of a project that this device deleted is shown while its deletion comes back over several pages', async () => {
  const { library, own } = await projectDeleted();
  const tombstones = [
    // The server names the author's mutation where a row has one of its texts: of a project it does not.
    [deleted(projectChange(), 11), { ...deleted(promptChange(), 12), ownNumber: own }],
    [{ ...deleted(promptChange({ id: 2 }), 13), ownNumber: own }],
    [{ ...deleted(resourceChange(), 14), ownNumber: own }],
  ];
  for (const [index, changes] of tombstones.entries()) {
    const more = index < tombstones.length - 1;
    const seq = changes.at(-1)?.seq ?? 0;
    await applyPull(library, { cursor: `e.${seq}`, more, changes }, { allowRemovals: false });
    expect(await shownRows(library), `after page ${index + 1}`).toBe(0);
  }
  expect(await readOutbox(library)).toEqual([]);
});
