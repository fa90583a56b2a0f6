import { Dotprompt } from 'dotprompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesOf } from '#shared/templates/chat.ts';
import { fillIn, findVariables } from '#shared/templates/variables.ts';
import { collected } from '../bytes.ts';
import { readLibraryFiles } from '../read-library-files.ts';
import { all, inputFile } from '../testing/memory-library.ts';
import { readYaml } from '../yaml.ts';
import { dotpromptOf, writeDotprompts } from './write-dotprompt.ts';
import { writePromptfoo } from './write-promptfoo.ts';

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
    expect(head.ext?.promptory).toEqual({ title: 'T' });
    expect(new Dotprompt().parse(source).input?.default).toEqual({ tone: 'warm' });
    const filled = await rendered(text, { tone: 'kind' });
    expect(filled.map((each) => each.trim())).toEqual(['Be kind.', 'Yes {not.one}']);
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
      ['Work', 'A/b', 'one {{x}}\n'],
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
    description: 'Mine',
    modified: '2026-01-01T00:00:00.000Z',
  });
  expect(path).toBe('promptfooconfig.yaml');
  const read = readYaml(new TextDecoder().decode(await collected(content)));
  expect(read.ok && read.value).toEqual({
    ...{ description: 'Mine', providers: ['echo'] },
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
