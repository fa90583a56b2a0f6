/** Tests how every implementation of `library-port.ts` finds texts by names, ids, labels and numbers. */
import { expect, test } from 'vitest';
import type { Write } from '#shared/mutations/row-set.ts';
import type { Pin } from '#shared/templates/snippet-syntax.ts';
import type { ListPart, ListPlace } from './library-port.ts';
import { type OpenScene, project, prompt, type StorageScene, save, version } from './storage-scene.ts';

function named(write: Write, fields: { name?: string; title?: string; attributes?: object }): Write {
  return write.kind === 'put' ? Object.assign(write, { row: { ...write.row, ...fields } }) : write;
}

const find = async (
  { storage, users: [ada] }: StorageScene,
  [inProject, title]: [string, string],
  pin: Pin = null,
  onlyProject: number | null = null,
) => {
  const found = await storage.pinnedText(ada, { project: inProject, prompt: title, pin, onlyProject });
  return found.kind === 'found' ? `${found.prompt.id} ${found.text}` : found;
};

async function readAll<Row>(read: (from: ListPlace | null) => Promise<ListPart<Row> | undefined>) {
  const parts: Row[][] = [];
  for (let from: ListPlace | null = null; ; ) {
    const part: ListPart<Row> | undefined = await read(from);
    if (part === undefined) return parts;
    parts.push(part.rows);
    if (part.next === null) return parts;
    from = part.next;
  }
}

