/** Tests with random edits in a folder at a label, in one of all prompts and in the app that no word is lost and no label moves by itself. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Prompt } from '#shared/model/prompt.ts';
import { crashingSend } from '../../testing/crashing-send.ts';
import { type FolderOfTest, folderSyncScene } from '../../testing/folder-sync-scene.ts';
import { WorldOfWords } from '../../testing/world-of-words.ts';

type Scene = Awaited<ReturnType<typeof folderSyncScene>>;

const n = fc.nat({ max: 5 });
const line = fc.nat({ max: 4 });
const at = fc.constantFrom('labelled' as const, 'tree' as const);
const Operation = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add' as const), at }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('edit' as const), at, n, line }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('editThere' as const), n, line }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('approve' as const), n }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('takeOff' as const), n }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sync' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ kind: fc.constant('crash' as const), at, isDone: fc.boolean() },
      request: fc.integer({ min: 1, max: 12 }),
    }),
  },
);
type Operation = typeof Operation extends fc.Arbitrary<infer Value> ? Value : never;

const labelOf = (prompt: Prompt) =>
  prompt.attributes?.labels?.find(({ label }) => label === 'production')?.versionId ?? null;

class World extends WorldOfWords {
  readonly #scene: Scene;
  readonly folders: Readonly<Record<'labelled' | 'tree', FolderOfTest>>;
  /** The versions that the test has put the label on, by their prompts. */
  readonly #labels = new Map<number, number | null>();

  constructor(scene: Scene) {
    super();
    this.#scene = scene;
    this.folders = {
      labelled: scene.folder('labelled', { label: 'production' }),
      tree: scene.folder('tree'),
    };
  }

  async do(operation: Operation): Promise<void> {
    if (!('at' in operation)) return this.#there(operation);
    const folder = this.folders[operation.at];
    if (operation.kind === 'add') folder.write(`T${this.count}.md`, `${this.word()}\n\nmiddle\n\nend`);
    if (operation.kind === 'sync') await folder.sync();
    if (operation.kind === 'crash') {
      const send = crashingSend(this.#scene.send, operation.request, operation.isDone);
      await folder.sync({ send }).catch((error) => expect(String(error)).toContain('crash'));
    }
    if (operation.kind !== 'edit') return;
    const names = folder.names();
    const name = names[operation.n % names.length];
    if (name !== undefined) folder.edit(name, this.edited(folder.text(name), operation));
  }

  async #there(operation: Exclude<Operation, { at: 'labelled' | 'tree' }>): Promise<void> {
    const prompts = await this.#scene.prompts();
    const prompt = prompts[operation.n % prompts.length];
    if (prompt === undefined) return;
    const { id, content } = prompt;
    const { call } = this.#scene;
    if (operation.kind === 'editThere') {
      await call('PATCH', `/api/prompts/${id}/content`, { content: this.edited(content, operation) });
      return;
    }
    this.count += 1;
    const versionId = operation.kind === 'approve' ? 5000 + this.count : null;
    if (versionId !== null)
      await call('PUT', `/api/prompts/${id}`, { id: versionId, content, description: '' });
    const move = { label: 'production', versionId, from: null, device: 'Phone' };
    await call('PATCH', `/api/prompts/${id}/attributes`, { labels: [move] });
    this.#labels.set(id, versionId);
  }

  async settle(): Promise<void> {
    for (let round = 0; round < 8; round += 1) {
      const reports = [await this.folders.labelled.sync(), await this.folders.tree.sync()];
      for (const { complaints } of reports) expect(complaints).toEqual([]);
      const changes = reports.flatMap(({ here, there }) => [here, there]).flatMap(Object.values);
      if (changes.every((count) => count === 0) && reports.every(({ again }) => !again)) return;
    }
    throw new Error('it goes on for ever');
  }

  async check(): Promise<void> {
    const prompts = await this.#scene.prompts();
    const { tree } = this.folders;
    expect(
      tree
        .names()
        .map((name) => tree.text(name))
        .toSorted(),
    ).toEqual(prompts.map(({ content }) => content).toSorted());
    const versions = (await Promise.all(prompts.map(({ id }) => this.#scene.versions(id)))).flat();
    const all = [...prompts, ...versions].map(({ content }) => content).join('\n');
    expect([...this.words].filter((word) => !all.includes(word))).toEqual([]);
    for (const prompt of prompts) expect(labelOf(prompt)).toBe(this.#labels.get(prompt.id) ?? null);
  }

  /** All is approved as it is: then nothing waits, and the folder has what the label points to. */
  async approveAll(): Promise<void> {
    const count = (await this.#scene.prompts()).length;
    for (let n = 0; n < count; n += 1) await this.do({ kind: 'approve', n });
    await this.settle();
    const { labelled, tree } = this.folders;
    const report = await labelled.sync();
    expect(report.notices).toEqual([]);
    const texts = (folder: FolderOfTest) =>
      folder
        .names()
        .map((name) => folder.text(name))
        .toSorted();
    expect(texts(labelled)).toEqual(texts(tree));
  }
}

test('whatever is edited and approved at once, no word is lost, and a label is where a person put it', async () => {
  let words = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(Operation, { minLength: 30, maxLength: 30 }), async (operations) => {
      using scene = await folderSyncScene();
      const world = new World(scene);
      await world.do({ kind: 'add', at: 'tree' });
      await world.do({ kind: 'add', at: 'labelled' });
      await world.settle();
      for (const operation of operations) await world.do(operation);
      await world.settle();
      await world.check();
      await world.approveAll();
      await world.check();
      // A folder without its state finds all of it equal.
      rmSync(join(world.folders.labelled.path, '.promptory'), { recursive: true });
      await world.settle();
      await world.check();
      words += world.words.size;
    }),
    { numRuns: 3, endOnFailure: true },
  );
  expect(words).toBeGreaterThan(20);
});
