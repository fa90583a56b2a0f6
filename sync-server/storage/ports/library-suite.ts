/** Tests every implementation of `library-port.ts`. Each test gets a storage of its own, with two users. */
import { expect, test } from 'vitest';
import type { Touch } from '#shared/mutations/mutation.ts';
import type { Write } from '#shared/mutations/row-set.ts';
import { WorkingCopy } from '../change/working-copy.ts';
import type { Authorship } from './library-transaction.ts';
import {
  change,
  loaded,
  type OpenScene,
  opened,
  plain,
  project,
  prompt,
  row,
  save,
  touching,
  version,
  whole,
  write,
} from './storage-scene.ts';

export function librarySuite(open: OpenScene): void {
  test('numbers go on without a gap, one a write, for each user on their own', async () => {
    using scene = await open();
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
    using scene = await open();
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

  test('transactions at the same moment that each add to one text lose nothing of each other', async () => {
    using scene = await open();
    const [ada] = scene.users;
    await save(scene, ada, [project(1), prompt(2, 1, '')]);
    const letters = [...'abcdefghijklmnopqrst'];
    const add = (letter: string, number: number) =>
      change(scene, ada, {
        parts: [{ ...touching(row({ type: 'prompt', id: 2 })), key: { client: 'c1', number } }],
        act(copy) {
          const before = copy.rows.live('prompt', 2)?.content ?? '';
          copy.storeAnswer({ client: 'c1', number }, { requestHash: letter, answer: before });
          return write(copy, [prompt(2, 1, before + letter)]);
        },
      });
    const saved = await Promise.all(letters.map((letter, index) => add(letter, index + 1)));
    const text = (await scene.storage.prompt(ada, 2))?.row.content ?? '';
    expect([...text].sort()).toEqual(letters);
    expect(saved.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(letters.map((_, index) => 3 + index));
    const answers = await change(scene, ada, {
      parts: letters.map((_, index) => ({ ...touching(), key: { client: 'c1', number: index + 1 } })),
      act: (copy) => letters.map((_, index) => copy.answerTo({ client: 'c1', number: index + 1 })),
    });
    expect(answers.map((stored) => stored?.answer)).toEqual(letters.map((letter) => text.split(letter)[0]));
  });

  test('a change that was decided upon rows that have changed since is refused as a whole', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const parts = [touching(row({ type: 'prompt', id: 2 }))];
    await save(scene, ada, [project(1), prompt(2, 1, 'a')]);
    const stale = new WorkingCopy(await scene.storage.gather(ada, { parts }));
    await save(scene, ada, [prompt(2, 1, 'b')]);
    write(stale, [prompt(2, 1, 'stale'), project(3)]);
    const saving = scene.storage.transact(ada, {
      gather: { parts },
      decide: () => ({ changes: stale.changes(), result: null }),
    });
    await expect(saving).rejects.toThrow('has changed since');
    expect(await scene.storage.prompt(ada, 2)).toMatchObject({ rev: 2, row: { content: 'b' } });
    expect((await scene.storage.projects(ada, null)).rows).toHaveLength(1);
  });

  test('a gather ends where it holds a portion of rows or of bytes, and never before its first part', async () => {
    using scene = await open({ rows: 3, bytes: 100 });
    const [ada] = scene.users;
    const long = 'x'.repeat(101);
    await save(
      scene,
      ada,
      [2, 3, 4, 5].map((id) => prompt(id, 1, 'a')),
    );
    await save(scene, ada, [prompt(6, 1, long), prompt(7, 1, long)]);
    const count = async (...ids: number[]) => {
      const parts = ids.map((id) => touching(row({ type: 'prompt', id })));
      return (await scene.storage.gather(ada, { parts })).parts;
    };
    expect(await count(2, 3, 4, 5)).toBe(3);
    expect(await count(2, 2, 2, 2, 3)).toBe(5);
    expect(await count(6, 7)).toBe(1);
    expect(await count(2, 6, 7)).toBe(2);
    expect(await count(99, 98, 97, 96)).toBe(4);
  });

  test('a row whose values are erased comes back with the revision that follows', async () => {
    using scene = await open();
    const [ada] = scene.users;
    await save(scene, ada, [project(1), prompt(2, 1, 'a')]);
    await save(scene, ada, [{ kind: 'delete', type: 'prompt', id: 2 }]);
    await scene.storage.eraseDeletedBefore(1_001);
    expect(await save(scene, ada, [prompt(2, 1, 'new')])).toEqual({ seq: 4, revs: { 'prompt:2': 3 } });
    expect(await scene.storage.prompt(ada, 2)).toMatchObject({ rev: 3, row: { content: 'new' } });
  });

  test('a transaction that throws leaves nothing behind, and those beside it stand', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const failing = change(scene, ada, {
      act(copy) {
        write(copy, [project(1)]);
        throw new Error('half way');
      },
    });
    const beside = save(scene, ada, [project(2)]);
    await expect(failing).rejects.toThrow('half way');
    expect(await beside).toEqual({ seq: 1, revs: { 'project:2': 1 } });
    expect((await scene.storage.projects(ada, null)).rows.map(({ id }) => id)).toEqual([2]);
  });

  test('a layer that is dropped leaves nothing behind, and the transaction goes on', async () => {
    using scene = await open();
    const [ada] = scene.users;
    await change(scene, ada, {
      act(copy) {
        copy.layer([project(1)], plain);
        write(copy, [project(2)]);
      },
    });
    const { items } = await scene.storage.changesSince(ada, 0, whole);
    expect(items.map(({ stored }) => [stored.id, stored.seq])).toEqual([[2, 1]]);
  });

  test('a deleted row keeps its values and can come back with them', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const ref = { type: 'prompt', id: 2 } as const;
    await save(scene, ada, [project(1), prompt(2, 1, 'kept')]);
    await save(scene, ada, [{ kind: 'delete', ...ref }]);
    expect(await scene.storage.prompt(ada, 2)).toBeUndefined();
    expect(await scene.storage.promptsOf(ada, 1, null)).toEqual({ rows: [], next: null });
    const load = async () => (await loaded(scene, ada, row(ref))).stored('prompt', 2);
    expect(await load()).toMatchObject({ deleted: true, rev: 2, seq: 3, row: { content: 'kept' } });
    await save(scene, ada, [{ kind: 'restore', ...ref }]);
    expect(await scene.storage.prompt(ada, 2)).toMatchObject({
      rev: 3,
      row: { content: 'kept', notes: 'n' },
    });
  });

  test('what was deleted long ago is erased: its place in the feed stays, its words do not', async () => {
    using scene = await open();
    const [ada] = scene.users;
    await save(scene, ada, [project(1), prompt(2, 1, 'secret'), version(3, 2, 1), prompt(4, 1, 'alive')]);
    await save(scene, ada, [
      { kind: 'delete', type: 'prompt', id: 2 },
      { kind: 'delete', type: 'version', id: 3 },
    ]);
    expect(await scene.storage.eraseDeletedBefore(1_000)).toBe(0);
    expect(await scene.storage.eraseDeletedBefore(1_001)).toBe(2);
    expect(await scene.storage.eraseDeletedBefore(1_001)).toBe(0);
    const ref = { type: 'prompt', id: 2 } as const;
    expect((await scene.storage.known(ada, [ref, { type: 'prompt', id: 4 }])).has('prompt:2')).toBe(false);
    expect((await loaded(scene, ada, row(ref), { kind: 'versionsOf', promptId: 2 })).all()).toEqual([]);
    const { items } = await scene.storage.changesSince(ada, 4, whole);
    expect(items).toMatchObject([
      { stored: { id: 2, deleted: true, row: { content: '' } } },
      { stored: { id: 3, deleted: true, row: { content: '' } } },
    ]);
    expect(await scene.storage.prompt(ada, 4)).toMatchObject({ row: { content: 'alive' } });
  });

  test('touches load what a mutation needs, with texts only where they are asked for', async () => {
    using scene = await open();
    const [ada, eve] = scene.users;
    await save(scene, ada, [
      project(1),
      prompt(2, 1, 'a'),
      version(3, 2, 1),
      version(4, 2, 2),
      prompt(5, 9, 'b'),
    ]);
    await save(scene, eve, [prompt(2, 1, 'foreign'), version(6, 2, 3)]);
    const names = async (touches: Touch[]) =>
      (await loaded(scene, ada, ...touches))
        .all()
        .map(({ type, id, row }) => `${type} ${id} ${'content' in row ? row.content : ''}`.trim());
    expect(await names([{ kind: 'newestVersion', promptId: 2 }])).toEqual(['version 4 v2']);
    expect(await names([{ kind: 'versionsOf', promptId: 2 }])).toEqual(['version 3', 'version 4']);
    expect(await names([{ kind: 'versionsOf', promptId: 2 }, row({ type: 'version', id: 3 })])).toEqual([
      'version 3 v1',
      'version 4',
    ]);
    expect(await names([{ kind: 'contentsOf', projectId: 1 }])).toEqual([
      'prompt 2',
      'version 3',
      'version 4',
    ]);
    expect(await names([{ kind: 'revivalOf', promptId: 2 }])).toEqual(['project 1', 'prompt 2 a']);
    await save(scene, ada, [
      { kind: 'delete', type: 'version', id: 3 },
      { kind: 'delete', type: 'prompt', id: 2 },
      { kind: 'delete', type: 'version', id: 4 },
    ]);
    expect(await names([{ kind: 'revivalOf', promptId: 2 }])).toEqual([
      'project 1',
      'prompt 2 a',
      'version 4',
    ]);
    expect(await names([{ kind: 'versions', ids: [3, 4, 6] }])).toEqual(['version 3', 'version 4']);
    expect(await names([{ kind: 'versionsOf', promptId: 2 }])).toEqual([]);
  });

  test('who sent a text stays known while the text stays, and no longer', async () => {
    using scene = await open();
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

  test('answers are stored for each user and client until they are acknowledged', async () => {
    using scene = await open();
    const [ada, eve] = scene.users;
    const key = (number: number) => ({ client: 'c1', number });
    const stored = { requestHash: 'h', answer: { status: 200, body: { text: 'ü' } } };
    await change(scene, ada, {
      act(copy) {
        copy.storeAnswer(key(1), stored);
        copy.storeAnswer(key(2), stored);
      },
    });
    const look = (user: number) =>
      change(scene, user, {
        parts: [1, 2].map((number) => ({ ...touching(), key: key(number) })),
        act: (copy) => ({
          one: copy.answerTo(key(1)),
          two: copy.answerTo(key(2)),
          floor: copy.floorOf('c1'),
        }),
      });
    const acknowledge = (upTo: number) => change(scene, ada, { act: (copy) => copy.acknowledge('c1', upTo) });
    expect(await look(ada)).toEqual({ one: stored, two: stored, floor: 0 });
    expect(await look(eve)).toEqual({ one: undefined, two: undefined, floor: 0 });
    await acknowledge(1);
    expect(await look(ada)).toEqual({ one: undefined, two: stored, floor: 1 });
    await acknowledge(0);
    expect(await look(ada)).toMatchObject({ floor: 1 });
  });

  test('a row that is written again has the new values, all of them', async () => {
    using scene = await open();
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
          settings: { model: 'm', stop: ['"'], more: '{"a": 1.0}' },
        },
      },
      opened([2, 1]),
    ];
    await save(scene, ada, [project(1), prompt(2, 1, 'a'), version(3, 2, 1), opened([1])]);
    await save(scene, ada, again);
    const rows = (await loaded(scene, ada, ...again.map((write) => row(write)))).all();
    expect(rows.map((stored) => stored.row)).toEqual(
      again.flatMap((write) => (write.kind === 'put' ? [write.row] : [])),
    );
    expect(rows.map(({ rev }) => rev)).toEqual([2, 2, 2, 2]);
  });

  test('a change of a row or of a user that is not there is a bug that is found at once', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const gone: Write = { kind: 'delete', type: 'prompt', id: 2 };
    await expect(save(scene, ada, [gone])).rejects.toThrow('a row that is not there');
    await expect(save(scene, 99, [project(1)])).rejects.toThrow('a user who does not exist');
    expect(await scene.storage.known(ada, [{ type: 'prompt', id: 2 }])).toEqual(new Set());
  });

  test('a change without a client’s number has no author, and a row that is not there is not found', async () => {
    using scene = await open();
    const [ada] = scene.users;
    await save(scene, ada, [project(1)]);
    const rows = await loaded(
      scene,
      ada,
      row({ type: 'project', id: 1 }),
      { kind: 'revivalOf', promptId: 9 },
      { kind: 'shellOf', resourceId: 9 },
      { kind: 'newestVersion', promptId: 9 },
    );
    expect(rows.all()).toMatchObject([{ type: 'project', id: 1, by: null }]);
  });
}