export function pullReadsSuite(open: OpenScene): void {
  test('a prompt is found by names or ids, and digits that are an id before those that are a name', async () => {
    using scene = await open();
    const [ada, eve] = scene.users;
    await save(scene, ada, [
      project(1),
      named(project(2), { name: '1' }),
      prompt(10, 1, 'a'),
      named(prompt(11, 2, 'b'), { title: 'T10' }),
      named(prompt(12, 1, 'c'), { title: '10' }),
      named(prompt(13, 2, 'd'), { title: 'x/ä %2F' }),
    ]);
    await save(scene, eve, [project(1), prompt(14, 1, 'foreign')]);
    expect(await find(scene, ['P1', 'T10'])).toBe('10 a');
    expect(await find(scene, ['1', '10'])).toBe('10 a');
    expect(await find(scene, ['P1', '12'])).toBe('12 c');
    expect(await find(scene, ['2', 'T10'])).toBe('11 b');
    expect(await find(scene, ['1', 'x/ä %2F'])).toEqual({ kind: 'no_prompt' });
    expect(await find(scene, ['2', 'x/ä %2F'])).toBe('13 d');
    expect(await find(scene, ['1', '13'])).toEqual({ kind: 'no_prompt' });
    expect(await find(scene, ['1', '14'])).toEqual({ kind: 'no_prompt' });
    expect(await find(scene, ['p1', 'T10'])).toEqual({ kind: 'no_project' });
    await save(scene, ada, [{ kind: 'delete', type: 'prompt', id: 10 }]);
    expect(await find(scene, ['P1', 'T10'])).toEqual({ kind: 'no_prompt' });
    await save(scene, ada, [{ kind: 'delete', type: 'project', id: 1 }]);
    expect(await find(scene, ['P1', '12'])).toEqual({ kind: 'no_project' });
  });

  test('prompts of one name are all named, unless only one of several projects has the title', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const twin = (write: Write) => named(write, { title: 'twin' });
    await save(scene, ada, [project(1), named(project(2), { name: 'P1' })]);
    await save(scene, ada, [twin(prompt(10, 1, 'a')), prompt(11, 2, 'b')]);
    expect(await find(scene, ['P1', 'twin'])).toBe('10 a');
    await save(scene, ada, [twin(prompt(12, 2, 'c'))]);
    const both = [
      { id: 10, projectId: 1 },
      { id: 12, projectId: 2 },
    ];
    expect(await find(scene, ['P1', 'twin'])).toEqual({ kind: 'ambiguous', prompts: both });
    const reference = { project: 'P1', title: 'twin', pin: null };
    expect(await scene.storage.referencedTexts(ada, { references: [reference], onlyProject: null })).toEqual([
      'ambiguous',
    ]);
    expect(await find(scene, ['2', 'twin'])).toBe('12 c');
  });

  test('for somebody who reaches one project, nothing of another one is found or named', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const twin = (write: Write) => named(write, { title: 'twin' });
    await save(scene, ada, [project(1), named(project(2), { name: 'P1' }), project(3)]);
    await save(scene, ada, [twin(prompt(10, 1, 'a')), twin(prompt(12, 2, 'c')), prompt(13, 3, 'd')]);
    const within = (names: [string, string]) => find(scene, names, null, 1);
    for (const names of [
      ['P1', 'twin'],
      ['1', '10'],
      ['P1', '10'],
      ['1', 'twin'],
    ] as const)
      expect(await within([...names])).toBe('10 a');
    expect(await within(['P1', 'T13'])).toEqual({ kind: 'no_prompt' });
    expect(await within(['P1', '12'])).toEqual({ kind: 'no_prompt' });
    for (const names of [
      ['2', 'twin'],
      ['2', '12'],
      ['P3', 'T13'],
      ['P3', '13'],
    ] as const)
      expect(await within([...names])).toEqual({ kind: 'no_project' });
    const references = [
      ['P1', 'twin'],
      ['P3', 'T13'],
    ].map(([project = '', title = '']) => {
      return { project, title, pin: null };
    });
    expect(await scene.storage.referencedTexts(ada, { references, onlyProject: 1 })).toEqual([
      { key: 'prompt 10', text: 'a' },
      'missing',
    ]);
  });

  test('a pin is the number of a version, a label or the newest one; a deleted version is none', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const labels = [
      { label: 'production', versionId: 21, moves: [] },
      { label: 'old', versionId: 22, moves: [] },
      { label: 'off', versionId: null, moves: [] },
      { label: 'elsewhere', versionId: 31, moves: [] },
    ];
    await save(scene, ada, [
      project(1),
      named(prompt(10, 1, 'now'), { attributes: { labels } }),
      prompt(11, 1, 'other'),
      ...[version(21, 10, 1), version(22, 10, 2), version(23, 10, 3), version(31, 11, 7)],
    ]);
    const at = (pin: Pin) => find(scene, ['P1', 'T10'], pin);
    const label = (name: string): Pin => ({ kind: 'label', label: name });
    expect(await at(null)).toBe('10 now');
    expect(await at(label('production'))).toBe('10 v1');
    expect(await at(label('latest'))).toBe('10 v3');
    expect(await at({ kind: 'version', version: 2 })).toBe('10 v2');
    await save(scene, ada, [
      { kind: 'delete', type: 'version', id: 22 },
      { kind: 'delete', type: 'version', id: 23 },
    ]);
    expect(await at(label('latest'))).toBe('10 v1');
    const none = { kind: 'unpinned', labels: ['production'], newest: 1 };
    const pins = [label('old'), label('off'), label('elsewhere'), label('x')];
    for (const pin of [...pins, { kind: 'version', version: 2 } as const])
      expect(await at(pin)).toEqual(none);
    expect(await find(scene, ['P1', 'T11'], label('latest'))).toBe('11 v7');
  });

  test('a text comes with its settings: those of the prompt, or those that the version was saved with', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const settings = { model: 'm', temperature: 1e-7, more: ' {"b": 1.0, "a": 2}' };
    const saved = version(21, 10, 1);
    if (saved.kind === 'put' && saved.type === 'version') saved.row.settings = { model: 'old' };
    await save(scene, ada, [
      project(1),
      ...[named(prompt(10, 1, 'now'), { attributes: { settings } }), saved, version(22, 10, 2)],
      prompt(11, 1, 'other'),
    ]);
    const at = async (name: string, pin: Pin = null) => {
      const found = await scene.storage.pinnedText(ada, {
        project: 'P1',
        prompt: name,
        pin,
        onlyProject: null,
      });
      return found.kind === 'found' ? found.settings : found.kind;
    };
    expect(await at('T10')).toEqual(settings);
    expect(await at('T10', { kind: 'version', version: 1 })).toEqual({ model: 'old' });
    expect(await at('T10', { kind: 'version', version: 2 })).toBeNull();
    expect(await at('T11')).toBeNull();
  });

  test('texts that are referred to are read a portion at a time, with keys of what they are', async () => {
    using scene = await open({ rows: 9, bytes: 100 });
    const [ada] = scene.users;
    const long = 'x'.repeat(100);
    await save(scene, ada, [project(1), prompt(10, 1, 'a'), prompt(11, 1, long), prompt(12, 1, 'c')]);
    await save(scene, ada, [version(21, 10, 1)]);
    const reference = (title: string, pin: Pin = null) => ({ project: 'P1', title, pin });
    const first = { kind: 'version', version: 1 } as const;
    const references = [
      reference('T10'),
      reference('none'),
      reference('T10', first),
      reference('T11'),
      reference('T12'),
    ];
    expect(await scene.storage.referencedTexts(ada, { references, onlyProject: null })).toEqual([
      { key: 'prompt 10', text: 'a' },
      'missing',
      { key: 'version 21', text: 'v1' },
      { key: 'prompt 11', text: long },
    ]);
  });

  test('prompts and versions are listed without their texts, part by part', async () => {
    using scene = await open();
    const [ada, eve] = scene.users;
    const { storage } = scene;
    await save(scene, ada, [project(1), prompt(5, 1, 'a')]);
    await save(
      scene,
      ada,
      Array.from({ length: 1_001 }, (_, at) => version(100 + at, 5, at + 1)),
    );
    await save(scene, eve, [project(1), prompt(6, 1, 'foreign')]);
    expect(await readAll((from) => storage.promptHeads(ada, from))).toEqual([
      [{ id: 5, title: 'T5', projectId: 1, projectName: 'P1', rev: 1 }],
    ]);
    const versions = await readAll((from) => storage.versionHeads(ada, 5, from));
    expect(versions.map((part) => [part.length, part[0]?.version, part.at(-1)?.version])).toEqual([
      [1_000, 1_001, 2],
      [1, 1, 1],
    ]);
    expect(Object.keys(versions[0]?.[0] ?? {}).sort()).toEqual(['createdAt', 'description', 'id', 'version']);
    expect(await storage.versionHeads(ada, 6, null)).toBeUndefined();
  });

  test('the place of the latest change moves with each change of that user alone', async () => {
    using scene = await open();
    const [ada, eve] = scene.users;
    await save(scene, ada, [project(1), prompt(10, 1, 'a')]);
    const before = await scene.storage.latestSeq(ada);
    await save(scene, eve, [project(1)]);
    expect(await scene.storage.latestSeq(ada)).toBe(before);
    await save(scene, ada, [prompt(10, 1, 'b')]);
    expect(await scene.storage.latestSeq(ada)).toBe(before + 1);
  });
}
