/** What every implementation of `library-port.ts` promises about files: their rows, and the records of their bytes. */
import { expect, test } from 'vitest';
import type { Touch } from '#shared/mutations/mutation.ts';
import type { Write } from '#shared/mutations/row-set.ts';
import type { Authorship } from './library-port.ts';
import type { OpenScene, StorageScene } from './storage-scene.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const plain: Authorship = { by: null, device: 'desk', texts: [], at: 1_000 };
const whole = { rows: 500, bytes: 1_000_000 };

const project = (id: number): Write => ({
  kind: 'put',
  type: 'project',
  id,
  row: { id, name: `P${id}`, color: 'red', createdAt },
});
const resource = (id: number, projectId: number, sha256: string): Write => ({
  kind: 'put',
  type: 'resource',
  id,
  row: {
    id,
    projectId,
    name: `R${id}`,
    originalFilename: `r${id}.md`,
    description: '',
    fileType: 'text/markdown',
    fileSize: 3,
    sha256,
    createdAt,
    available: false,
  },
});
export function blobRecordsSuite(open: OpenScene): void {
  const save = ({ storage }: StorageScene, user: number, writes: Write[], authorship = plain) =>
    storage.transact(user, (transaction) => transaction.save(writes, authorship));

  const byHash = (scene: StorageScene, user: number, sha256: string) =>
    scene.storage
      .resourcesWith(user, sha256)
      .then((rows) => rows.map(({ id, available }) => [id, available]));

  test('rows say that their bytes are here from the instant of its record, and the feed tells of it', async () => {
    using scene = open();
    const [ada, eve] = scene.users;
    const by = { client: 'c1', number: 1 };
    await save(scene, ada, [project(1), resource(2, 1, 'aa'), resource(3, 1, 'bb'), resource(4, 1, 'aa')], {
      ...plain,
      by,
    });
    await save(scene, ada, [{ kind: 'delete', type: 'resource', id: 4 }]);
    await save(scene, eve, [project(1), resource(2, 1, 'aa')]);
    await scene.storage.transact(ada, ({ blobs }) => blobs.announce('aa', 3));
    expect(await byHash(scene, ada, 'aa')).toEqual([[2, false]]);
    const seq = await scene.storage.transact(ada, ({ blobs, seq }) => {
      blobs.confirm('aa', ['text/plain', 'text/markdown']);
      return seq();
    });
    expect(seq).toBe(6);
    expect(await byHash(scene, ada, 'aa')).toEqual([[2, true]]);
    expect(await byHash(scene, eve, 'aa')).toEqual([[2, false]]);
    const { items } = await scene.storage.changesSince(ada, 5, whole);
    expect(items).toMatchObject([
      { stored: { type: 'resource', id: 2, seq: 6, rev: 1, meant: 2, by, row: { available: true } } },
    ]);
    await save(scene, ada, [{ kind: 'restore', type: 'resource', id: 4 }]);
    expect(await byHash(scene, ada, 'aa')).toEqual([
      [2, true],
      [4, true],
    ]);
    await scene.storage.transact(ada, ({ blobs }) => blobs.doubt('aa'));
    expect(await byHash(scene, ada, 'aa')).toEqual([
      [2, false],
      [4, false],
    ]);
    expect(await scene.storage.transact(ada, (transaction) => transaction.seq())).toBe(9);
  });

  test('bytes that do not fit what a row says of them are not that row’s bytes', async () => {
    using scene = open();
    const [ada] = scene.users;
    await save(scene, ada, [project(1), resource(2, 1, 'aa')]);
    await scene.storage.transact(ada, ({ blobs }) => {
      blobs.announce('aa', 3);
      blobs.confirm('aa', ['text/plain']);
    });
    expect(await byHash(scene, ada, 'aa')).toEqual([[2, false]]);
    await scene.storage.transact(ada, ({ blobs }) => blobs.confirm('aa', ['text/markdown']));
    expect(await byHash(scene, ada, 'aa')).toEqual([[2, true]]);
    await scene.storage.transact(ada, ({ blobs }) => {
      blobs.forget('aa');
      blobs.announce('aa', 4);
      blobs.confirm('aa', ['text/markdown']);
    });
    expect(await byHash(scene, ada, 'aa')).toEqual([[2, false]]);
  });

  test('bytes are to be removed once every row about them is erased, and not a day before', async () => {
    using scene = open();
    const [ada, eve] = scene.users;
    for (const user of [ada, eve]) {
      await save(scene, user, [project(1), resource(2, 1, 'aa'), resource(3, 1, 'bb')]);
      await scene.storage.transact(user, ({ blobs }) => {
        blobs.announce('aa', 3);
        blobs.confirm('aa', []);
      });
    }
    await scene.storage.transact(ada, ({ blobs }) => blobs.announce('cc', 5));
    expect(await scene.storage.blobsToRemove()).toEqual([{ userId: ada, sha256: 'cc' }]);
    expect(await scene.storage.transact(ada, ({ blobs }) => blobs.total())).toBe(8);
    await save(scene, ada, [{ kind: 'delete', type: 'resource', id: 2 }]);
    const state = () =>
      scene.storage.transact(ada, ({ blobs }) => [
        blobs.find('aa')?.state,
        blobs.isReferenced('aa'),
        blobs.isReferenced('zz'),
      ]);
    expect(await state()).toEqual(['stored', true, false]);
    await scene.storage.eraseDeletedBefore(1_001);
    expect(await state()).toEqual(['stored', false, false]);
    expect(await scene.storage.blobsToRemove()).toEqual([
      { userId: ada, sha256: 'aa' },
      { userId: ada, sha256: 'cc' },
    ]);
    await scene.storage.transact(ada, ({ blobs }) => blobs.forget('aa'));
    expect(await state()).toEqual([undefined, false, false]);
    expect(await byHash(scene, eve, 'aa')).toEqual([[2, false]]);
  });

  test('touches load the files of a project, the project of a deleted file, and files with the same bytes', async () => {
    using scene = open();
    const [ada] = scene.users;
    await save(scene, ada, [project(1), resource(2, 1, 'aa'), resource(3, 1, 'bb'), resource(4, 9, 'aa')]);
    const loaded = (touch: Touch) =>
      scene.storage.transact(ada, (transaction) =>
        transaction
          .load([touch])
          .all()
          .map(({ type, id, deleted }) => `${type} ${id}${deleted ? ' deleted' : ''}`),
      );
    expect(await loaded({ kind: 'contentsOf', projectId: 1 })).toEqual(['resource 2', 'resource 3']);
    expect(await loaded({ kind: 'shellOf', resourceId: 2 })).toEqual([]);
    await save(scene, ada, [{ kind: 'delete', type: 'resource', id: 2 }]);
    expect(await loaded({ kind: 'shellOf', resourceId: 2 })).toEqual(['project 1']);
    expect(await loaded({ kind: 'sameBytes', sha256: 'aa' })).toEqual(['resource 2 deleted', 'resource 4']);
    expect((await scene.storage.resourcesOf(ada, 1, null))?.rows.map(({ id }) => id)).toEqual([3]);
    expect(await scene.storage.resourcesOf(ada, 9, null)).toBeUndefined();
    expect(await scene.storage.resource(ada, 2)).toBeUndefined();
    expect(await scene.storage.resource(ada, 3)).toMatchObject({ rev: 1, row: { name: 'R3' } });
  });

  test('a record says how much it is, whether it is sure, and what the bytes fit', async () => {
    using scene = open();
    const [ada, eve] = scene.users;
    const found = (user: number) =>
      scene.storage.transact(user, ({ blobs }) => [blobs.find('aa'), blobs.total()]);
    expect(await found(ada)).toEqual([undefined, 0]);
    await scene.storage.transact(ada, ({ blobs }) => blobs.announce('aa', 3));
    expect(await found(ada)).toMatchObject([{ size: 3, state: 'unsure' }, 3]);
    await scene.storage.transact(ada, ({ blobs }) => {
      // Known already: what is there stays.
      blobs.announce('aa', 9);
      blobs.confirm('aa', ['text/plain', 'text/markdown']);
    });
    expect(await found(ada)).toEqual([
      { size: 3, state: 'stored', fits: ['text/plain', 'text/markdown'] },
      3,
    ]);
    expect(await found(eve)).toEqual([undefined, 0]);
    await scene.storage.transact(ada, ({ blobs }) => blobs.doubt('aa'));
    expect(await found(ada)).toMatchObject([{ state: 'unsure' }, 3]);
  });

  test('a mutation that names bytes sees whether they are here, and of which types', async () => {
    using scene = open();
    const [ada] = scene.users;
    const fits = () =>
      scene.storage.transact(ada, (transaction) => {
        const rows = transaction.load([{ kind: 'sameBytes', sha256: 'aa' }]);
        return (['text/plain', 'text/markdown'] as const).filter((type) =>
          rows.hasBytes({ sha256: 'aa', fileType: type }),
        );
      });
    await scene.storage.transact(ada, ({ blobs }) => blobs.announce('aa', 3));
    expect(await fits()).toEqual([]);
    await scene.storage.transact(ada, ({ blobs }) => blobs.confirm('aa', ['text/markdown']));
    expect(await fits()).toEqual(['text/markdown']);
    await scene.storage.transact(ada, ({ blobs }) => blobs.doubt('aa'));
    expect(await fits()).toEqual([]);
  });

  test('a file that is written again has the new values, and whose change it was', async () => {
    using scene = open();
    const [ada] = scene.users;
    const by = { client: 'c1', number: 4 };
    await save(scene, ada, [project(1), resource(2, 1, 'aa')]);
    const row = {
      ...{ id: 2, projectId: 5, name: 'N', originalFilename: 'n.txt', description: 'd' },
      ...{ fileType: 'text/plain' as const, fileSize: 4, sha256: 'bb', available: false },
      createdAt: '2026-02-02T00:00:00.000Z',
    };
    await save(scene, ada, [{ kind: 'put', type: 'resource', id: 2, row }], { ...plain, by, at: 2_000 });
    const { items } = await scene.storage.changesSince(ada, 2, whole);
    expect(items).toEqual([
      {
        stored: { type: 'resource', id: 2, seq: 3, rev: 2, deleted: false, by, row },
        textBy: 'c1',
        device: 'desk',
        at: 2_000,
      },
    ]);
  });
}
