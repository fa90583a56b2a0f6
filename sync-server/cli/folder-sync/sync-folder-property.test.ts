/** Tests with random edits in two folders and on a device, and rounds that end anywhere, that no text is lost. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crashingSend } from '../../testing/crashing-send.ts';
import { type FolderOfTest, folderSyncScene } from '../../testing/folder-sync-scene.ts';
import { WorldOfWords } from '../../testing/world-of-words.ts';

type Scene = Awaited<ReturnType<typeof folderSyncScene>>;

const where = fc.constantFrom('a' as const, 'b' as const);
const n = fc.nat({ max: 5 });
const edits = { line: fc.nat({ max: 4 }), isOwnLine: fc.boolean() };
const Operation = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add' as const), at: where }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('edit' as const), at: where, n, ...edits }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('editThere' as const), n, ...edits }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: where, n }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), at: where, n }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('copy' as const), at: where, n }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sync' as const), at: where }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{
        kind: fc.constant('crash' as const),
        at: where,
        request: fc.nat({ max: 9 }),
        isDone: fc.boolean(),
      },
    }),
  },
);
type Operation = typeof Operation extends fc.Arbitrary<infer Value> ? Value : never;

class World extends WorldOfWords {
  readonly #scene: Scene;
  readonly folders: Readonly<Record<'a' | 'b', FolderOfTest>>;
  readonly deleted = new Set<string>();

  constructor(scene: Scene) {
    super();
    this.#scene = scene;
    this.folders = { a: scene.folder('a'), b: scene.folder('b') };
  }

  async do(operation: Operation): Promise<void> {
    if (operation.kind === 'editThere') return this.#editThere(operation);
    const folder = this.folders[operation.at];
    if (operation.kind === 'add') folder.write(`T${this.count}.md`, `${this.word()}\n\nmiddle\n\nend`);
    else if (operation.kind === 'sync') await folder.sync();
    else if (operation.kind === 'crash') {
      const send = crashingSend(this.#scene.send, operation.request, operation.isDone);
      await folder.sync({ send }).catch((error) => expect(String(error)).toContain('crash'));
    } else await this.#change(folder, operation);
  }

  async #change(
    folder: FolderOfTest,
    operation: Extract<Operation, { kind: 'edit' | 'rename' | 'copy' | 'delete' }>,
  ): Promise<void> {
    const names = folder.names();
    const name = names[operation.n % names.length];
    if (name === undefined) return;
    if (operation.kind === 'edit') folder.edit(name, this.edited(folder.text(name), operation));
    if (operation.kind === 'rename')
      renameSync(join(folder.path, name), join(folder.path, `R${this.word()}.md`));
    if (operation.kind === 'copy') folder.write(`${name.slice(0, -3)} copy.md`, folder.read(name));
    if (operation.kind === 'delete') {
      const id = Number(/^id: (\d+)$/m.exec(folder.read(name))?.[1] ?? 0);
      const versions = id === 0 ? [] : await this.#scene.versions(id).catch(() => []);
      for (const text of [folder.text(name), ...versions.map(({ content }) => content)]) this.#forget(text);
      rmSync(join(folder.path, name));
    }
    if (operation.kind === 'rename') this.words.delete(`w${this.count}x`);
  }

  #forget(text: string): void {
    for (const word of text.match(/w\d+x/g) ?? []) this.deleted.add(word);
  }

  async #editThere({ n, ...edit }: Extract<Operation, { kind: 'editThere' }>): Promise<void> {
    const prompts = await this.#scene.prompts();
    const prompt = prompts[n % prompts.length];
    if (prompt === undefined) return;
    const content = this.edited(prompt.content, edit);
    await this.#scene.call('PATCH', `/api/prompts/${prompt.id}/content`, { content });
  }

  /** Rounds until neither has anything to do. */
  async settle(): Promise<void> {
    const { a, b } = this.folders;
    for (let round = 0; round < 6; round += 1) {
      const reports = [await a.sync(), await b.sync()];
      for (const { complaints } of reports) expect(complaints).toEqual([]);
      const changes = reports.flatMap(({ here, there }) => [here, there]).flatMap(Object.values);
      if (changes.every((count) => count === 0)) return;
    }
    throw new Error('it goes on for ever');
  }

  async check(): Promise<void> {
    const prompts = await this.#scene.prompts();
    const texts = prompts.map(({ content }) => content).toSorted();
    for (const folder of Object.values(this.folders)) {
      expect(
        folder
          .names()
          .map((name) => folder.text(name))
          .toSorted(),
      ).toEqual(texts);
    }
    const versions = (await Promise.all(prompts.map(({ id }) => this.#scene.versions(id)))).flat();
    const all = [...texts, ...versions.map(({ content }) => content)].join('\n');
    const lost = [...this.words].filter((word) => !all.includes(word) && !this.deleted.has(word));
    expect(lost).toEqual([]);
    const titles = prompts.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  }
}

test('whatever is edited at once, and wherever a round ends, all become equal and no text is lost or doubled', async () => {
  let edits = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(Operation, { minLength: 5, maxLength: 30 }), async (operations) => {
      using scene = await folderSyncScene();
      const world = new World(scene);
      for (const at of ['a', 'a', 'b'] as const) await world.do({ kind: 'add', at });
      await world.settle();
      for (const operation of operations) await world.do(operation);
      await world.settle();
      await world.check();
      edits += world.words.size;
    }),
    { numRuns: 8 },
  );
  expect(edits).toBeGreaterThan(30);
});
