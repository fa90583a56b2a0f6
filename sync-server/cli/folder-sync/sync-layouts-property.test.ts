/** Tests thirty random rounds, some of which end anywhere, of two repositories with skills and rules and a folder of all prompts. */
import { renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crashingSend } from '../../testing/crashing-send.ts';
import { type FolderOfTest, folderSyncScene } from '../../testing/folder-sync-scene.ts';
import { type LaidOutFile, laidOutFiles, sectionedFiles } from '../../testing/laid-out-files.ts';
import { WorldOfWords } from '../../testing/world-of-words.ts';

type Scene = Awaited<ReturnType<typeof folderSyncScene>>;

const n = fc.nat({ max: 11 });
const request = fc.integer({ min: 1, max: 30 });
const at = fc.constantFrom('a' as const, 'b' as const);
const edits = { n, line: fc.nat({ max: 4 }), isOwnLine: fc.boolean() };
const Operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('add' as const), at, n }) },
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('edit' as const), at, ...edits }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('editThere' as const), ...edits }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('addThere' as const), n }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), at, n }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('renameThere' as const), n }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), at, n }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteThere' as const), n }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('copy' as const), at, n }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('crash' as const), at, request, isDone: fc.boolean() }),
  },
);
type Operation = typeof Operation extends fc.Arbitrary<infer Value> ? Value : never;

/** A round has some changes, and then some of the folders sync. */
const Round = fc.record({
  operations: fc.array(Operation, { minLength: 1, maxLength: 3 }),
  syncs: fc.subarray(['a', 'b', 'tree'] as const, { minLength: 1 }),
});

const tags = ['skill', 'cursor', 'agents', 'copilot'] as const;

class World extends WorldOfWords {
  readonly #scene: Scene;
  readonly folders: Readonly<Record<'a' | 'b' | 'tree', FolderOfTest>>;
  readonly deleted = new Set<string>();

  constructor(scene: Scene) {
    super();
    this.#scene = scene;
    const layout = 'skills,rules';
    this.folders = {
      a: scene.folder('a', { layout }),
      b: scene.folder('b', { layout }),
      tree: scene.folder('tree'),
    };
  }

