/** Tests the resources of every implementation of `library-port.ts`: their rows, and the records of their blobs. */
import { expect, test } from 'vitest';
import type { Touch } from '#shared/mutations/mutation.ts';
import type { Write } from '#shared/mutations/row-set.ts';
import {
  createdAt,
  loaded,
  type OpenScene,
  plain,
  project,
  type StorageScene,
  save,
  whole,
} from './storage-scene.ts';

const unlimited = Number.POSITIVE_INFINITY;

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
  const announce = ({ storage }: StorageScene, user: number, sha256: string, size: number) =>
    storage.blobs.announce(user, { sha256, size }, unlimited);

  const byHash = (scene: StorageScene, user: number, sha256: string) =>
    scene.storage
      .resourcesWith(user, sha256)
      .then((rows) => rows.map(({ id, available }) => [id, available]));

  test('rows are available from the instant at which their blob is recorded, and come in the feed', async () => {
    using scene = await open();
    const [ada, eve] = scene.users;
    const by = { client: 'c1', number: 1 };
    await save(scene, ada, [project(1), resource(2, 1, 'aa'), resource(3, 1, 'bb'), resource(4, 1, 'aa')], {
      ...plain,
      by,
    });
    await save(scene, ada, [{ kind: 'delete', type: 'resource', id: 4 }]);
    await save(scene, eve, [project(1), resource(2, 1, 'aa')]);
    await announce(scene, ada, 'aa', 3);
    expect(await byHash(scene, ada, 'aa')).toEqual([[2, false]]);
    const { blobs } = scene.storage;
    expect(await blobs.confirm(ada, 'aa', ['text/plain', 'text/markdown'])).toEqual({ seq: 6 });
    expect(await byHash(scene, ada, 'aa')).toEqual([[2, true]]);
    expect(await byHash(scene, eve, 'aa')).toEqual([[2, false]]);
    const { items } = await scene.storage.changesSince(ada, 5, whole);
    expect(items).toMatchObject([
      { stored: { type: 'resource', id: 2, seq: 6, rev: 1, userSeq: 2, by, row: { available: true } } },
    ]);
    await save(scene, ada, [{ kind: 'restore', type: 'resource', id: 4 }]);
    expect(await byHash(scene, ada, 'aa')).toEqual([
      [2, true],
      [4, true],
    ]);
    expect(await blobs.lose(ada, 'aa')).toEqual({ seq: 9 });
    expect(await byHash(scene, ada, 'aa')).toEqual([
      [2, false],
      [4, false],
    ]);
    await expect(blobs.confirm(ada, 'zz', ['text/plain'])).rejects.toThrow(/record of a file was removed/);
  });

  test('a blob that does not match the size and type of a row is not that row’s blob', async () => {
    using scene = await open();
    const [ada] = scene.users;
    await save(scene, ada, [project(1), resource(2, 1, 'aa')]);
    const { blobs } = scene.storage;
    await announce(scene, ada, 'aa', 3);
    await blobs.confirm(ada, 'aa', ['text/plain']);
    expect(await byHash(scene, ada, 'aa')).toEqual([[2, false]]);
    await blobs.confirm(ada, 'aa', ['text/markdown']);
    expect(await byHash(scene, ada, 'aa')).toEqual([[2, true]]);
    await blobs.lose(ada, 'aa');
    await announce(scene, ada, 'aa', 4);
    await blobs.confirm(ada, 'aa', ['text/markdown']);
    expect(await byHash(scene, ada, 'aa')).toEqual([[2, false]]);
  });

  test('bytes are to be removed once every row about them is erased, and not a day before', async () => {
    using scene = await open();
    const [ada, eve] = scene.users;
    for (const user of [ada, eve]) {
      await save(scene, user, [project(1), resource(2, 1, 'aa'), resource(3, 1, 'bb')]);
      await announce(scene, user, 'aa', 3);
      await scene.storage.blobs.confirm(user, 'aa', []);
    }
    const { blobs } = scene.storage;
    await announce(scene, ada, 'cc', 5);
    expect(await scene.storage.blobsToRemove()).toEqual([{ userId: ada, sha256: 'cc' }]);
    expect(await blobs.total(ada)).toBe(8);
    await save(scene, ada, [{ kind: 'delete', type: 'resource', id: 2 }]);
    expect(await blobs.retire(ada, 'aa')).toBeUndefined();
    expect(await blobs.retire(ada, 'zz')).toBeUndefined();
    expect(await blobs.find(ada, 'aa')).toMatchObject({ state: 'stored' });
    await scene.storage.eraseDeletedBefore(1_001);
    expect(await blobs.find(ada, 'aa')).toMatchObject({ state: 'stored' });
    expect(await scene.storage.blobsToRemove()).toEqual([
      { userId: ada, sha256: 'aa' },
      { userId: ada, sha256: 'cc' },
    ]);
    expect(await blobs.retire(ada, 'aa')).toEqual({ seq: null });
    expect(await blobs.find(ada, 'aa')).toMatchObject({ state: 'unsure', size: 3 });
    // A server that ended in between removes the file once more.
    expect(await blobs.retire(ada, 'aa')).toEqual({ seq: null });
    // Keeps the record of bytes that were stored again meanwhile.
    expect(await blobs.confirm(ada, 'aa', [])).toEqual({ seq: null });
    expect(await blobs.forget(ada, 'aa')).toBe(false);
    expect(await blobs.find(ada, 'aa')).toMatchObject({ state: 'stored' });
    await blobs.retire(ada, 'aa');
    expect(await blobs.forget(ada, 'aa')).toBe(true);
    expect(await blobs.find(ada, 'aa')).toBeUndefined();
    expect(await byHash(scene, eve, 'aa')).toEqual([[2, false]]);
  });

  test('the quota is counted with the announcement: of two uploads beside each other one gets the last room', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const { blobs } = scene.storage;
    const upload = (sha256: string) => blobs.announce(ada, { sha256, size: 3 }, 5);
    const outcomes = await Promise.all([upload('aa'), upload('bb')]);
    // Over several connections nobody knows which of them is first.
    const [first, other] = outcomes[0].kind === 'announced' ? ['aa', 'bb'] : ['bb', 'aa'];
    expect(outcomes).toContainEqual({ kind: 'announced' });
    expect(outcomes).toContainEqual({ kind: 'full', used: 3 });
    expect(await upload(first)).toEqual({ kind: 'announced' });
    expect(await upload(other)).toEqual({ kind: 'full', used: 3 });
    expect(await blobs.total(ada)).toBe(3);
  });

  test('touches load the files of a project, the project of a deleted file, and files with the same bytes', async () => {
    using scene = await open();
    const [ada] = scene.users;
    await save(scene, ada, [project(1), resource(2, 1, 'aa'), resource(3, 1, 'bb'), resource(4, 9, 'aa')]);
    const names = async (touch: Touch) =>
      (await loaded(scene, ada, touch))
        .all()
        .map(({ type, id, deleted }) => `${type} ${id}${deleted ? ' deleted' : ''}`)
        .sort();
    expect(await names({ kind: 'contentsOf', projectId: 1 })).toEqual(['resource 2', 'resource 3']);
    expect(await names({ kind: 'shellOf', resourceId: 2 })).toEqual(['project 1', 'resource 2']);
    await save(scene, ada, [{ kind: 'delete', type: 'resource', id: 2 }]);
    expect(await names({ kind: 'shellOf', resourceId: 2 })).toEqual(['project 1', 'resource 2 deleted']);
    expect(await names({ kind: 'sameBytes', sha256: 'aa' })).toEqual(['resource 2 deleted', 'resource 4']);
    expect((await scene.storage.resourcesOf(ada, 1, null))?.rows.map(({ id }) => id)).toEqual([3]);
    expect(await scene.storage.resourcesOf(ada, 9, null)).toBeUndefined();
    expect(await scene.storage.resource(ada, 2)).toBeUndefined();
    expect(await scene.storage.resource(ada, 3)).toMatchObject({ rev: 1, row: { name: 'R3' } });
  });

  test('a record has the size of its blob, whether it is stored, and the types that it fits', async () => {
    using scene = await open();
    const [ada, eve] = scene.users;
    const { blobs } = scene.storage;
    const found = (user: number) => Promise.all([blobs.find(user, 'aa'), blobs.total(user)]);
    expect(await found(ada)).toEqual([undefined, 0]);
    await announce(scene, ada, 'aa', 3);
    expect(await found(ada)).toMatchObject([{ size: 3, state: 'unsure' }, 3]);
    // Known already: what is there stays.
    await announce(scene, ada, 'aa', 9);
    await blobs.confirm(ada, 'aa', ['text/plain', 'text/markdown']);
    expect(await found(ada)).toEqual([
      { size: 3, state: 'stored', fits: ['text/plain', 'text/markdown'] },
      3,
    ]);
    expect(await found(eve)).toEqual([undefined, 0]);
    await blobs.retire(ada, 'aa');
    expect(await found(ada)).toMatchObject([{ state: 'unsure' }, 3]);
  });

  test('a mutation that names bytes sees whether they are here, and of which types', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const fits = async () => {
      const rows = await loaded(scene, ada, { kind: 'sameBytes', sha256: 'aa' });
      return (['text/plain', 'text/markdown'] as const).filter((type) =>
        rows.hasBytes({ sha256: 'aa', fileType: type }),
      );
    };
    await announce(scene, ada, 'aa', 3);
    expect(await fits()).toEqual([]);
    await scene.storage.blobs.confirm(ada, 'aa', ['text/markdown']);
    expect(await fits()).toEqual(['text/markdown']);
    await scene.storage.blobs.retire(ada, 'aa');
    expect(await fits()).toEqual([]);
  });

  test('a file that is written again has the new values, and whose change it was', async () => {
    using scene = await open();
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
