/** Tests thirty random rounds, some of which end anywhere, of two folders of skills with files beside them. */
import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Resource } from '#shared/model/resource.ts';
import { crashingSend } from '../../../testing/crashing-send.ts';
import { type FolderOfTest, folderSyncScene } from '../../../testing/folder-sync-scene.ts';

type Scene = Awaited<ReturnType<typeof folderSyncScene>>;

const n = fc.nat({ max: 11 });
const at = fc.constantFrom('a' as const, 'b' as const);
const here = (kind: 'add' | 'edit' | 'delete' | 'addSkill' | 'renameSkill') =>
  fc.record({ kind: fc.constant(kind), at, n });
const there = (kind: 'addThere' | 'deleteThere' | 'renameThere' | 'tag') =>
  fc.record({ kind: fc.constant(kind), n });
const Operation = fc.oneof(
  { weight: 5, arbitrary: here('add') },
  { weight: 7, arbitrary: here('edit') },
  { weight: 3, arbitrary: here('delete') },
  { weight: 1, arbitrary: here('addSkill') },
  { weight: 2, arbitrary: here('renameSkill') },
  { weight: 2, arbitrary: there('addThere') },
  { weight: 2, arbitrary: there('deleteThere') },
  { weight: 2, arbitrary: there('renameThere') },
  { weight: 1, arbitrary: there('tag') },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ kind: fc.constant('crash' as const), at, isDone: fc.boolean() },
      request: fc.integer({ min: 1, max: 20 }),
    }),
  },
);
type Operation = typeof Operation extends fc.Arbitrary<infer Value> ? Value : never;
type Here = Extract<Operation, { at: 'a' | 'b'; n: number }>;
type There = Exclude<Operation, { at: 'a' | 'b' }>;

const Round = fc.record({
  operations: fc.array(Operation, { minLength: 1, maxLength: 3 }),
  syncs: fc.subarray(['a', 'b'] as const, { minLength: 1 }),
});

const root = '.claude/skills/';
const places = ['forms.md', 'refs/one.txt', 'refs/two.md', 'refs/deep/three.json'];

class World {
  readonly #scene: Scene;
  readonly folders: Readonly<Record<'a' | 'b', FolderOfTest>>;
  #count = 0;
  /** Each file is one word of its own: those that are to be somewhere in the end. */
  readonly words = new Set<string>();

  constructor(scene: Scene) {
    this.#scene = scene;
    const shape = { layout: 'skills' };
    this.folders = { a: scene.folder('a', shape), b: scene.folder('b', shape) };
  }

