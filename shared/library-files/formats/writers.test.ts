import { Dotprompt } from 'dotprompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { messagesOf } from '#shared/templates/chat.ts';
import { fillIn, findVariables } from '#shared/templates/variables.ts';
import { collected } from '../bytes.ts';
import { promptCandidate } from '../candidate.ts';
import { planImport } from '../plan/plan-import.ts';
import { readLibraryFiles } from '../read-library-files.ts';
import { all, inputFile, inputFiles, MemoryLibrary, planOptions } from '../testing/memory-library.ts';
import { readYaml } from '../yaml.ts';
import { dotpromptOf, writeDotprompts } from './dotprompt/write-dotprompt.ts';
import { writePromptfoo } from './promptfoo/write-promptfoo.ts';

const prompt = (
  id: number,
  title: string,
  text: string,
  valueSets: { name: string; values: Record<string, string> }[] = [],
) => ({
  ...{ id, project: 'Work', title, text, valueSets, modified: '2026-01-01T00:00:00.000Z' },
});

/** Returns what dotprompt makes of a prompt, message by message. */
async function rendered(text: string, values: Readonly<Record<string, string>>): Promise<string[]> {
  const source = dotpromptOf({ title: 'T', text });
  const { messages } = await new Dotprompt().render(source, { input: { ...values } });
  return messages.map(({ content }) => content.map((part) => ('text' in part ? part.text : '')).join(''));
}

const braces = [
  '{',
  '}',
  '{{',
  '}}',
  '{{{',
  '\\',
  '\\\\',
  '$',
  '`',
  '#',
  ' ',
  '\n',
  '"',
  "'",
  '%',
  '---',
  '&',
  '<',
];
const variables = [
  '{{topic}}',
  '{topic}',
  '${topic}',
  '{{first name}}',
  '{{role}}',
  '{{this}}',
  '{{\u0438\u043c\u044f}}',
  '{{a.b}}',
];
const texts = fc
  .array(fc.oneof(fc.constantFrom(...braces), fc.constantFrom(...variables), fc.string({ maxLength: 3 })), {
    minLength: 1,
  })
  .map((parts) => parts.join(''))
  .filter((text) => text.trim() !== '' && messagesOf(text) === null);

describe('dotprompt', () => {
  it('fills in an exported prompt as it is filled in here, whatever braces it has', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const names = findVariables(text).variables.map(({ name }) => name);
        const values = Object.fromEntries(names.map((name, index) => [name, `<${index} & {{x}}>`]));
        const filled = fillIn(text, new Map(Object.entries(values))).text;
        expect((await rendered(text, values)).join('')).toBe(filled);
      }),
      { numRuns: 150 },
    );
  });

  it('knows the roles, and the defaults of variables', async () => {
    const text = '--- system ---\nBe {{tone | default: warm}}.\n\n--- assistant ---\nYes {not.one}';
    const source = dotpromptOf({ title: 'T', text });
    const { messages, ...head } = await new Dotprompt().render(source, { input: { tone: 'kind' } });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'model']);
    expect(head.ext?.promptory).toEqual({ title: 'T', text });
    expect(new Dotprompt().parse(source).input?.default).toEqual({ tone: 'warm' });
    const filled = await rendered(text, { tone: 'kind' });
    expect(filled.map((each) => each.trim())).toEqual(['Be kind.', 'Yes {not.one}']);
  });

  it('comes back where it came from as it is, without a note of the front matter', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...braces,
        ...variables,
        '{{tone | default: warm}}',
        '\r\n',
        '\r',
        '\u2028',
        '{{role "user"}}',
      ),
      fc.constantFrom(
        '--- user ---\n',
        '\n\n--- assistant ---\n',
        '---\n',
        '\ufeff',
        '{{> Letters/Signature}}',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    const own = fc.record({
      title: fc.constantFrom('T', 'a/b', 'Letter'),
      project: fc.constantFrom('Work', 'Other: “x”', 'CON'),
      text: fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('').replaceAll('\0', '')),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(own, { minLength: 1, maxLength: 4 }), async (drawn) => {
        const library = new MemoryLibrary();
        const exported = drawn.map(({ title, project, text }, index) => ({
          ...prompt(index + 1, title, text),
          project,
        }));
        const come = exported.map(({ id, project, title, text }) =>
          promptCandidate({
            source: `${id}`,
            project: { id: null, name: project },
            id,
            title,
            content: text,
          }),
        );
        for await (const { mutations } of planImport(come, library.existing(), planOptions()))
          library.commit(mutations);
        const files = await inputFiles(writeDotprompts(exported));
        const again = readLibraryFiles(files, { project: { id: null, name: 'Imported' } });
        const rows = await all(planImport(again, library.existing(), planOptions()));
        expect(rows.map(({ outcome }) => outcome)).toEqual(exported.map(() => 'same'));
      }),
      { numRuns: 150 },
    );
  });

  it('that was edited since has the edited text, and what was added to its front matter as a note', async () => {
    const source = dotpromptOf({ title: 'T', text: 'Be {{tone | default: warm}}.' });
    const edited = source.replace('---\n', '---\nmodel: x\n').replace('\nBe', '\nStay');
    const [read] = await all(
      readLibraryFiles([inputFile('Work/T.prompt', edited)], { project: { id: null, name: 'I' } }),
    );
    expect(read).toMatchObject({ title: 'T', content: 'Stay {{tone}}.' });
    expect(read?.kind === 'prompt' && read.attributes).toEqual({ settings: { model: 'x' } });
    expect(read?.kind === 'prompt' && read.notes).not.toContain('promptory');
    expect(read?.kind === 'prompt' && read.valueSets).toMatchObject([{ values: { tone: 'warm' } }]);
  });

  it('files come back with their titles', async () => {
    const files = await all(
      writeDotprompts([prompt(1, 'A/b', 'one {{x}}'), prompt(2, 'a/B', '--- user ---\ntwo')]),
    );
    expect(files.map(({ path }) => path)).toEqual(['Work/A_b.prompt', 'Work/a_B~2.prompt']);
    const again = await Promise.all(
      files.map(async ({ path, content }) => inputFile(path, await collected(content))),
    );
    const found = await all(readLibraryFiles(again, { project: { id: null, name: '' } }));
    expect(
      found.map((each) => (each.kind === 'prompt' ? [each.project.name, each.title, each.content] : each)),
    ).toEqual([
      ['Work', 'A/b', 'one {{x}}'],
      ['Work', 'a/B', '--- user ---\ntwo'],
    ]);
  });
});