  #name(): string {
    this.count += 1;
    return `n${this.count}`;
  }

  #forget(text: string): void {
    for (const word of text.match(/w\d+x/g) ?? []) this.deleted.add(word);
  }

  async do(operation: Operation): Promise<void> {
    if (operation.kind === 'add') this.#add(this.folders[operation.at], operation.n);
    else if (operation.kind === 'crash') {
      const send = crashingSend(this.#scene.send, operation.request, operation.isDone);
      const ended = this.folders[operation.at].sync({ send, allowDeletes: true });
      await ended.catch((error) => expect(String(error)).toContain('crash'));
    } else if ('at' in operation) {
      const files = laidOutFiles(this.folders[operation.at]);
      const file = files[operation.n % files.length];
      if (file !== undefined) this.#change(this.folders[operation.at], file, operation);
    } else await this.#there(operation);
  }

  #add(folder: FolderOfTest, n: number): void {
    const tag = tags[n % tags.length] ?? 'skill';
    const [name, text] = [this.#name(), `${this.word()}\n\nmiddle\n\nend`];
    if (tag === 'skill')
      folder.write(`.claude/skills/${name}/SKILL.md`, `---\ndescription: ${this.word()}\n---\n${text}`);
    else if (tag === 'cursor') folder.write(`.cursor/rules/${name}.mdc`, `---\nglobs: *.ts\n---\n${text}`);
    else {
      const path = sectionedFiles[tag];
      const before = folder.files().includes(path) ? folder.read(path) : '';
      folder.write(
        path,
        `${before}\n<!-- promptory: {"title":"${name}"} -->\n${text}\n<!-- /promptory -->\n`,
      );
    }
  }

  #change(
    folder: FolderOfTest,
    file: LaidOutFile,
    operation: Extract<Operation, { at: 'a' | 'b'; n: number }>,
  ): void {
    const isFile = file.tag === 'skill' || file.tag === 'cursor';
    if (operation.kind === 'edit') file.edit(this.edited(file.text, operation));
    if (operation.kind === 'delete') {
      this.#forget(file.text);
      file.remove();
    }
    if (operation.kind === 'copy') {
      const copy =
        file.tag === 'skill' ? `${dirname(file.path)} copy/SKILL.md` : file.path.replace('.mdc', ' copy.mdc');
      if (isFile) folder.write(copy, folder.read(file.path));
    }
    if (operation.kind !== 'rename' || !isFile) return;
    const [from, to] =
      file.tag === 'skill'
        ? [dirname(file.path), `.claude/skills/${this.#name()}`]
        : [file.path, `.cursor/rules/${this.#name()}.mdc`];
    renameSync(join(folder.path, from), join(folder.path, to));
  }

  async #there(operation: Exclude<Operation, { at: 'a' | 'b' }>): Promise<void> {
    const { call } = this.#scene;
    if (operation.kind === 'addThere') {
      this.count += 1;
      const id = 1000 + this.count;
      const title = `There ${this.#name()}`;
      await call('POST', '/api/prompts', {
        id,
        title,
        content: `${this.word()}\n\nmiddle\n\nend`,
        projectId: 5,
      });
      const addTags = tags.filter((_tag, index) => (operation.n & (1 << index)) !== 0);
      await call('PATCH', `/api/prompts/${id}/attributes`, { addTags });
      return;
    }
    const prompts = await this.#scene.prompts();
    const prompt = prompts[operation.n % prompts.length];
    if (prompt === undefined) return;
    const path = `/api/prompts/${prompt.id}`;
    if (operation.kind === 'renameThere') await call('PATCH', path, { title: `Named ${this.#name()}` });
    if (operation.kind === 'editThere')
      await call('PATCH', `${path}/content`, { content: this.edited(prompt.content, operation) });
    if (operation.kind !== 'deleteThere') return;
    const versions = await this.#scene.versions(prompt.id);
    for (const { content } of [prompt, ...versions]) this.#forget(content);
    await call('DELETE', path);
  }

  /** Rounds until nobody has anything to do. */
  async settle(): Promise<void> {
    for (let round = 0; round < 8; round += 1) {
      const reports = [];
      for (const folder of Object.values(this.folders))
        reports.push(await folder.sync({ allowDeletes: true }));
      for (const { complaints } of reports) expect(complaints).toEqual([]);
      const changes = reports.flatMap(({ here, there }) => [here, there]).flatMap(Object.values);
      if (changes.every((count) => count === 0) && reports.every(({ again }) => !again)) return;
    }
    throw new Error('it goes on for ever');
  }

  async check(): Promise<void> {
    const prompts = await this.#scene.prompts();
    const { a, b, tree } = this.folders;
    for (const folder of [a, b]) {
      const files = laidOutFiles(folder);
      for (const tag of tags) {
        const here = files.filter((file) => file.tag === tag).map(({ id, text }) => `${id} ${text}`);
        const there = prompts
          .filter(({ attributes }) => attributes?.tags?.includes(tag))
          .map(({ id, content }) => `${id} ${content}`);
        expect([tag, folder.path.slice(-1), ...here.toSorted()]).toEqual([
          tag,
          folder.path.slice(-1),
          ...there.toSorted(),
        ]);
      }
    }
    expect(
      tree
        .names()
        .map((name) => tree.text(name))
        .toSorted(),
    ).toEqual(prompts.map(({ content }) => content).toSorted());
    const versions = (await Promise.all(prompts.map(({ id }) => this.#scene.versions(id)))).flat();
    const all = [...prompts, ...versions].map(({ content }) => content).join('\n');
    expect([...this.words].filter((word) => !all.includes(word) && !this.deleted.has(word))).toEqual([]);
    const titles = prompts.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  }
}

test('after thirty random rounds skills, rules and a folder of all prompts are equal, and no word is lost', async () => {
  let words = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(Round, { minLength: 30, maxLength: 30 }), async (rounds) => {
      using scene = await folderSyncScene();
      const world = new World(scene);
      for (const n of [0, 1, 2, 3]) await world.do({ kind: 'add', at: 'a', n });
      for (const { operations, syncs } of rounds) {
        for (const operation of operations) await world.do(operation);
        for (const at of syncs)
          expect((await world.folders[at].sync({ allowDeletes: true })).complaints).toEqual([]);
      }
      await world.settle();
      await world.check();
      words += world.words.size;
    }),
    { numRuns: 2, endOnFailure: true },
  );
  expect(words).toBeGreaterThan(40);
});
