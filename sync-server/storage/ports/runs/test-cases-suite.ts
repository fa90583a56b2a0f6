/** Tests how every storage holds test cases: as rows of their prompts, beside versions and kept runs. */
import { expect, test } from 'vitest';
import { caseBodyJson } from '#shared/model/checks/test-case.ts';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import type { Write } from '#shared/mutations/row-set.ts';
import type { Authorship, BulkChange } from '../library-transaction.ts';
import {
  change,
  deleting,
  loaded,
  type OpenScene,
  project,
  prompt,
  row,
  type StorageScene,
  save,
  testCase,
  touching,
  version,
  whole,
  write,
} from '../storage-scene.ts';

const small = { rows: 3, bytes: 100_000 };
const by = { client: 'laptop', number: 7 };
const laptop: Authorship = { by, device: 'Laptop', texts: [], at: 5_000 };

const begin = (scene: StorageScene, user: number, writes: Write[], bulk: BulkChange) =>
  change(scene, user, {
    parts: [touching(...writes.map((each) => row(each)))],
    act(copy) {
      write(copy, writes, laptop);
      copy.beginBulk(bulk, laptop);
    },
  });

const namesAfter = async ({ storage }: StorageScene, user: number, since: number) =>
  (await storage.changesSince(user, since, whole)).items.map(({ stored: { type, id } }) => `${type} ${id}`);

/** Prompt 10 with a version and four cases, prompt 20 with a case. */
const library: Write[] = [
  ...[project(1), prompt(10, 1, 'a'), version(11, 10, 1)],
  ...[13, 14, 15, 16].map((id) => testCase(id, 10, { createdAt: `2026-01-${id}T00:00:00.000Z` })),
  ...[prompt(20, 1, 'b'), testCase(23, 20)],
];

