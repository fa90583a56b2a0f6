/** Tests how every implementation of `library-port.ts` reads lists, texts and the feed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FeedLimit } from './library-port.ts';
import {
  type OpenScene,
  opened,
  plain,
  project,
  prompt,
  type StorageScene,
  save,
  version,
  whole,
} from './storage-scene.ts';

/** Saves mutations of so many rows each, of 10 characters a row; `by` is the client of all of them. */
async function saveMutations(scene: StorageScene, sizes: readonly number[], client = 'c1'): Promise<void> {
  const [user] = scene.users;
  let id = 0;
  for (const [index, size] of sizes.entries()) {
    const writes = Array.from({ length: size }, () => {
      id += 1;
      return prompt(id, 9, 'x'.repeat(9));
    });
    const by = { client, number: index + 1 };
    await save(scene, user, writes, { by, device: 'desk', texts: ['x'.repeat(9)], at: 1_000 + index });
  }
}

/** Reads the feed to its end; returns the places of each page. */
async function readPages({ storage, users: [user] }: StorageScene, limit: FeedLimit): Promise<number[][]> {
  const pages: number[][] = [];
  for (let since = 0; ; ) {
    const { items, more, upTo } = await storage.changesSince(user, since, limit);
    pages.push(items.map(({ stored }) => stored.seq));
    if (!more) return pages;
    expect(upTo).toBeGreaterThan(since);
    since = upTo;
  }
}