  #name(): string {
    this.#count += 1;
    return `n${this.#count}`;
  }

  #word(): string {
    const word = `"${this.#name()}"`;
    this.words.add(word);
    return word;
  }

  async do(operation: Operation): Promise<void> {
    if (operation.kind === 'crash') {
      const send = crashingSend(this.#scene.send, operation.request, operation.isDone);
      const ended = this.folders[operation.at].sync({ send, allowDeletes: true });
      await ended.catch((error) => expect(String(error)).toContain('crash'));
    } else if ('at' in operation) this.#here(this.folders[operation.at], operation);
    else await this.#there(operation);
  }

  #here(folder: FolderOfTest, { kind, n }: Here): void {
    const skills = folder.files().filter((path) => path.endsWith('SKILL.md'));
    const skill = skills[n % skills.length];
    if (kind === 'addSkill' || skill === undefined) {
      folder.write(`${root}${this.#name()}/SKILL.md`, 'Do it.\n');
      return;
    }
    if (kind === 'renameSkill')
      renameSync(join(folder.path, dirname(skill)), join(folder.path, root, this.#name()));
    const all = folder.files();
    const files = all.filter((path) => !path.endsWith('SKILL.md') && skills.includes(skillFile(path)));
    const place = `${dirname(skill)}/${places[n % places.length]}`;
    if (kind === 'add' && !all.includes(place)) folder.write(place, this.#word());
    const file = files[n % files.length];
    if (file === undefined || (kind !== 'edit' && kind !== 'delete')) return;
    this.words.delete(folder.read(file));
    if (kind === 'edit') folder.write(file, this.#word());
    else rmSync(join(folder.path, file));
  }

  async #there({ kind, n }: There): Promise<void> {
    const prompts = await this.#scene.prompts();
    const prompt = prompts[n % prompts.length];
    if (prompt !== undefined && kind === 'tag') {
      const isTagged = prompt.attributes?.tags?.includes('skill') === true;
      const change = isTagged ? { removeTags: ['skill'] } : { addTags: ['skill'] };
      await this.#scene.call('PATCH', `/api/prompts/${prompt.id}/attributes`, change);
    }
    if (prompt !== undefined && kind === 'renameThere')
      await this.#scene.call('PATCH', `/api/prompts/${prompt.id}`, { title: `Named ${this.#name()}` });
    const files = await this.#files();
    const file = files[n % files.length];
    if (file !== undefined && kind === 'deleteThere') {
      this.words.delete(file.content);
      await this.#scene.call('DELETE', `/api/resources/${file.id}`, {});
    }
    if (file === undefined || kind !== 'addThere') return;
    const form = new FormData();
    form.set('name', file.name.replace(/\/[^/]*$/, `/${this.#name()}.md`));
    form.set('file', new Blob([this.#word()]), 'file.md');
    await this.#scene.send('/api/projects/5/resources', {
      method: 'POST',
      headers: this.#headers,
      body: form,
    });
  }

  get #headers() {
    return { Authorization: `Bearer ${this.#scene.token}` };
  }

  async #files() {
    const rows = z.array(Resource).parse((await this.#scene.get('/api/projects/5/resources')).body);
    return Promise.all(
      rows.map(async ({ id, name }) => {
        const answer = await this.#scene.send(`/api/resources/${id}/download`, { headers: this.#headers });
        return { id, name, content: await answer.text() };
      }),
    );
  }

  async sync(folder: 'a' | 'b') {
    const report = await this.folders[folder].sync({ allowDeletes: true });
    expect(report.complaints).toEqual([]);
    return report;
  }

  /** Rounds until nobody has anything to do. */
  async settle(): Promise<void> {
    for (let round = 0; round < 8; round += 1) {
      const reports = [await this.sync('a'), await this.sync('b')];
      const changes = reports.flatMap((report) => [report.here, report.there]).flatMap(Object.values);
      if (changes.every((count) => count === 0) && reports.every(({ again }) => !again)) return;
    }
    throw new Error('it goes on for ever');
  }

  async check(): Promise<void> {
    const there = await this.#files();
    const found = Object.values(this.folders).map((folder) => {
      const paths = folder.files();
      const files = paths.filter((path) => !path.endsWith('SKILL.md'));
      const entries = files.map((path) => ({ name: path.slice(root.length), content: folder.read(path) }));
      return { entries, held: entries.filter(({ name }) => paths.includes(skillFile(root + name))), paths };
    });
    for (const { held, paths } of found) {
      const ofProject = there.filter(({ name }) => paths.includes(skillFile(root + name)));
      expect(linesOf(held)).toEqual(linesOf(ofProject));
    }
    const all = new Set([...there, ...found.flatMap(({ entries }) => entries)].map(({ content }) => content));
    expect([...this.words].filter((word) => !all.has(word))).toEqual([]);
  }
}

/** The SKILL.md beside which a path of a file is. */
function skillFile(path: string): string {
  return `${path.split('/').slice(0, 3).join('/')}/SKILL.md`;
}

function linesOf(files: readonly { name: string; content: string }[]): string[] {
  return files.map(({ name, content }) => `${name} ${content}`).toSorted();
}

test('after thirty random rounds the files beside skills are those of the project, and none is lost', async () => {
  let words = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(Round, { minLength: 30, maxLength: 30 }), async (rounds) => {
      using scene = await folderSyncScene();
      const world = new World(scene);
      for (const at of ['a', 'b'] as const) await world.do({ kind: 'addSkill', at, n: 0 });
      for (const n of [0, 1, 2]) await world.do({ kind: 'add', at: 'a', n });
      for (const { operations, syncs } of rounds) {
        for (const operation of operations) await world.do(operation);
        for (const at of syncs) await world.sync(at);
      }
      await world.settle();
      await world.check();
      words += world.words.size;
    }),
    { numRuns: 3, endOnFailure: true },
  );
  expect(words).toBeGreaterThan(10);
});