export function testCasesSuite(open: OpenScene): void {
  test('a test case is there again as it was written, in the feed and in the list of its prompt', async () => {
    using scene = await open();
    const [ada, eve] = scene.users;
    const values = JSON.parse('{"__proto__": "x", "name": "Ada \\u2028"}');
    const checks = [{ type: 'later', config: { deep: [null, 1.5] } }, 'odd'];
    const first = testCase(31, 2, { values, checks, threshold: 0.25, notes: 'Grüße', position: 'a1' });
    const second = testCase(32, 2, { createdAt: '2025-12-31T00:00:00.000Z', enabled: false });
    await save(scene, ada, [project(1), prompt(2, 1, 'a'), first, second]);
    const rows = [first, second].map((each) => (each.kind === 'put' ? each.row : undefined));
    const { items } = await scene.storage.changesSince(ada, 2, whole);
    expect(items.map(({ stored }) => stored.row)).toEqual(rows);
    const json = await scene.storage.changesAsJson(ada, 2, { ...whole, holder: 'c1' }, ({ stored }) =>
      JSON.stringify(stored.row),
    );
    expect(json.changes.map((each) => JSON.parse(each.toString()))).toEqual(rows);
    expect((await scene.storage.casesOf(ada, 2, null))?.rows).toEqual(rows.toReversed());
    expect(await scene.storage.casesOf(ada, 3, null)).toBeUndefined();
    expect(await scene.storage.casesOf(eve, 2, null)).toBeUndefined();
  });

  test('a test case is written again, deleted, restored and erased as every row', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const ref = { type: 'testCase', id: 31 } as const;
    await save(scene, ada, [project(1), prompt(2, 1, 'a'), testCase(31, 2)]);
    await save(scene, ada, [testCase(31, 2, { notes: 'n', enabled: false })]);
    await save(scene, ada, [{ kind: 'delete', ...ref }]);
    const load = async () => (await loaded(scene, ada, row(ref))).stored('testCase', 31);
    expect(await load()).toMatchObject({
      deleted: true,
      rev: 3,
      row: { notes: 'n', values: { name: 'Ada' } },
    });
    expect((await scene.storage.deleted(ada)).map(({ stored }) => stored.id)).toEqual([31]);
    await save(scene, ada, [{ kind: 'restore', ...ref }]);
    expect((await scene.storage.casesOf(ada, 2, null))?.rows).toMatchObject([{ id: 31, enabled: false }]);
    await save(scene, ada, [{ kind: 'delete', ...ref }]);
    expect(await scene.storage.eraseDeletedBefore(10_000)).toBe(1);
    expect(await load()).toBeUndefined();
    const { items } = await scene.storage.changesSince(ada, 3, whole);
    expect(JSON.stringify(items)).not.toContain('Ada');
    expect(items).toMatchObject([{ stored: { id: 31, deleted: true, rev: 5 } }]);
  });

  test('test cases are loaded with what their prompt and project hold, without their texts', async () => {
    using scene = await open();
    const [ada] = scene.users;
    await save(scene, ada, library);
    const names = async (...touches: Parameters<typeof touching>) =>
      (await loaded(scene, ada, ...touches)).all().map(({ type, id }) => `${type} ${id}`);
    const ofPrompt = ['version 11', ...[13, 14, 15, 16].map((id) => `testCase ${id}`)];
    expect((await names({ kind: 'insideOf', promptId: 10 })).sort()).toEqual([...ofPrompt].sort());
    expect((await names({ kind: 'contentsOf', projectId: 1 })).sort()).toEqual(
      ['prompt 10', 'prompt 20', ...ofPrompt, 'testCase 23'].sort(),
    );
    const bare = await loaded(scene, ada, { kind: 'insideOf', promptId: 10 });
    expect(bare.stored('testCase', 13)?.row).toMatchObject({ promptId: 10, values: {}, checks: [] });
  });

  test('in portions test cases go with their project, and have a later place than their prompt', async () => {
    using scene = await open(small);
    const [ada] = scene.users;
    await save(scene, ada, library);
    await begin(scene, ada, [{ kind: 'delete', type: 'project', id: 1 }], {
      kind: 'deleteContentsOf',
      projectId: 1,
    });
    expect(await namesAfter(scene, ada, library.length)).toEqual([
      ...['project 1', 'prompt 10', 'version 11', 'testCase 13', 'testCase 14', 'testCase 15', 'testCase 16'],
      ...['prompt 20', 'testCase 23'],
    ]);
  });

  test('in portions test cases go and come back with their prompt; one deleted before stays deleted', async () => {
    using scene = await open(small);
    const [ada] = scene.users;
    await save(scene, ada, [...library, testCase(17, 10)]);
    await save(scene, ada, [{ kind: 'delete', type: 'testCase', id: 13 }]);
    const since = library.length + 2;
    await begin(scene, ada, [{ kind: 'delete', type: 'prompt', id: 10 }], {
      kind: 'deleteVersionsOf',
      promptId: 10,
    });
    const revival = await scene.storage.gather(ada, {
      parts: [touching({ kind: 'revivalOf', promptId: 10 })],
    });
    expect([...revival.largeRevivals]).toEqual([10]);
    await begin(scene, ada, [{ kind: 'restore', type: 'prompt', id: 10 }], {
      kind: 'restoreVersionsOf',
      promptId: 10,
      after: since + 1,
    });
    const first = await scene.storage.casesOf(ada, 10, null);
    const rest = await scene.storage.casesOf(ada, 10, first?.next ?? null);
    const ids = [...(first?.rows ?? []), ...(rest?.rows ?? [])].map(({ id }) => id);
    expect(ids.sort()).toEqual([14, 15, 16, 17]);
  });

  test('a deletion is large, or has not seen all, by the test cases too', async () => {
    using scene = await open(small);
    const [ada] = scene.users;
    const cases = [31, 32, 33, 34].map((id) => testCase(id, 2));
    await save(scene, ada, [project(1), prompt(2, 1, 'a'), ...cases.slice(0, 3)]);
    const bulkOf = async (
      rows: { kind: 'contentsOf'; projectId: 1 } | { kind: 'insideOf'; promptId: 2 },
      seq?: number,
    ) => {
      const seen = seq === undefined ? undefined : { seq, beforeNumber: 7 };
      return (await scene.storage.gather(ada, { parts: [deleting({ rows, seen }, { key: by })] })).bulk;
    };
    const places = [
      { kind: 'contentsOf', projectId: 1 },
      { kind: 'insideOf', promptId: 2 },
    ] as const;
    for (const rows of places) expect(await bulkOf(rows)).toBeNull();
    await save(scene, ada, cases.slice(3));
    for (const rows of places) {
      expect((await bulkOf(rows, 5))?.seen).toMatchObject({ unseen: true });
      expect((await bulkOf(rows, 6))?.seen).toMatchObject({ unseen: false });
    }
  });

  test('rows and bytes are counted as test cases come, change, go and are erased', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const usage = async () => (await scene.storage.gather(ada, { parts: [] })).usage;
    const body = caseBodyJson(exampleTestCase()).length;
    await save(scene, ada, [project(1), prompt(2, 1, 'a')]);
    for (const notes of ['Grüße', '', 'n']) {
      const counted = await change(scene, ada, {
        parts: [touching(row({ type: 'testCase', id: 31 }))],
        act(copy) {
          write(copy, [testCase(31, 2, { notes })], laptop);
          return copy.usage;
        },
      });
      expect(counted).toEqual({ rows: 3, textBytes: 2 + body + Buffer.byteLength(notes) });
      expect(await usage()).toEqual(counted);
    }
    await save(scene, ada, [{ kind: 'delete', type: 'testCase', id: 31 }]);
    await scene.storage.eraseDeletedBefore(10_000);
    expect(await usage()).toEqual({ rows: 2, textBytes: 2 });
  });
}
