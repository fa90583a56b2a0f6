import { describe, expect, it } from 'vitest';
import { parseNotes } from '#shared/merge/merge-notes.ts';
import type { Candidate } from '../candidate.ts';
import { planImport } from '../plan/plan-import.ts';
import { all, MemoryLibrary, planOptions } from '../testing/memory-library.ts';
import { allSamples } from '../testing/samples/all-samples.ts';
import type { FormatSample, SamplePrompt } from '../testing/samples/format-sample.ts';
import { translated } from '../testing/samples/translated.ts';
import { read } from './formats-scene.ts';

function shown(found: Candidate): SamplePrompt[] {
  if (found.kind !== 'prompt') return [];
  const { title, content, project, attributes, valueSets, testCases, notes, remarks, versions } = found;
  return [
    {
      ...{
        title,
        content,
        project: project.name,
        settings: attributes.settings ?? {},
        tags: attributes.tags ?? [],
      },
      valueSets: valueSets.map(({ name, values }) => [name, values] as const),
      cases: testCases.map(({ name, values, checks }) => [name, values, checks as object[]] as const),
      notes: parseNotes(notes).map(({ content: note }) => note),
      remarks: remarks.map(translated),
      versions: versions.map((version) => version.content),
    },
  ];
}

const sentences = (found: readonly Candidate[]) =>
  found.flatMap((each) => (each.kind === 'refused' ? [each.reason.sentence] : []));

async function only({ path, make }: FormatSample, text: string, before = '') {
  const found = await read({ [path]: `${before}${make(text)}` });
  return found.flatMap((each) => (each.kind === 'prompt' ? [each.content] : []));
}

describe.each(allSamples.map((sample) => [sample.format, sample] as const))('%s', (_format, sample) => {
  const { path, read: readText = (text: string) => text } = sample;

  it.each(sample.samples.map((each) => [each.about, each] as const))('is read %s', async (_about, each) => {
    const found = await read(each.files);
    expect(found.flatMap(shown)).toMatchObject(each.prompts);
    expect(found.flatMap((one) => (one.kind === 'file' ? [one.name] : []))).toEqual(each.uploads ?? []);
    expect(sentences(found)).toEqual(each.refused ?? []);
  });

  it.each([
    ['Unicode', '\u00c4rger \ud83d\ude00 {{\u0438\u043c\u044f}}'],
    ['lines that end with CRLF', 'one\r\ntwo'],
    ['a large text', 'line\n'.repeat(400_000).trimEnd()],
    ['very many variables', '{{a}} '.repeat(100_000).trimEnd()],
    ['keys of prototypes as variables', '{{constructor}} {{__proto__}}'],
  ])('has its text to the byte with %s', async (_about, text) => {
    expect(await only(sample, text)).toEqual([readText(text)]);
  });

  it('is read with a byte order mark', async () => {
    expect(await only(sample, 'Hi', '\ufeff')).toEqual([readText('Hi')]);
  });

  it('is refused in words with a null character in its text', async () => {
    const found = await read({ [path]: sample.make('a\0b') });
    const rows = await all(planImport(found, new MemoryLibrary().existing(), planOptions()));
    expect(rows.filter(({ kind }) => kind !== 'file').map(({ outcome }) => outcome)).toEqual(['refused']);
  });

  if (sample.hostile.length > 0) {
    it.each(sample.hostile)('is refused with %s', async (_about, file, sentence) => {
      expect(sentences(await read({ [path]: file }))).toContain(sentence);
      expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
    });
  }
});
