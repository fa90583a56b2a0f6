import { describe, expect, it } from 'vitest';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { exampleKeptRun, exampleRun } from '#shared/model/run/kept-run-example.ts';
import { versionHash } from '#shared/mutations/version-hash.ts';
import { type Candidate, candidateVersion, promptCandidate, refusedCandidate } from '../candidate.ts';
import { all, inputFile, MemoryLibrary, planOptions } from '../testing/memory-library.ts';
import { importPortions } from './import-portions.ts';
import { planImport } from './plan-import.ts';
import type { PlanOptions } from './planned.ts';

const work = { id: null, name: 'Work' };
const named = (title: string, content: string, more = {}) =>
  promptCandidate({ source: `${title}.md`, project: work, title, content, ...more });

function plan(library: MemoryLibrary, candidates: readonly Candidate[], more: Partial<PlanOptions> = {}) {
  return all(planImport(candidates, library.existing(), planOptions(more)));
}

async function imported(
  candidates: readonly Candidate[],
  library = new MemoryLibrary(),
  more: Partial<PlanOptions> = {},
) {
  for (const { mutations } of await plan(library, candidates, more)) library.commit(mutations);
  return library;
}

const texts = (library: MemoryLibrary) =>
  library.rows().prompts.map(({ title, content }) => [title, content]);

