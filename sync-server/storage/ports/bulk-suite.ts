/** Tests every storage with changes of more rows than one transaction holds, and its counters. */
import { expect, test } from 'vitest';
import type { BulkDeletion, Seen } from '#shared/mutations/mutation.ts';
import type { Write } from '#shared/mutations/row-set.ts';
import type { Authorship, BulkChange, Part } from './library-transaction.ts';
import {
  change,
  deleting,
  type OpenScene,
  project,
  prompt,
  row,
  type StorageScene,
  save,
  touching,
  version,
  whole,
  write,
} from './storage-scene.ts';

const small = { rows: 3, bytes: 1_000 };
const laptop: Authorship = { by: { client: 'laptop', number: 7 }, device: 'Laptop', texts: [], at: 5_000 };

const resource = (id: number, projectId: number): Write => {
  const names = { name: 'a', originalFilename: 'a', description: '', createdAt: '2026-01-01T00:00:00.000Z' };
  const bytes = { fileType: 'text/plain' as const, fileSize: 1, sha256: 'aa', available: false };
  return { kind: 'put', type: 'resource', id, row: { id, projectId, ...names, ...bytes } };
};

/** Project 1 with five prompts of two versions each and a file; project 2 with one prompt. */
const library: Write[] = [
  project(1),
  ...[10, 20, 30, 40, 50].flatMap((id) => [
    prompt(id, 1, `text ${id}`),
    version(id + 1, id, 1),
    version(id + 2, id, 2),
  ]),
  resource(60, 1),
  project(2),
  prompt(70, 2, 'stays'),
];

const inside = [
  ...['prompt 10', 'version 11', 'version 12', 'prompt 20', 'version 21', 'version 22'],
  ...['prompt 30', 'version 31', 'version 32', 'prompt 40', 'version 41', 'version 42'],
  ...['prompt 50', 'version 51', 'version 52', 'resource 60'],
];

const begin = (scene: StorageScene, user: number, writes: Write[], bulk: BulkChange) =>
  change(scene, user, {
    parts: [touching(...writes.map((each) => row(each)))],
    act(copy) {
      write(copy, writes, laptop);
      copy.beginBulk(bulk, laptop);
    },
  });

const gathered = async (
  { storage }: StorageScene,
  user: number,
  deletion: BulkDeletion,
  more: Partial<Part> = {},
) => storage.gather(user, { parts: [deleting(deletion, more)] });

const deleteProject = (scene: StorageScene, user: number) =>
  begin(scene, user, [{ kind: 'delete', type: 'project', id: 1 }], {
    kind: 'deleteContentsOf',
    projectId: 1,
  });

async function feedAfter(scene: StorageScene, user: number, since: number) {
  const { items } = await scene.storage.changesSince(user, since, whole);
  return items.map(({ stored: { type, id, seq, rev, deleted, by }, device, at }) => ({
    what: `${type} ${id}`,
    ...{ seq, rev, deleted, by, device, at },
  }));
}

