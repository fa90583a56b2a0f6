/** What every implementation of `library-port.ts` promises. Each test gets a storage of its own, with two users. */
import { expect, test } from 'vitest';
import type { Touch } from '#shared/mutations/mutation.ts';
import type { Write } from '#shared/mutations/row-set.ts';
import type { Authorship } from './library-port.ts';

import {
  type OpenScene,
  opened,
  plain,
  project,
  prompt,
  row,
  save,
  version,
  whole,
} from './storage-scene.ts';

export function librarySuite(open: OpenScene): void {
  test('numbers go on without a gap, one a write, for each user on their own', async () => {
    using scene = open();
    const [ada, eve] = scene.users;
    expect(await save(scene, ada, [project(1), prompt(2, 1, 'a')])).toEqual({
      seq: 2,
      revs: { 'project:1': 1, 'prompt:2': 1 },
    });
    expect(await save(scene, eve, [project(1)])).toEqual({ seq: 1, revs: { 'project:1': 1 } });
    expect(await save(scene, ada, [prompt(2, 1, 'b')])).toEqual({ seq: 3, revs: { 'prompt:2': 2 } });
    expect(await save(scene, ada, [])).toEqual({ seq: 3, revs: {} });
    const { items } = await scene.storage.changesSince(ada, 0, whole);
    expect(items.map(({ stored }) => [stored.type, stored.seq, stored.rev])).toEqual([
      ['project', 1, 1],
      ['prompt', 3, 2],
    ]);
  });

  test('many writers at the same moment each get numbers of their own, and the feed misses none', async () => {
    using scene = open();
    const [ada] = scene.users;
    const saved = await Promise.all(
      Array.from({ length: 200 }, (_, index) => save(scene, ada, [project(index + 1)])),
    );
    const given = saved.map(({ seq }) => seq);
    expect(new Set(given).size).toBe(200);
    const { items, more, seq } = await scene.storage.changesSince(ada, 0, whole);
    expect({ count: items.length, more, seq }).toEqual({ count: 200, more: false, seq: 200 });
    expect(items.map(({ stored }) => stored.seq)).toEqual(given.toSorted((a, b) => a - b));
  });

  test('an act that throws leaves nothing behind, and those beside it stand', async () => {
    using scene = open();
    const [ada] = scene.users;
    const failing = scene.storage.transact(ada, (transaction) => {
      transaction.save([project(1)], plain);
      throw new Error('half way');
    });
    const beside = save(scene, ada, [project(2)]);
    await expect(failing).rejects.toThrow('half way');
    expect(await beside).toEqual({ seq: 1, revs: { 'project:2': 1 } });
    expect((await scene.storage.projects(ada, null)).rows.map(({ id }) => id)).toEqual([2]);
  });

  test('an attempt that throws undoes itself, and the transaction goes on', async () => {
    using scene = open();
    const [ada] = scene.users;
    const done = await scene.storage.transact(ada, (transaction) => {
      const failed = transaction.attempt(() => {
        transaction.save([project(1)], plain);
        throw new Error('no');
      });
      const kept = transaction.attempt(() => transaction.save([project(2)], plain));
      return { failed: failed.ok, kept: kept.ok };
    });
    expect(done).toEqual({ failed: false, kept: true });
    const { items } = await scene.storage.changesSince(ada, 0, whole);
    expect(items.map(({ stored }) => [stored.id, stored.seq])).toEqual([[2, 1]]);
  });

  test('a deleted row keeps its values and can come back with them', async () => {
    using scene = open();
    const [ada] = scene.users;
    const ref = { type: 'prompt', id: 2 } as const;
    await save(scene, ada, [project(1), prompt(2, 1, 'kept')]);
    await save(scene, ada, [{ kind: 'delete', ...ref }]);
    expect(await scene.storage.prompt(ada, 2)).toBeUndefined();
    expect(await scene.storage.promptsOf(ada, 1, null)).toEqual({ rows: [], next: null });
    const load = () =>
      scene.storage.transact(ada, (transaction) => transaction.load([row(ref)]).stored('prompt', 2));
    expect(await load()).toMatchObject({ deleted: true, rev: 2, seq: 3, row: { content: 'kept' } });
    await save(scene, ada, [{ kind: 'restore', ...ref }]);
    expect(await scene.storage.prompt(ada, 2)).toMatchObject({
      rev: 3,
      row: { content: 'kept', notes: 'n' },
    });
  });

  test('what was deleted long ago is erased: its place in the feed stays, its words do not', async () => {
    using scene = open();
    const [ada] = scene.users;
    await save(scene, ada, [project(1), prompt(2, 1, 'secret'), version(3, 2, 1), prompt(4, 1, 'alive')]);
    await save(scene, ada, [
      { kind: 'delete', type: 'prompt', id: 2 },
      { kind: 'delete', type: 'version', id: 3 },
    ]);
    expect(await scene.storage.eraseDeletedBefore(1_000)).toBe(0);
    expect(await scene.storage.eraseDeletedBefore(1_001)).toBe(2);
    expect(await scene.storage.eraseDeletedBefore(1_001)).toBe(0);
    const known = await scene.storage.transact(ada, (transaction) => ({
      prompt: transaction.knows({ type: 'prompt', id: 2 }),
      loaded: transaction.load([row({ type: 'prompt', id: 2 }), { kind: 'versionsOf', promptId: 2 }]).all(),
    }));
    expect(known).toEqual({ prompt: false, loaded: [] });
    const { items } = await scene.storage.changesSince(ada, 4, whole);
    expect(items).toMatchObject([
      { stored: { id: 2, deleted: true, row: { content: '' } } },
      { stored: { id: 3, deleted: true, row: { content: '' } } },
    ]);
    expect(await scene.storage.prompt(ada, 4)).toMatchObject({ row: { content: 'alive' } });
  });

  test('touches load what a mutation needs, with texts only where they are asked for', async () => {
    using scene = open();
    const [ada, eve] = scene.users;
    await save(scene, ada, [
      project(1),
      prompt(2, 1, 'a'),
      version(3, 2, 1),
      version(4, 2, 2),
      prompt(5, 9, 'b'),
    ]);
    await save(scene, eve, [prompt(2, 1, 'foreign'), version(6, 2, 3)]);
    const loaded = (touches: Touch[]) =>
      scene.storage.transact(ada, (transaction) =>
        transaction
          .load(touches)
          .all()
          .map(({ type, id, row }) => `${type} ${id} ${'content' in row ? row.content : ''}`.trim()),
      );
    expect(await loaded([{ kind: 'newestVersion', promptId: 2 }])).toEqual(['version 4 v2']);
    expect(await loaded([{ kind: 'versionsOf', promptId: 2 }])).toEqual(['version 3', 'version 4']);
    expect(await loaded([{ kind: 'versionsOf', promptId: 2 }, row({ type: 'version', id: 3 })])).toEqual([
      'version 3 v1',
      'version 4',
    ]);
    expect(await loaded([{ kind: 'contentsOf', projectId: 1 }])).toEqual([
      'prompt 2',
      'version 3',
      'version 4',
    ]);
    expect(await loaded([{ kind: 'revivalOf', promptId: 2 }])).toEqual([]);
    await save(scene, ada, [
      { kind: 'delete', type: 'version', id: 3 },
      { kind: 'delete', type: 'prompt', id: 2 },
      { kind: 'delete', type: 'version', id: 4 },
    ]);
    expect(await loaded([{ kind: 'revivalOf', promptId: 2 }])).toEqual(['project 1', 'version 4']);
    expect(await loaded([{ kind: 'versions', ids: [3, 4, 6] }])).toEqual(['version 3', 'version 4']);
    expect(await loaded([{ kind: 'versionsOf', promptId: 2 }])).toEqual([]);
  });

  test('who sent a text stays known while the text stays, and no longer', async () => {
    using scene = open();
    const [ada] = scene.users;
    const sent = (number: number, texts: string[]): Authorship => ({
      ...plain,
      by: { client: 'c1', number },
      texts,
    });
    const latest = async () => {
      const { items } = await scene.storage.changesSince(ada, 0, whole);
      const [item] = items;
      return [item?.textBy, item?.stored.by?.number ?? null];
    };
    await save(scene, ada, [prompt(2, 1, 'a')], sent(1, ['a']));
    expect(await latest()).toEqual(['c1', 1]);
    await save(scene, ada, [prompt(2, 1, 'a')], plain);
    expect(await latest()).toEqual(['c1', null]);
    await save(scene, ada, [prompt(2, 1, 'b')], plain);
    expect(await latest()).toEqual([null, null]);
    await save(scene, ada, [prompt(2, 1, 'merged')], sent(2, ['other']));
    expect(await latest()).toEqual([null, 2]);
  });

  test('answers are kept for each user and client until they were heard', async () => {
    using scene = open();
    const [ada, eve] = scene.users;
    const key = (number: number) => ({ client: 'c1', number });
    const kept = { requestHash: 'h', answer: { status: 200, body: { text: 'ü' } } };
    await scene.storage.transact(ada, (transaction) => {
      transaction.keepAnswer(key(1), kept);
      transaction.keepAnswer(key(2), kept);
    });
    const look = (user: number) =>
      scene.storage.transact(user, (transaction) => ({
        one: transaction.answerTo(key(1)),
        two: transaction.answerTo(key(2)),
        floor: transaction.floorOf('c1'),
      }));
    expect(await look(ada)).toEqual({ one: kept, two: kept, floor: 0 });
    expect(await look(eve)).toEqual({ one: undefined, two: undefined, floor: 0 });
    await scene.storage.transact(ada, (transaction) => transaction.acknowledge('c1', 1));
    expect(await look(ada)).toEqual({ one: undefined, two: kept, floor: 1 });
    await scene.storage.transact(ada, (transaction) => transaction.acknowledge('c1', 0));
    expect(await look(ada)).toMatchObject({ floor: 1 });
  });

  test('a row that is written again has the new values, all of them', async () => {
    using scene = open();
    const [ada] = scene.users;
    const later = '2026-02-02T00:00:00.000Z';
    const again: Write[] = [
      { kind: 'put', type: 'project', id: 1, row: { id: 1, name: 'N', color: 'blue', createdAt: later } },
      {
        kind: 'put',
        type: 'prompt',
        id: 2,
        row: { id: 2, projectId: 7, title: 'U', content: 'b', notes: 'm', createdAt: later, lastVersion: 4 },
      },
      {
        kind: 'put',
        type: 'version',
        id: 3,
        row: {
          ...{ id: 3, promptId: 5, version: 4, content: 'w', description: 'e', createdAt: later },
          ...{ original: 'v1', conflict: 'unreviewed' as const },
        },
      },
      opened([2, 1]),
    ];
    await save(scene, ada, [project(1), prompt(2, 1, 'a'), version(3, 2, 1), opened([1])]);
    await save(scene, ada, again);
    const rows = await scene.storage.transact(ada, (transaction) =>
      transaction.load(again.map((write) => row(write))).all(),
    );
    expect(rows.map((stored) => stored.row)).toEqual(
      again.flatMap((write) => (write.kind === 'put' ? [write.row] : [])),
    );
    expect(rows.map(({ rev }) => rev)).toEqual([2, 2, 2, 2]);
  });

  test('a change of a row or of a user that is not there is a bug that is found at once', async () => {
    using scene = open();
    const [ada] = scene.users;
    const gone: Write = { kind: 'delete', type: 'prompt', id: 2 };
    await expect(save(scene, ada, [gone])).rejects.toThrow('a row that is not there');
    await expect(save(scene, 99, [project(1)])).rejects.toThrow('a user who does not exist');
    const known = await scene.storage.transact(ada, (transaction) =>
      transaction.knows({ type: 'prompt', id: 2 }),
    );
    expect(known).toBe(false);
  });

  test('a change that no client numbered is nobody’s, and what looks for a row that is not there finds nothing', async () => {
    using scene = open();
    const [ada] = scene.users;
    await save(scene, ada, [project(1)]);
    const stored = await scene.storage.transact(ada, (transaction) =>
      transaction
        .load([
          row({ type: 'project', id: 1 }),
          { kind: 'revivalOf', promptId: 9 },
          { kind: 'shellOf', resourceId: 9 },
          { kind: 'newestVersion', promptId: 9 },
        ])
        .all(),
    );
    expect(stored).toMatchObject([{ type: 'project', id: 1, by: null }]);
  });
}
