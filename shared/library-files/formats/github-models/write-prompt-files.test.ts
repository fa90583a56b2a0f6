import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { messagesOf } from '#shared/templates/chat.ts';
import { fillIn, findVariables } from '#shared/templates/variables.ts';
import { collected } from '../../bytes.ts';
import { promptCandidate } from '../../candidate.ts';
import { planImport } from '../../plan/plan-import.ts';
import { readLibraryFiles } from '../../read-library-files.ts';
import { anySettings } from '../../testing/any-library.ts';
import { all, inputFiles, MemoryLibrary, planOptions } from '../../testing/memory-library.ts';
import { textPiecesOf } from '../exported-prompt.ts';
import { prompts } from '../formats-scene.ts';
import { githubPromptOf, writeGithubPrompts } from './write-prompt-files.ts';

const options = { project: { id: null, name: 'Imported' } };

const exported = { id: 1, project: 'Work', title: 'T', valueSets: [], modified: '2026-01-01T00:00:00.000Z' };

async function readBack(files: ReturnType<typeof writeGithubPrompts>) {
  const [read] = await all(readLibraryFiles(await inputFiles(files), options));
  return read?.kind === 'prompt' ? read : undefined;
}

describe('a prompt that is written for GitHub Models', () => {
  it('is a file that its readers take', () => {
    const settings: PromptSettings = {
      ...{ model: 'openai/gpt-4.1', temperature: 0.2, topP: 1, maxTokens: 9, stop: ['END'] },
      ...{ answerFormat: 'json', answerSchema: '{"type": "object"}', more: '{"top_k": 4}' },
    };
    const text =
      '--- developer ---\nBe {{tone | default: warm}}.\n\n--- user ---\nHi {{ first name }}, {not.one}';
    const valueSets = [{ name: 'Rome', values: { 'first name': 'Ada', gone: 'x' } }];
    const file = parse(githubPromptOf({ title: 'T', text, settings, valueSets }), { version: '1.1' });
    expect(file).toMatchObject({
      ...{ name: 'T', model: 'openai/gpt-4.1', responseFormat: 'json_schema' },
      modelParameters: { temperature: 0.2, topP: 1, maxTokens: 9, stop: ['END'], top_k: 4 },
      messages: [
        { role: 'system', content: 'Be {{tone}}.' },
        { role: 'user', content: 'Hi {{first name}}, {not.one}' },
      ],
      testData: [{ name: 'Rome', tone: 'warm', 'first name': 'Ada' }],
    });
    expect(JSON.parse(file.jsonSchema)).toEqual({ name: 'answer', schema: { type: 'object' } });
  });

  it('is filled in there as it is here, unless plain text in it looks like one of its variables', () => {
    const piece = fc.constantFrom(
      '{{a}}',
      '{b}',
      '{{ c }}',
      '{{ first name }}',
      '{{d | default: e}}',
      '{',
      '}',
    );
    const text = fc.array(fc.oneof(piece, fc.constantFrom('\n', '\t', ' ', '---', '"', '#', 'yes', '\\')), {
      minLength: 1,
    });
    fc.assert(
      fc.property(text, (parts) => {
        const source = parts.join('');
        const names = findVariables(source).variables.map(({ name }) => name);
        const literals = textPiecesOf(source).filter(({ kind }) => kind === 'literal');
        fc.pre(!literals.some(({ text: literal }) => names.some((name) => literal.includes(`{{${name}}}`))));
        const values = Object.fromEntries(names.map((name, index) => [name, `<${index}>`]));
        const valueSets = [{ name: 'Set', values }];
        const file = parse(githubPromptOf({ title: 'T', text: source, valueSets }), { version: '1.1' });
        let filled: string = file.messages[0].content;
        for (const [name, value] of Object.entries(values)) filled = filled.replaceAll(`{{${name}}}`, value);
        expect(filled).toBe(fillIn(source, new Map(Object.entries(values))).text);
      }),
      { numRuns: 150 },
    );
  });

  it('comes back with its settings to the byte, and without a note', async () => {
    await fc.assert(
      fc.asyncProperty(anySettings(), async (settings) => {
        const read = await readBack(writeGithubPrompts([{ ...exported, text: 'Hi {{name}}', settings }]));
        expect([read?.attributes, read?.notes, read?.remarks]).toEqual([{ settings }, '', []]);
      }),
      { numRuns: 60 },
    );
  });

  it('that was edited there has what the file says now', async () => {
    const valueSets = [{ name: 'Rome', values: { tone: 'kind', gone: 'x' } }];
    const settings: PromptSettings = { model: 'small', more: '{ "a":1 }' };
    const text = 'Be {{tone | default: warm}}.';
    const edited = githubPromptOf({ title: 'T', text, settings, valueSets })
      .replace('content: Be', 'content: Stay')
      .replace('tone: kind', 'tone: bold')
      .replace('model: small', 'description: New\nmodel: large');
    const [read] = await prompts({ 'T.prompt.yml': edited });
    expect([read?.content, read?.attributes]).toEqual([
      'Stay {{tone}}.',
      { settings: { model: 'large', more: '{\n  "a": 1\n}' } },
    ]);
    expect(read?.valueSets).toEqual([{ id: null, name: 'Rome', values: { tone: 'bold' } }]);
    expect(read?.notes).toContain('"content":"New"');
  });

  const piece = fc.oneof(
    fc.constantFrom('{{topic}}', '{topic}', '{{ name }}', '{{tone | default: warm}}', '\\', '{'),
    fc.constantFrom(
      '--- user ---\n',
      '\n\n--- assistant ---\n',
      '--- developer ---\n',
      '\r\n',
      '\r',
      '\u2028',
    ),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  );
  const value = fc.oneof(
    fc.constantFrom('', 'yes', '2024-01-31', '1_000', ' x\n'),
    fc.string({ maxLength: 5 }),
  );
  const sets = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('Rome', 'yes', '- x'),
      values: fc.dictionary(fc.constantFrom('topic', 'name', 'tone', 'gone', 'constructor', '1'), value),
    }),
    { maxLength: 3, selector: ({ values }) => JSON.stringify(values) },
  );
  const own = fc.record({
    title: fc.constantFrom('T', 'a/b', 'Letter', '2024'),
    project: fc.constantFrom('Work', 'Other: \u201cx\u201d', 'CON'),
    text: fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('').replaceAll('\0', '')),
    valueSets: sets,
    settings: fc.option(anySettings(), { nil: undefined }),
  });

  it('comes back where it came from as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(own, { minLength: 1, maxLength: 4 }), async (drawn) => {
        const library = new MemoryLibrary();
        const list = drawn.map((each, index) => ({ ...exported, ...each, id: index + 1 }));
        const come = list.map(({ id, project, title, text, valueSets, settings }) =>
          promptCandidate({
            ...{ source: `${id}`, project: { id: null, name: project }, id, title, content: text },
            valueSets: valueSets.map((set) => ({ id: null, ...set })),
            attributes: settings === undefined ? {} : { settings },
          }),
        );
        for await (const { mutations } of planImport(come, library.existing(), planOptions()))
          library.commit(mutations);
        const files = await inputFiles(writeGithubPrompts(list));
        const rows = await all(
          planImport(readLibraryFiles(files, options), library.existing(), planOptions()),
        );
        expect(rows.map(({ outcome, remarks }) => [outcome, remarks])).toEqual(list.map(() => ['same', []]));
      }),
      { numRuns: 150 },
    );
  });

  it('has a name that no other file of its folder has', async () => {
    const list = [
      { ...exported, title: 'A/b', text: 'one' },
      { ...exported, id: 2, title: 'a/B', text: '--- user ---\ntwo' },
    ];
    const files = await all(writeGithubPrompts(list));
    expect(files.map(({ path }) => path)).toEqual(['Work/A_b.prompt.yml', 'Work/a_B~2.prompt.yml']);
    const [first, second] = await Promise.all(
      files.map(async ({ content }) => parse(new TextDecoder().decode(await collected(content)))),
    );
    expect([first.promptory, second.promptory]).toEqual([{ form: 'text' }, { form: 'chat' }]);
    expect(messagesOf('--- user ---\ntwo')).toEqual(second.messages);
  });
});
