/** Tests how every storage holds kept runs: as rows of their prompts, beside the versions. */
import { expect, test } from 'vitest';
import { exampleRun } from '#shared/model/run/kept-run-example.ts';
import type { Write } from '#shared/mutations/row-set.ts';
import type { Authorship, BulkChange } from '../library-transaction.ts';
import {
  change,
  deleting,
  keptRun,
  loaded,
  type OpenScene,
  plain,
  project,
  prompt,
  row,
  type StorageScene,
  save,
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

/** Prompt 10 with two versions and five kept runs, prompt 20 with one of each. */
const library: Write[] = [
  ...[project(1), prompt(10, 1, 'a'), version(11, 10, 1), version(12, 10, 2)],
  ...[13, 14, 15, 16, 17].map((id) => keptRun(id, 10, { createdAt: `2026-01-${id}T00:00:00.000Z` })),
  ...[prompt(20, 1, 'b'), version(21, 20, 1), keptRun(23, 20)],
];

export function keptRunsSuite(open: OpenScene): void {
  test('a kept run is there again as it was written, in the feed and in the list of its prompt', async () => {
    using scene = await open();
    const [ada, eve] = scene.users;
    const values = JSON.parse('{"__proto__": "x", "name": "Ada \\u2028"}');
    const first = keptRun(31, 2, { versionId: 9, note: 'Grüße', stars: 5, verdict: 'worse' });
    const second = keptRun(32, 2, { createdAt: '2025-12-31T00:00:00.000Z', run: exampleRun({ values }) });
    await save(scene, ada, [project(1), prompt(2, 1, 'a'), first, second]);
    const rows = [first, second].map((each) => (each.kind === 'put' ? each.row : undefined));
    const { items } = await scene.storage.changesSince(ada, 2, whole);
    expect(items.map(({ stored }) => stored.row)).toEqual(rows);
    const json = await scene.storage.changesAsJson(ada, 2, { ...whole, holder: 'c1' }, ({ stored }) =>
      JSON.stringify(stored.row),
    );
    expect(json.changes.map((each) => JSON.parse(each.toString()))).toEqual(rows);
    expect((await scene.storage.keptRunsOf(ada, 2, null))?.rows).toEqual(rows.toReversed());
    expect(await scene.storage.keptRunsOf(ada, 3, null)).toBeUndefined();
    expect(await scene.storage.keptRunsOf(eve, 2, null)).toBeUndefined();
  });

  test('it is written again, deleted, restored and erased as every row', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const ref = { type: 'keptRun', id: 31 } as const;
    await save(scene, ada, [project(1), prompt(2, 1, 'a'), keptRun(31, 2)]);
    await save(scene, ada, [keptRun(31, 2, { note: 'n', stars: 1 })]);
    await save(scene, ada, [{ kind: 'delete', ...ref }]);
    const load = async () => (await loaded(scene, ada, row(ref))).stored('keptRun', 31);
    expect(await load()).toMatchObject({ deleted: true, rev: 3, row: { note: 'n', run: exampleRun() } });
    expect((await scene.storage.deleted(ada)).map(({ stored }) => stored.id)).toEqual([31]);
    await save(scene, ada, [{ kind: 'restore', ...ref }]);
    expect((await scene.storage.keptRunsOf(ada, 2, null))?.rows).toMatchObject([{ id: 31, stars: 1 }]);
    await save(scene, ada, [{ kind: 'delete', ...ref }]);
    expect(await scene.storage.eraseDeletedBefore(10_000)).toBe(1);
    expect(await load()).toBeUndefined();
    const { items } = await scene.storage.changesSince(ada, 3, whole);
    expect(JSON.stringify(items)).not.toContain('Hello');
    expect(items).toMatchObject([{ stored: { id: 31, deleted: true, rev: 5 } }]);
  });

  test('it is loaded with what its prompt and its project hold, without its texts', async () => {
    using scene = await open();
    const [ada] = scene.users;
    await save(scene, ada, library);
    const names = async (...touches: Parameters<typeof touching>) =>
      (await loaded(scene, ada, ...touches)).all().map(({ type, id }) => `${type} ${id}`);
    const ofPrompt = ['version 11', 'version 12', ...[13, 14, 15, 16, 17].map((id) => `keptRun ${id}`)];
    expect((await names({ kind: 'insideOf', promptId: 10 })).sort()).toEqual([...ofPrompt].sort());
    expect((await names({ kind: 'contentsOf', projectId: 1 })).sort()).toEqual(
      ['prompt 10', 'prompt 20', ...ofPrompt, 'version 21', 'keptRun 23'].sort(),
    );
    expect(await names({ kind: 'versionsOf', promptId: 10 })).toEqual(['version 11', 'version 12']);
    const bare = await loaded(scene, ada, { kind: 'insideOf', promptId: 10 });
    expect(bare.stored('keptRun', 13)?.row).toMatchObject({ promptId: 10, note: '', run: { answer: '' } });
    await save(scene, ada, [
      { kind: 'delete', type: 'keptRun', id: 13 },
      { kind: 'delete', type: 'prompt', id: 10 },
      { kind: 'delete', type: 'keptRun', id: 14 },
    ]);
    expect(await names({ kind: 'revivalOf', promptId: 10 })).toEqual([
      'project 1',
      'prompt 10',
      'keptRun 14',
    ]);
  });

  test('in portions it goes with its project, and has a later place than its prompt', async () => {
    using scene = await open(small);
    const [ada] = scene.users;
    await save(scene, ada, library);
    await begin(scene, ada, [{ kind: 'delete', type: 'project', id: 1 }], {
      kind: 'deleteContentsOf',
      projectId: 1,
    });
    expect(await namesAfter(scene, ada, library.length)).toEqual([
      ...['project 1', 'prompt 10', 'version 11', 'version 12'],
      ...['keptRun 13', 'keptRun 14', 'keptRun 15', 'keptRun 16', 'keptRun 17'],
      ...['prompt 20', 'version 21', 'keptRun 23'],
    ]);
  });

  test('in portions it goes and comes back with its prompt; one that was deleted before stays deleted', async () => {
    using scene = await open(small);
    const [ada] = scene.users;
    await save(scene, ada, library);
    await save(scene, ada, [{ kind: 'delete', type: 'keptRun', id: 13 }]);
    const since = library.length + 1;
    await begin(scene, ada, [{ kind: 'delete', type: 'prompt', id: 10 }], {
      kind: 'deleteVersionsOf',
      promptId: 10,
    });
    expect(await namesAfter(scene, ada, since)).toEqual([
      ...['prompt 10', 'version 11', 'version 12', 'keptRun 14', 'keptRun 15', 'keptRun 16', 'keptRun 17'],
    ]);
    const revival = await scene.storage.gather(ada, {
      parts: [touching({ kind: 'revivalOf', promptId: 10 })],
    });
    expect([...revival.largeRevivals]).toEqual([10]);
    await begin(scene, ada, [{ kind: 'restore', type: 'prompt', id: 10 }], {
      kind: 'restoreVersionsOf',
      promptId: 10,
      after: since + 1,
    });
    const first = await scene.storage.keptRunsOf(ada, 10, null);
    const rest = await scene.storage.keptRunsOf(ada, 10, first?.next ?? null);
    const ids = [...(first?.rows ?? []), ...(rest?.rows ?? [])].map(({ id }) => id);
    expect(ids).toEqual([14, 15, 16, 17]);
    expect((await scene.storage.versionsOf(ada, 10, null))?.rows.map(({ id }) => id)).toEqual([12, 11]);
  });

  test('a deletion is large, or has not seen all, by the kept runs too', async () => {
    using scene = await open(small);
    const [ada] = scene.users;
    const runs = [31, 32, 33, 34].map((id) => keptRun(id, 2));
    await save(scene, ada, [project(1), prompt(2, 1, 'a'), ...runs.slice(0, 3)]);
    const inProject = { kind: 'contentsOf', projectId: 1 } as const;
    const inPrompt = { kind: 'insideOf', promptId: 2 } as const;
    const bulkOf = async (rows: typeof inProject | typeof inPrompt, seq?: number) => {
      const seen = seq === undefined ? undefined : { seq, beforeNumber: 7 };
      return (await scene.storage.gather(ada, { parts: [deleting({ rows, seen }, { key: by })] })).bulk;
    };
    expect(await bulkOf(inProject)).toBeNull();
    expect(await bulkOf(inPrompt)).toBeNull();
    await save(scene, ada, runs.slice(3));
    for (const rows of [inProject, inPrompt]) {
      expect((await bulkOf(rows, 5))?.seen).toMatchObject({ unseen: true });
      expect((await bulkOf(rows, 6))?.seen).toMatchObject({ unseen: false });
    }
    await save(scene, ada, [keptRun(31, 2, { stars: 1 })], { ...laptop, by: { ...by, number: 6 } });
    for (const rows of [inProject, inPrompt])
      expect((await bulkOf(rows, 6))?.seen).toMatchObject({ unseen: false });
  });

  test('rows and bytes are counted as kept runs come, change, go and are erased', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const before = async () => (await scene.storage.gather(ada, { parts: [] })).usage;
    const run = JSON.stringify(exampleRun()).length;
    await save(scene, ada, [project(1), prompt(2, 1, 'a')]);
    expect(await before()).toEqual({ rows: 2, textBytes: 2 });
    for (const note of ['Grüße', '', 'n']) {
      const counted = await change(scene, ada, {
        parts: [touching(row({ type: 'keptRun', id: 31 }))],
        act(copy) {
          write(copy, [keptRun(31, 2, { note })], plain);
          return copy.usage;
        },
      });
      expect(counted).toEqual({ rows: 3, textBytes: 2 + run + Buffer.byteLength(note) });
      expect(await before()).toEqual(counted);
    }
    await save(scene, ada, [{ kind: 'delete', type: 'keptRun', id: 31 }]);
    await scene.storage.eraseDeletedBefore(10_000);
    expect(await before()).toEqual({ rows: 2, textBytes: 2 });
  });
}