export function bulkSuite(open: OpenScene): void {
  test('a project that is deleted in portions leaves the same rows as one deleted at once', async () => {
    using scene = await open(small);
    const [ada, eve] = scene.users;
    await save(scene, ada, library);
    await save(scene, eve, library);
    await deleteProject(scene, ada);
    const tombstones = await feedAfter(scene, ada, library.length);
    const marks = { rev: 2, deleted: true, by: laptop.by, device: 'Laptop', at: 5_000 };
    expect(tombstones).toEqual(
      ['project 1', ...inside].map((what, index) => ({ what, seq: library.length + 1 + index, ...marks })),
    );
    expect(await scene.storage.prompt(ada, 10)).toBeUndefined();
    expect(await scene.storage.prompt(ada, 70)).toMatchObject({ rev: 1, row: { content: 'stays' } });
    expect(await scene.storage.prompt(eve, 10)).toMatchObject({ rev: 1, row: { content: 'text 10' } });
  });

  test('nobody sees a library in the middle of a bulk change, and other libraries wait for nothing', async () => {
    using scene = await open(small);
    const [ada, eve] = scene.users;
    const { storage } = scene;
    await save(scene, ada, library);
    const order: string[] = [];
    const note = async <Result>(what: string, read: Promise<Result>) => {
      const result = await read;
      order.push(what);
      return result;
    };
    const seen = await deleteProject(scene, ada).then(() =>
      Promise.all([
        note('prompt', storage.prompt(ada, 50)),
        note('lists', storage.promptsOf(ada, 1, null)),
        note('versions', storage.versionsOf(ada, 50, null)),
        note('feed', storage.changesSince(ada, library.length, whole)),
        note('texts', storage.changedTexts(ada, library.length)),
        note('file', storage.resource(ada, 60)),
        note('write', save(scene, ada, [prompt(80, 2, 'new')])),
        note('other', save(scene, eve, [project(1)])),
      ]),
    );
    if (scene.isConcurrent) expect(order).toContain('other');
    else expect(order[0]).toBe('other');
    const [one, list, versions, feed, texts, file, written] = seen;
    expect([one, list, versions, file]).toEqual([undefined, undefined, undefined, undefined]);
    const places = feed.items.map(({ stored }) => stored.seq - library.length);
    const deleted = Array.from({ length: 1 + inside.length }, (_, index) => index + 1);
    // On several connections the write may come before the read, and is behind the deletion then.
    const isWritten = scene.isConcurrent && places.length === deleted.length + 1;
    expect([feed.more, places]).toEqual([false, isWritten ? [...deleted, deleted.length + 1] : deleted]);
    expect(texts).toMatchObject({ changed: [10, 20, 30].map((id) => ({ id, texts: null })), more: true });
    expect(written).toMatchObject({ seq: library.length + 1 + inside.length + 1 });
  });

  test('a bulk change that nobody waited for is finished where the storage is asked to', async () => {
    using scene = await open(small);
    const [ada, eve] = scene.users;
    await save(scene, ada, library);
    await deleteProject(scene, ada);
    expect(await scene.storage.finishBulkChanges()).toEqual([ada]);
    expect(await scene.storage.finishBulkChanges()).toEqual([]);
    expect(await feedAfter(scene, ada, library.length)).toHaveLength(1 + inside.length);
    expect(await feedAfter(scene, eve, 0)).toEqual([]);
  });

  test('live versions are counted, up to one more than a prompt may have, where it may come beyond that', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const numbers = [1, 2, 3, 4, 5];
    await save(scene, ada, [project(1), prompt(2, 1, 'a'), ...numbers.map((n) => version(10 + n, 2, n))]);
    await save(scene, ada, [{ kind: 'delete', type: 'version', id: 11 }]);
    const parts = [touching(row({ type: 'prompt', id: 2 }))];
    const counted = async (mostVersions?: number) => {
      const { liveVersions } = await scene.storage.gather(ada, {
        parts,
        ...(mostVersions ? { mostVersions } : {}),
      });
      return [...liveVersions];
    };
    expect(await counted(10)).toEqual([[2, 4]]);
    expect(await counted(2)).toEqual([[2, 3]]);
    expect(await counted(1_000_000)).toEqual([]);
    expect(await counted()).toEqual([]);
  });

  test('the versions of a prompt are deleted and restored in portions, and those deleted before stay deleted', async () => {
    using scene = await open(small);
    const [ada] = scene.users;
    const numbers = [1, 2, 3, 4, 5, 6, 7];
    await save(scene, ada, [project(1), prompt(2, 1, 'a'), ...numbers.map((n) => version(10 + n, 2, n))]);
    await save(scene, ada, [{ kind: 'delete', type: 'version', id: 11 }]);
    await begin(scene, ada, [{ kind: 'delete', type: 'prompt', id: 2 }], {
      kind: 'deleteVersionsOf',
      promptId: 2,
    });
    const revival = await scene.storage.gather(ada, {
      parts: [touching({ kind: 'revivalOf', promptId: 2 })],
    });
    expect(revival.rows.stored('prompt', 2)).toMatchObject({ deleted: true, rev: 2, seq: 11 });
    expect([...revival.largeRevivals]).toEqual([2]);
    expect(revival.rows.versionsOf(2)).toHaveLength(3);
    await begin(scene, ada, [{ kind: 'restore', type: 'prompt', id: 2 }], {
      kind: 'restoreVersionsOf',
      promptId: 2,
      after: 11,
    });
    const back = await scene.storage.versionsOf(ada, 2, null);
    expect(back?.rows.map(({ id }) => id)).toEqual([17, 16, 15]);
    const rest = await scene.storage.versionsOf(ada, 2, back?.next ?? null);
    expect(rest).toMatchObject({ rows: [{ id: 14 }, { id: 13 }, { id: 12 }], next: null });
  });

  test('listed versions are deleted in portions, and no others', async () => {
    using scene = await open(small);
    const [ada] = scene.users;
    const numbers = [1, 2, 3, 4, 5, 6, 7];
    await save(scene, ada, [project(1), prompt(2, 1, 'a'), ...numbers.map((n) => version(10 + n, 2, n))]);
    await save(scene, ada, [prompt(3, 1, 'b'), version(31, 3, 1)]);
    const listed = async (versionIds: number[], seen?: Seen) => {
      const rows = { kind: 'listed', promptId: 2, versionIds } as const;
      return (await gathered(scene, ada, { rows, seen })).bulk?.listed;
    };
    expect(await listed([11, 12, 13, 14, 15, 99])).toEqual({
      kind: 'here',
      seen: [11, 12, 13, 14, 15],
      spares: false,
      keepsOne: true,
    });
    expect(await listed(numbers.map((n) => 10 + n))).toEqual({
      kind: 'here',
      seen: [11, 12, 13, 14, 15, 16, 17],
      spares: false,
      keepsOne: false,
    });
    // Project and prompt had the places 1 and 2.
    expect(await listed([11, 12, 13, 14, 15], { seq: 4, beforeNumber: 0 })).toEqual({
      kind: 'here',
      seen: [11, 12],
      spares: true,
      keepsOne: true,
    });
    expect(await listed([11, 31])).toEqual({ kind: 'elsewhere' });
    await begin(scene, ada, [], { kind: 'deleteListed', versionIds: [11, 12, 13, 14, 15] });
    const left = await scene.storage.versionsOf(ada, 2, null);
    expect(left?.rows.map(({ id }) => id)).toEqual([17, 16]);
  });

  test('a deletion is large where more goes with it than a portion', async () => {
    using scene = await open(small);
    const [ada] = scene.users;
    await save(scene, ada, [
      project(1),
      prompt(2, 1, 'a'),
      version(3, 2, 1),
      version(4, 2, 2),
      version(5, 2, 3),
    ]);
    const asked = () =>
      Promise.all(
        (
          [
            { kind: 'contentsOf', projectId: 1 },
            { kind: 'insideOf', promptId: 2 },
            { kind: 'listed', promptId: 2, versionIds: [3] },
          ] as const
        ).map(async (rows) => (await gathered(scene, ada, { rows, seen: undefined })).bulk !== null),
      );
    expect(await asked()).toEqual([false, false, false]);
    await save(scene, ada, [version(6, 2, 4)]);
    expect(await asked()).toEqual([true, true, true]);
    await save(scene, ada, [{ kind: 'delete', type: 'version', id: 6 }]);
    expect(await asked()).toEqual([false, false, false]);
  });

  test('what the author of a deletion had not seen is found, and their own changes are none of it', async () => {
    using scene = await open(small);
    const [ada] = scene.users;
    await save(scene, ada, library);
    // Two versions are no bulk change, four are.
    await save(
      scene,
      ada,
      [13, 14, 23, 24].map((id) => version(id, id - (id % 10), id % 10)),
    );
    const seen = { seq: library.length + 4, beforeNumber: 7 };
    const look = async (by: Authorship['by'], { promptId }: { promptId?: number } = {}) => {
      const rows =
        promptId === undefined
          ? ({ kind: 'contentsOf', projectId: 1 } as const)
          : ({ kind: 'insideOf', promptId } as const);
      return (await gathered(scene, ada, { rows, seen }, { key: by })).bulk?.seen;
    };
    const by = { client: 'laptop', number: 8 };
    expect(await look(by)).toEqual({ unseen: false, upTo: seen.seq, complete: true });
    await save(scene, ada, [prompt(70, 2, 'elsewhere')]);
    await save(scene, ada, [version(11, 10, 1)], { ...laptop, by: { client: 'laptop', number: 6 } });
    expect(await look(by)).toMatchObject({ unseen: false, complete: true });
    expect(await look({ client: 'phone', number: 8 })).toMatchObject({ unseen: true });
    expect(await look(null)).toMatchObject({ unseen: true });
    await save(scene, ada, [version(11, 10, 1)], { ...laptop, by: { client: 'laptop', number: 7 } });
    expect(await look(by)).toMatchObject({ unseen: true });
    expect(await look(by, { promptId: 10 })).toMatchObject({ unseen: true });
    expect(await look(by, { promptId: 20 })).toMatchObject({ unseen: false });
    await save(scene, ada, [{ kind: 'delete', type: 'version', id: 11 }]);
    expect(await look(by)).toMatchObject({ unseen: false });
  });

  test('rows and bytes are counted as they come, change, go and are erased', async () => {
    using scene = await open(small);
    const [ada, eve] = scene.users;
    const usage = async () => (await scene.storage.gather(ada, { parts: [] })).usage;
    expect(await usage()).toEqual({ rows: 0, textBytes: 0 });
    await save(scene, ada, [project(1), prompt(2, 1, 'Grüße'), version(3, 2, 1), resource(4, 1)]);
    await save(scene, eve, [project(1), prompt(2, 1, 'x')]);
    // Seven bytes of text, one of notes, two of the version.
    expect(await usage()).toEqual({ rows: 4, textBytes: 10 });
    await save(scene, ada, [prompt(2, 1, '')]);
    expect(await usage()).toEqual({ rows: 4, textBytes: 3 });
    const withSettings = version(3, 2, 1);
    if (withSettings.kind === 'put' && withSettings.type === 'version')
      withSettings.row.settings = { seed: 1 };
    await save(scene, ada, [withSettings]);
    expect(await usage()).toEqual({ rows: 4, textBytes: 3 + '{"seed":1}'.length });
    await save(scene, ada, [version(3, 2, 1)]);
    expect(await usage()).toEqual({ rows: 4, textBytes: 3 });
    await deleteProject(scene, ada);
    expect(await usage()).toEqual({ rows: 4, textBytes: 3 });
    await scene.storage.eraseDeletedBefore(10_000);
    expect(await usage()).toEqual({ rows: 0, textBytes: 0 });
    await save(scene, ada, [prompt(2, 1, 'ab')]);
    expect(await usage()).toEqual({ rows: 1, textBytes: 3 });
  });

  test('what a working copy counts is what the storage counts after it is saved', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const steps: Write[][] = [
      [project(1), prompt(2, 1, 'Grüße'), version(3, 2, 1), resource(4, 1)],
      [prompt(2, 1, '😀'), { kind: 'delete', type: 'version', id: 3 }],
      [{ kind: 'restore', type: 'version', id: 3 }, version(3, 2, 12), prompt(5, 1, '')],
      [{ kind: 'delete', type: 'prompt', id: 2 }, prompt(2, 1, 'back')],
    ];
    for (const writes of steps) {
      const parts = [touching(...writes.map((each) => row(each)))];
      const counted = await change(scene, ada, {
        parts,
        act(copy) {
          write(copy, writes);
          return copy.usage;
        },
      });
      expect((await scene.storage.gather(ada, { parts: [] })).usage).toEqual(counted);
    }
  });

  test('erasing takes as many portions as it needs, and returns the number of rows', async () => {
    using scene = await open(small);
    const [ada] = scene.users;
    await save(scene, ada, library);
    await deleteProject(scene, ada);
    // Nothing of a library in the middle of a bulk change is erased: it may be about to come back.
    expect(await scene.storage.eraseDeletedBefore(5_001)).toBe(0);
    await scene.storage.finishBulkChanges();
    expect(await scene.storage.eraseDeletedBefore(5_000)).toBe(0);
    expect(await scene.storage.eraseDeletedBefore(5_001)).toBe(1 + inside.length);
    const { items } = await scene.storage.changesSince(ada, library.length, whole);
    expect(items).toHaveLength(1 + inside.length);
    expect(items.some(({ stored: { row: values } }) => 'content' in values && values.content !== '')).toBe(
      false,
    );
  });
}