export function libraryReadsSuite(open: OpenScene): void {
  test('a page of the feed is bounded by rows and by the weight of texts, and has whether there is more', async () => {
    using scene = await open();
    const [ada] = scene.users;
    await save(
      scene,
      ada,
      [1, 2, 3].map((id) => prompt(id, 9, 'x'.repeat(100))),
    );
    const cut = async (since: number, rows: number, bytes: number) => {
      const { items, more } = await scene.storage.changesSince(ada, since, { rows, bytes });
      return [items.map(({ stored }) => stored.seq), more];
    };
    expect(await cut(0, 2, 10_000)).toEqual([[1, 2], true]);
    expect(await cut(2, 2, 10_000)).toEqual([[3], false]);
    expect(await cut(0, 9, 250)).toEqual([[1, 2], true]);
    expect(await cut(0, 9, 1)).toEqual([[1], true]);
    expect(await cut(3, 9, 1)).toEqual([[], false]);
  });

  test.each<[string, { sizes: number[]; limit: FeedLimit; pages: number[][] }]>([
    [
      'cut by rows',
      {
        sizes: [1, 2, 2],
        limit: { rows: 4, bytes: 1e6 },
        pages: [
          [1, 2, 3],
          [4, 5],
        ],
      },
    ],
    [
      'cut by texts',
      {
        sizes: [1, 2, 2],
        limit: { rows: 9, bytes: 45 },
        pages: [
          [1, 2, 3],
          [4, 5],
        ],
      },
    ],
    [
      'filled to the last row',
      {
        sizes: [2, 2],
        limit: { rows: 2, bytes: 20 },
        pages: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'but a mutation of too many rows',
      { sizes: [1, 3], limit: { rows: 2, bytes: 1e6 }, pages: [[1], [2, 3], [4]] },
    ],
    [
      'but a mutation of too much text',
      {
        sizes: [3, 1],
        limit: { rows: 9, bytes: 25 },
        pages: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    ['but the smallest page', { sizes: [2, 1], limit: { rows: 9, bytes: 1 }, pages: [[1], [2], [3]] }],
    [
      'with texts that the reader holds',
      { sizes: [2, 1], limit: { rows: 9, bytes: 3, holder: 'c1' }, pages: [[1, 2, 3]] },
    ],
  ])('a page of the feed ends where a mutation ends: %s', async (_, { sizes, limit, pages }) => {
    using scene = await open();
    await saveMutations(scene, sizes);
    expect(await readPages(scene, limit)).toEqual(pages);
  });

  test('a page of the feed is cut inside of a mutation only where that is larger than a page', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 });
    const limit = fc.record({ rows: fc.integer({ min: 1, max: 9 }), bytes: fc.integer({ min: 1, max: 90 }) });
    await fc.assert(
      fc.asyncProperty(sizes, limit, async (sizes, limit) => {
        using scene = await open();
        await saveMutations(scene, sizes);
        const pages = await readPages(scene, limit);
        const all = pages.flat();
        expect(all).toEqual(all.map((_, index) => index + 1));
        const ends = sizes.map((_, index) => sizes.slice(0, index + 1).reduce((sum, size) => sum + size, 0));
        for (const page of pages) {
          const [first = 0, last = 0] = [page[0], page.at(-1)];
          expect(page.length).toBeLessThanOrEqual(limit.rows);
          if (page.length > 1) expect(page.length * 10).toBeLessThanOrEqual(limit.bytes);
          const end = ends.find((place) => place >= first) ?? 0;
          // Where the first mutation did not fit, the page holds nothing else.
          if (!ends.includes(last)) expect(last).toBeLessThan(end);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('the weight of a page is that of all long texts, to the unit', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const long = 'x'.repeat(100);
    const noted = prompt(1, 9, long);
    const edited = version(2, 1, 1);
    if (noted.kind === 'put' && noted.type === 'prompt') noted.row.notes = long;
    if (edited.kind === 'put' && edited.type === 'version')
      Object.assign(edited.row, { content: long, original: long });
    await save(scene, ada, [noted, edited, version(3, 1, 2), project(4)]);
    const count = async (bytes: number) =>
      (await scene.storage.changesSince(ada, 0, { rows: 9, bytes })).items.length;
    expect(await Promise.all([399, 400, 401, 402].map(count))).toEqual([1, 2, 2, 4]);
  });

  test('what is open is one row a key, in lists and in the feed', async () => {
    using scene = await open();
    const [ada, eve] = scene.users;
    await save(scene, ada, [opened([1])]);
    await save(scene, ada, [opened([1, 2])]);
    expect(await scene.storage.uiStates(ada)).toEqual([{ stateKey: 'open_prompt_ids', stateValue: [1, 2] }]);
    expect(await scene.storage.uiStates(eve)).toEqual([]);
    const { items } = await scene.storage.changesSince(ada, 0, whole);
    expect(items).toMatchObject([{ stored: { type: 'uiState', id: 'open_prompt_ids', seq: 2, rev: 2 } }]);
    const known = async (user: number) =>
      (await scene.storage.known(user, [{ type: 'uiState', id: 'open_prompt_ids' }])).size;
    expect([await known(ada), await known(eve)]).toEqual([1, 0]);
    const deleting = save(scene, ada, [{ kind: 'delete', type: 'uiState', id: 'open_prompt_ids' }]);
    await expect(deleting).rejects.toThrow('never deleted');
  });

  test('lists are those of the one that is asked for, in their order; what is not there is not an empty list', async () => {
    using scene = await open();
    const [ada, eve] = scene.users;
    await save(scene, ada, [project(7), project(1), prompt(3, 1, 'b'), prompt(2, 1, 'a'), prompt(4, 7, 'c')]);
    await save(scene, ada, [version(5, 2, 1), version(6, 2, 2), version(8, 3, 1)]);
    await save(scene, eve, [project(1), prompt(2, 1, 'foreign'), version(5, 2, 9)]);
    const { storage } = scene;
    expect((await storage.projects(ada, null)).rows.map(({ id, name }) => [id, name])).toEqual([
      [1, 'P1'],
      [7, 'P7'],
    ]);
    expect((await storage.promptsOf(ada, 1, null))?.rows.map(({ content }) => content)).toEqual(['a', 'b']);
    expect((await storage.versionsOf(ada, 2, null))?.rows.map(({ content }) => content)).toEqual([
      'v2',
      'v1',
    ]);
    expect(await storage.versionsOf(ada, 4, null)).toEqual({ rows: [], next: null });
    expect([await storage.promptsOf(ada, 99, null), await storage.versionsOf(ada, 99, null)]).toEqual([
      undefined,
      undefined,
    ]);
    await save(scene, ada, [
      { kind: 'delete', type: 'version', id: 6 },
      { kind: 'delete', type: 'project', id: 7 },
    ]);
    expect((await storage.versionsOf(ada, 2, null))?.rows.map(({ id }) => id)).toEqual([5]);
    expect(await storage.promptsOf(ada, 7, null)).toBeUndefined();
    await save(scene, ada, [{ kind: 'restore', type: 'project', id: 7 }]);
    expect((await storage.promptsOf(ada, 7, null))?.rows.map(({ id }) => id)).toEqual([4]);
    await save(scene, ada, [{ kind: 'delete', type: 'prompt', id: 2 }]);
    expect(await storage.versionsOf(ada, 2, null)).toBeUndefined();
  });

  test('deleted prompts are listed with when that was, the latest first, until they are erased', async () => {
    using scene = await open();
    const [ada, eve] = scene.users;
    await save(scene, ada, [prompt(1, 9, 'a'), prompt(2, 9, 'b'), prompt(3, 9, 'c')]);
    for (const [id, when] of [
      [2, 500],
      [1, 700],
    ] as const) {
      await save(scene, ada, [{ kind: 'delete', type: 'prompt', id }], { ...plain, at: when });
    }
    expect(await scene.storage.deleted(ada)).toMatchObject([
      { stored: { id: 1, rev: 2, row: { title: 'T1' } }, at: 700 },
      { stored: { id: 2, rev: 2, row: { title: 'T2' } }, at: 500 },
    ]);
    expect(await scene.storage.deleted(eve)).toEqual([]);
    await scene.storage.eraseDeletedBefore(600);
    expect((await scene.storage.deleted(ada)).map(({ stored: { id } }) => id)).toEqual([1]);
  });

  test('deleted versions are listed by themselves only where their prompt is still there', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const { storage } = scene;
    await save(scene, ada, [prompt(1, 9, 'a'), prompt(2, 9, 'b'), version(11, 1, 1), version(21, 2, 1)]);
    await save(scene, ada, [
      { kind: 'delete', type: 'version', id: 11 },
      { kind: 'delete', type: 'version', id: 21 },
      { kind: 'delete', type: 'prompt', id: 2 },
    ]);
    const listed = (await storage.deleted(ada)).map(({ stored: { type, id } }) => `${type} ${id}`);
    expect(listed).toEqual(['prompt 2', 'version 11']);
  });

  test('the search reads the texts of a person that have changed, page by page, in the order of the feed', async () => {
    using scene = await open({ rows: 2, bytes: 100 });
    const [ada, eve] = scene.users;
    await save(scene, ada, [
      project(1),
      prompt(2, 1, 'a'),
      prompt(3, 1, 'b'),
      prompt(4, 1, 'c'),
      prompt(5, 1, 'd'),
    ]);
    await save(scene, eve, [project(1), prompt(6, 1, 'foreign')]);
    await save(scene, ada, [{ kind: 'delete', type: 'prompt', id: 3 }]);
    const page = async (seq: number) => {
      const { changed, upTo, more } = await scene.storage.changedTexts(ada, seq);
      return [changed.map(({ id, texts }) => `${id} ${texts?.content ?? null}`), upTo, more];
    };
    expect(await page(0)).toEqual([['2 a', '4 c'], 4, true]);
    expect(await page(4)).toEqual([['5 d', '3 null'], 6, false]);
    expect(await page(6)).toEqual([[], 6, false]);
  });

  test('the search reads versions that have changed in the same way, and notes and tags with the texts', async () => {
    using scene = await open({ rows: 2, bytes: 1_000 });
    const [ada, eve] = scene.users;
    const { storage } = scene;
    const tagged = prompt(2, 1, 'a');
    if (tagged.kind === 'put' && tagged.type === 'prompt') tagged.row.attributes = { tags: ['mail'] };
    await save(scene, ada, [project(1), tagged, prompt(3, 1, 'b'), version(21, 2, 1), version(22, 2, 2)]);
    await save(scene, ada, [version(31, 3, 1), { kind: 'delete', type: 'version', id: 21 }]);
    await save(scene, eve, [project(1), prompt(2, 1, 'foreign'), version(41, 2, 1)]);
    const page = async (seq: number) => {
      const { changed, upTo, more } = await storage.changedVersions(ada, seq);
      return [changed.map(({ id, promptId, content }) => `${id} of ${promptId} ${content}`), upTo, more];
    };
    expect(await page(0)).toEqual([['22 of 2 v2', '31 of 3 v1'], 6, true]);
    expect(await page(6)).toEqual([['21 of 2 null'], 7, false]);
    expect((await storage.changedTexts(ada, 0)).changed).toEqual([
      { id: 2, title: 'T2', texts: { content: 'a', notes: 'n', tags: ['mail'] } },
      { id: 3, title: 'T3', texts: { content: 'b', notes: 'n', tags: [] } },
    ]);
    const { found } = await storage.promptsNamed(ada, [2]);
    expect(found).toEqual([
      {
        ...{ id: 2, title: 'T2', content: 'a', notes: 'n', tags: ['mail'] },
        ...{ projectId: 1, projectName: 'P1' },
      },
    ]);
    expect(await storage.versionsNamed(ada, [31, 21, 22, 41])).toEqual({
      found: [
        { id: 31, promptId: 3, version: 1, description: 'd', content: 'v1' },
        { id: 22, promptId: 2, version: 2, description: 'd', content: 'v2' },
      ],
      read: 4,
    });
  });

  test('prompts are read by their ids with the names of their projects, a portion at a time', async () => {
    using scene = await open({ rows: 10, bytes: 100 });
    const [ada] = scene.users;
    const long = 'x'.repeat(98);
    await save(scene, ada, [project(1), prompt(2, 1, 'a'), prompt(3, 1, long), prompt(4, 1, 'c')]);
    await save(scene, ada, [{ kind: 'delete', type: 'prompt', id: 4 }]);
    const read = async (ids: number[]) => {
      const { found, read } = await scene.storage.promptsNamed(ada, ids);
      return [found.map(({ id, projectName }) => `${projectName} ${id}`), read];
    };
    expect(await read([4, 9, 3, 2])).toEqual([['P1 3', 'P1 2'], 4]);
    expect(await read([2, 3, 4])).toEqual([['P1 2', 'P1 3'], 2]);
  });

  test('the changes of a user have one epoch, and the place before them that of the database', async () => {
    using scene = await open();
    const { storage, users } = scene;
    const [ada] = users;
    const before = await storage.epochAt(ada, 0);
    await save(scene, ada, [project(1)]);
    await save(scene, ada, [project(2), project(3)]);
    const [first, second, third] = await Promise.all([1, 2, 3].map((seq) => storage.epochAt(ada, seq)));
    expect(before).not.toBe('');
    expect(first).not.toBe(before);
    expect([second, third]).toEqual([first, first]);
    expect(await storage.epochAt(ada, 0)).toBe(before);
  });

  test('a history has the places up to its latest change, and none of another history', async () => {
    using scene = await open();
    using another = await open();
    const [ada, grace] = scene.users;
    await save(scene, ada, [project(1), project(2)]);
    await save(another, ada, [project(1), project(2)]);
    const [start, epoch] = await Promise.all([0, 1].map((seq) => scene.storage.epochAt(ada, seq)));
    const has = (user: number, [name = '', seq]: [string | undefined, number]) =>
      scene.storage.has(user, { epoch: name, seq });
    const places: [string | undefined, number][] = [
      [start, 0],
      [epoch, 1],
      [epoch, 2],
      [epoch, 3],
      [start, 1],
      [epoch, 0],
    ];
    expect(await Promise.all(places.map((place) => has(ada, place)))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(await has(grace, [epoch, 1])).toBe(false);
    expect(await another.storage.has(ada, { epoch: epoch ?? '', seq: 2 })).toBe(false);
  });

  test('a list comes in parts of so many rows or bytes, each row once and in order', async () => {
    using scene = await open({ rows: 2, bytes: 10 });
    const [ada] = scene.users;
    const { storage } = scene;
    const texts = ['a', 'b', 'much longer than a part', 'c', 'd', 'e'];
    await save(scene, ada, [project(1), project(2), project(3)]);
    await save(scene, ada, [...texts.map((text, index) => prompt(10 + index, 1, text))]);
    const parts: number[][] = [];
    for (let part = await storage.promptsOf(ada, 1, null); part !== undefined; ) {
      parts.push(part.rows.map(({ id }) => id));
      part = part.next === null ? undefined : await storage.promptsOf(ada, 1, part.next);
    }
    expect(parts).toEqual([[10, 11], [12], [13, 14], [15]]);
    const first = await storage.projects(ada, null);
    expect(first.rows.map(({ id }) => id)).toEqual([1, 2]);
    expect(await storage.projects(ada, first.next)).toMatchObject({ rows: [{ id: 3 }], next: null });
  });
}