describe('an import', () => {
  it('adds a text that is not here as a version, and leaves the current one', async () => {
    const library = await imported([named('T', 'old')]);
    const [row] = await plan(library, [named('T', 'new')]);
    expect([row?.outcome, row?.adds.texts]).toEqual(['changed', 1]);
    await imported([named('T', 'new')], library);
    expect(texts(library)).toEqual([['T', 'old']]);
    expect(library.rows().versions.map(({ content }) => content)).toEqual(['new']);
    expect((await plan(library, [named('T', 'new')])).map(({ outcome }) => outcome)).toEqual(['same']);
  });

  it('takes the imported text where that is asked for, and keeps the other as a version', async () => {
    const library = await imported([named('T', 'old')]);
    await imported([named('T', 'new')], library, { texts: 'take' });
    expect(texts(library)).toEqual([['T', 'new']]);
    expect(library.rows().versions.map(({ content }) => content)).toEqual(['old']);
    // A text that the prompt has had does not come back.
    await imported([named('T', 'old')], library, { texts: 'take' });
    expect(texts(library)).toEqual([['T', 'new']]);
  });

  const settingsOf = (library: MemoryLibrary) => library.rows().prompts[0]?.attributes?.settings;
  const having = (settings: PromptSettings, content = 'text') =>
    named('T', content, { attributes: { settings } });

  it('adds settings that a prompt does not have, says so, and takes them back', async () => {
    const library = await imported([having({ model: 'a' })]);
    const [row] = await plan(library, [having({ model: 'a', seed: 7 })]);
    expect(row?.adds).toEqual({
      ...{ texts: 0, notes: 0, attributes: false, settings: true, runs: 0, cases: 0, changes: 0 },
    });
    library.commit(row?.mutations ?? []);
    expect(settingsOf(library)).toEqual({ model: 'a', seed: 7 });
    library.commit(row?.undo ?? []);
    expect(settingsOf(library)).toEqual({ model: 'a' });
  });

  it('keeps runs once, names the version that their own is here, and takes them back', async () => {
    const saved = { id: 41, version: 1, content: 'old' };
    const runs = [exampleKeptRun({ versionId: 41, stars: 3 }), exampleKeptRun({ id: 32, versionId: null })];
    const having = (more = {}) =>
      named('T', 'text', { id: 2, versions: [candidateVersion(saved)], keptRuns: runs, ...more });
    const library = await imported([having()]);
    expect(library.rows().keptRuns).toMatchObject([
      { id: 31, promptId: 2, versionId: 41, stars: 3 },
      { id: 32, versionId: null },
    ]);
    const third = exampleKeptRun({ id: 33, run: exampleRun({ answer: 'Third' }) });
    const [row] = await plan(library, [having({ keptRuns: [...runs, third] })]);
    expect([row?.outcome, row?.adds.runs]).toEqual(['changed', 1]);
    library.commit(row?.mutations ?? []);
    expect(library.rows().keptRuns).toHaveLength(3);
    library.commit(row?.undo ?? []);
    expect(library.rows().keptRuns.map(({ id }) => id)).toEqual([31, 32]);
    // Without ids, a run is known by what was run.
    expect((await plan(library, [having({ id: null })])).map(({ outcome }) => outcome)).toEqual(['same']);
  });

  it('brings in a run of a version that is not there without naming it, once', async () => {
    const having = () => named('T', 'text', { id: 2, keptRuns: [exampleKeptRun({ versionId: 41 })] });
    const library = await imported([having()]);
    expect(library.rows().keptRuns).toMatchObject([{ id: 31, versionId: null }]);
    expect((await plan(library, [having()])).map(({ outcome }) => outcome)).toEqual(['same']);
  });

  it('brings in test cases once, one with other checks beside that of its id, and takes them back', async () => {
    const cases = [exampleTestCase(), exampleTestCase({ id: 42, name: 'Other' })];
    const having = (testCases: readonly TestCase[]) => named('T', 'text', { id: 2, testCases });
    const library = await imported([having(cases)]);
    expect(library.rows().testCases).toEqual(cases);
    expect((await plan(library, [having(cases)])).map(({ outcome }) => outcome)).toEqual(['same']);
    const changed = having([exampleTestCase({ checks: [] })]);
    const [row] = await plan(library, [changed]);
    expect([row?.outcome, row?.adds.cases]).toEqual(['changed', 1]);
    library.commit(row?.mutations ?? []);
    expect(library.rows().testCases.map(({ checks }) => checks.length)).toEqual([1, 1, 0]);
    expect((await plan(library, [changed])).map(({ outcome }) => outcome)).toEqual(['same']);
    library.commit(row?.undo ?? []);
    expect(library.rows().testCases.map(({ id }) => id)).toEqual([41, 42]);
  });

  it('names a kept run that is too large, and takes the rest', async () => {
    const large = exampleKeptRun({ run: exampleRun({ answer: 'x'.repeat(300 * 1024) }) });
    const [row] = await plan(new MemoryLibrary(), [named('T', 'text', { keptRuns: [large] })]);
    expect([row?.outcome, row?.remarks]).toEqual([
      'new',
      [{ sentence: 'The answer is larger than 256 KB.' }],
    ]);
  });

  it('keeps other settings as a version with their text, once, and leaves those that are here', async () => {
    const library = await imported([having({ model: 'a' })]);
    const others = [having({ model: 'b', topP: 1 })];
    const [row] = await plan(library, others);
    expect(row?.adds).toMatchObject({ texts: 1, settings: true });
    await imported(others, library);
    expect(settingsOf(library)).toEqual({ model: 'a', topP: 1 });
    expect(library.rows().versions).toMatchObject([{ content: 'text', settings: { model: 'b', topP: 1 } }]);
    expect((await plan(library, others)).map(({ outcome }) => outcome)).toEqual(['same']);
  });

  it('takes other settings where that is asked for, and keeps those that were here with their text', async () => {
    const library = await imported([having({ model: 'a', seed: 1 }, 'old')]);
    const [row] = await plan(library, [having({ model: 'b' }, 'new')], { texts: 'take' });
    library.commit(row?.mutations ?? []);
    expect(texts(library)).toEqual([['T', 'new']]);
    expect(settingsOf(library)).toEqual({ model: 'b', seed: 1 });
    expect(library.rows().versions).toMatchObject([{ content: 'old', settings: { model: 'a', seed: 1 } }]);
    library.commit(row?.undo ?? []);
    expect([texts(library), settingsOf(library)]).toEqual([[['T', 'old']], { model: 'a', seed: 1 }]);
  });

  it('knows versions of one text apart by their settings', async () => {
    const saved = (model: string) => candidateVersion({ content: 'text', settings: { model } });
    const library = await imported([named('T', 'text', { versions: [saved('a')] })]);
    const both = [named('T', 'text', { versions: [saved('a'), saved('b')] })];
    await imported(both, library);
    expect(library.rows().versions.map(({ settings }) => settings?.model)).toEqual(['a', 'b']);
    expect((await plan(library, both)).map(({ outcome }) => outcome)).toEqual(['same']);
  });

  it('keeps namesakes of one import apart, and knows each of them the second time', async () => {
    const all3 = [named('T', 'one'), named('T', 'two'), named('T', 'three')];
    const library = await imported(all3);
    expect(texts(library)).toHaveLength(3);
    const again = await plan(library, [...all3].reverse());
    expect(again.map(({ outcome }) => outcome)).toEqual(['same', 'same', 'same']);
  });

  it('brings back one of two projects of the same name, with its colour, and its prompt that has a namesake', async () => {
    const project = (id: number, color: string): Candidate => ({
      ...{ kind: 'project', source: 'project.yaml', id, name: 'Work', color, position: null, later: {} },
      createdAt: '2024-02-02T00:00:00.000Z',
    });
    const prompt = (id: number, of: number) =>
      named('T', `text ${id}`, { id, project: { id: of, name: 'Work' }, createdAt: '2024-02-03T00:00:00Z' });
    const files = [project(1, 'teal'), project(2, 'red'), prompt(11, 1), prompt(12, 2), prompt(13, 2)];
    const library = await imported([project(2, 'red'), prompt(13, 2)]);
    await imported(files, library);
    const { projects, prompts } = library.rows();
    expect(projects.map(({ id, color, createdAt }) => [id, color, createdAt])).toEqual([
      [2, 'red', '2024-02-02T00:00:00.000Z'],
      [1, 'teal', '2024-02-02T00:00:00.000Z'],
    ]);
    expect(prompts.map(({ id, content, createdAt }) => [id, content, createdAt])).toEqual(
      [13, 11, 12].map((id) => [id, `text ${id}`, '2024-02-03T00:00:00.000Z']),
    );
    expect((await plan(library, files)).map(({ outcome }) => outcome)).toEqual(Array(5).fill('same'));
  });

  it('takes a prompt whose id came twice for two, also the second time', async () => {
    const copies = [named('T', 'one', { id: 7 }), named('T copy', 'two', { id: 7 })];
    const library = await imported(copies);
    expect(texts(library)).toEqual([
      ['T', 'one'],
      ['T copy', 'two'],
    ]);
    expect((await plan(library, copies)).map(({ outcome }) => outcome)).toEqual(['same', 'same']);
  });

  it('leaves a title of 50 emoji whole', async () => {
    const title = '\u{1f600}'.repeat(50);
    expect(texts(await imported([named(title, 'text')]))).toEqual([[title, 'text']]);
  });

  it('knows a prompt by its id after it was renamed and moved', async () => {
    const library = await imported([named('T', 'text', { id: 7 })]);
    const [row] = await plan(library, [
      named('Other', 'text', { id: 7, project: { id: null, name: 'Else' } }),
    ]);
    expect([row?.outcome, row?.title, row?.project]).toEqual(['same', 'T', 'Work']);
  });

  it('puts labels on the versions that have these texts here', async () => {
    const versions = [
      candidateVersion({ version: 4, content: 'a' }),
      candidateVersion({ version: 9, content: 'b' }),
    ];
    const labelled = named('T', 'b', { versions, labels: [{ label: 'production', version: 4 }] });
    const library = await imported([named('T', 'b', { versions })]);
    await imported([labelled], library);
    const { prompts, versions: saved } = library.rows();
    const [label] = prompts[0]?.attributes?.labels ?? [];
    expect(saved.find(({ id }) => id === label?.versionId)?.content).toBe('a');
  });

  it('leaves a label that asks for proof where it is without one, names it, and moves it with one', async () => {
    const versions = [candidateVersion({ id: 3, version: 1, content: 'a', settings: { seed: 7 } })];
    const asks = { share: 1, model: 'llama3' };
    const none = { labels: [{ label: 'production', versionId: null, moves: [], asks }] };
    const library = await imported([named('T', 'a', { id: 7, versions, attributes: none })]);
    const textHash = versionHash({ content: 'a', settings: { seed: 7 } });
    const from = (why: object) => {
      const moves = [{ versionId: 3, at: '2026-01-01T00:00:00.000Z', device: 'd', ...why }];
      return named('T', 'a', {
        ...{ id: 7, versions },
        attributes: { tags: ['new'], labels: [{ label: 'production', versionId: 3, moves }] },
      });
    };
    const proof = { model: 'llama3', held: 1, total: 1, textHash, cells: [], at: '2026-01-01T00:00:00.000Z' };
    const [left] = await plan(library, [from({ proof: { ...proof, textHash: 'b'.repeat(64) } })]);
    expect(left?.remarks).toMatchObject([{ values: { labels: 'production' } }]);
    await imported([from({})], library);
    expect(library.rows().prompts[0]?.attributes).toMatchObject({
      tags: ['new'],
      labels: [{ versionId: null }],
    });
    await imported([from({ proof })], library);
    expect(library.rows().prompts[0]?.attributes).toMatchObject({
      labels: [{ versionId: 3, asks, moves: [{ proof }] }],
    });
  });

  it('cuts a long title and keeps it in a note', async () => {
    const title = 'word '.repeat(30).trim();
    const library = await imported([named(title, 'text')]);
    const [prompt] = library.rows().prompts;
    expect(prompt?.title).toHaveLength(50);
    expect(prompt?.notes).toContain(title);
    expect((await plan(library, [named(title, 'text')])).map(({ outcome }) => outcome)).toEqual(['same']);
  });

  it('refuses what a library does not take, with nothing of it, and not the project of others', async () => {
    const rows = await plan(new MemoryLibrary(), [
      named('T', 'null \0 character'),
      refusedCandidate('x.exe', { sentence: 'Files of this kind are not read.' }),
      named('U', 'text'),
    ]);
    expect(rows.map(({ outcome, mutations }) => [outcome, mutations.map(({ name }) => name)])).toEqual([
      ['refused', []],
      ['refused', []],
      ['new', ['createProject', 'createPrompt']],
    ]);
  });

  it('stores a file once', async () => {
    const file = inputFile('Work/files/a.txt', 'text');
    const candidate: Candidate = {
      kind: 'file',
      source: file.path,
      project: work,
      row: null,
      name: 'a.txt',
      file,
    };
    const library = await imported([candidate]);
    expect(library.rows().resources.map(({ name, fileSize }) => [name, fileSize])).toEqual([['a.txt', 4]]);
    expect((await plan(library, [candidate])).map(({ outcome }) => outcome)).toEqual(['same']);
  });

  it('is taken back as a whole, in portions', async () => {
    const before = [named('T', 'old', { notes: 'mine', attributes: { tags: ['a'] } })];
    const library = await imported(before);
    const was = JSON.stringify(texts(library));
    const note = JSON.stringify([{ id: 'n', content: 'theirs', createdAt: '' }]);
    const incoming = [
      named('T', 'new', {
        notes: note,
        attributes: { tags: ['b'], favorite: true },
        valueSets: [{ id: 5, name: 'S', values: { x: '1' } }],
      }),
      named('U', 'text', {
        project: { id: null, name: 'Fresh' },
        versions: [candidateVersion({ content: 'v' })],
      }),
      ...Array.from({ length: 500 }, (_, index) => named(`N ${index}`, 'text')),
    ];
    const portions = await all(
      importPortions(planImport(incoming, library.existing(), planOptions({ texts: 'take' }))),
    );
    expect(portions.length).toBeGreaterThan(1);
    for (const { mutations } of portions) library.commit(mutations);
    expect(library.rows().prompts).toHaveLength(502);
    for (const { undo } of portions.toReversed()) library.commit(undo);
    expect(JSON.stringify(texts(library))).toBe(was);
    const { projects, prompts, versions } = library.rows();
    expect([projects.map(({ name }) => name), versions]).toEqual([['Work'], []]);
    expect([prompts[0]?.notes, prompts[0]?.attributes?.tags, prompts[0]?.attributes?.favorite]).toEqual([
      'mine',
      ['a'],
      undefined,
    ]);
  });
});