it('promptfoo gets each prompt, and a test for each value set', async () => {
  const sets = [{ name: 'Rome', values: { 'first name': 'Ada {{x}}', other: 'y' } }];
  const list = [
    prompt(1, 'A', 'Hi {{first name}} {% raw %} #} {{tone | default: warm}}', sets),
    prompt(2, 'A', '--- user ---\n{x}'),
  ];
  const { path, content } = await writePromptfoo(list, {
    modified: '2026-01-01T00:00:00.000Z',
  });
  expect(path).toBe('promptfooconfig.yaml');
  const read = readYaml(new TextDecoder().decode(await collected(content)));
  expect(read.ok && read.value).toEqual({
    ...{ description: 'Promptory', providers: ['echo'] },
    prompts: [
      {
        label: 'Work / A',
        raw: "{{ '' -}}\n{{ '' }}Hi {{ first_name }} {{ '{' }}% raw %} {{ '#' }}} {{ tone }}",
      },
      { label: 'Work / A ~2', raw: JSON.stringify([{ role: 'user', content: '{{ x }}' }], null, 2) },
    ],
    tests: [
      { description: 'Rome', prompts: ['Work / A'], vars: { first_name: 'Ada {{x}}', tone: 'warm' } },
      { description: 'A', prompts: ['Work / A ~2'], vars: {} },
    ],
  });
});

describe('promptfoo read again', () => {
  async function readBack(text: string, values: Record<string, string> = {}) {
    const list = [prompt(1, 'A', text, [{ name: 'Set', values }])];
    const file = await writePromptfoo(list, { modified: '2026-01-01T00:00:00.000Z' });
    const [read] = await all(
      readLibraryFiles(await inputFiles(one(file)), { project: { id: null, name: 'I' } }),
    );
    return read?.kind === 'prompt' ? read : undefined;
  }

  async function* one<T>(item: T): AsyncGenerator<T> {
    yield item;
  }

  it.each([
    'one line',
    'one line ',
    '{"json": true}',
    'exec: rm',
    'a #} {% raw %} {{ 1 + 1 }}\n{#',
    '--- user ---\n{% raw %}\n\n--- assistant ---\nyes',
  ])('%j is without what the export wrote around it', async (text) => {
    expect((await readBack(text))?.content).toBe(text);
  });

  it('values stay texts for readers of YAML 1.1 and beside the addresses of files', async () => {
    const values = {
      a: '2024-01-31',
      b: 'yes',
      c: '1_000',
      d: '12:30:45',
      e: 'file:///etc/hostname',
      f: 'package:x',
    };
    const text = '{{a}} {{b}} {{c}} {{d}} {{e}} {{f}}';
    const { content } = await writePromptfoo([prompt(1, 'A', text, [{ name: 'Set', values }])], {
      modified: '2026-01-01T00:00:00.000Z',
    });
    const read = parse(new TextDecoder().decode(await collected(content)), { version: '1.1' });
    expect(read.tests[0].vars).toEqual({
      ...values,
      e: '{{ promptory_empty }}file:///etc/hostname',
      f: '{{ promptory_empty }}package:x',
      promptory_empty: '',
    });
    expect((await readBack(text, values))?.valueSets).toMatchObject([{ values }]);
  });
});
