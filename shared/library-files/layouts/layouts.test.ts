/** Tests that a text comes back to the code unit from each file of an agent's tool, and that the files are what the tools read. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFrontMatter } from '../front-matter.ts';
import { AgentNames, agentName, plainAgentName } from './agent-names.ts';
import { type HeadForm, readHeadedFile, writeHeadedFile } from './headed-file.ts';
import { readSections, withoutSection, withSection } from './sectioned-file.ts';

const skill: HeadForm = { isNamed: true, made: (title) => `description: ${JSON.stringify(title)}\n` };
const rule: HeadForm = {
  isNamed: false,
  made: (title) => `description: ${JSON.stringify(title)}\nalwaysApply: true\n`,
};
const asSkill = { form: skill, name: 'tidy-logs' };

const texts: [string, string][] = [
  ['plain', 'Sort the lines.\n'],
  ['empty at its end', 'No end of line'],
  ['CRLF', '---\r\ndescription: Sorts\r\n---\r\nSort.\r\n'],
  ['a byte order mark', '\ufeff---\ndescription: x\n---\nSort.'],
  [
    'front matter',
    '---\ndescription: Sorts logs. Use it for logs.\nallowed-tools: Bash(sort:*)\n---\n\n# Steps\n',
  ],
  ['front matter with a name of its own', '---\nname: other\ndescription: x\n---\nSort.'],
  [
    'front matter that is no YAML',
    '---\ndescription: Styles\nglobs: *.ts, **/*.tsx\nalwaysApply: false\n---\nSort.',
  ],
  ['a marker in its front matter', '---\n# promptory: {"id":9}\ndescription: x\n---\nSort.'],
  ['text between two rulers', '---\nNo fields here.\n---\nSort.'],
  ['a ruler', 'a\n\n---\n\nb'],
  ['Unicode', 'Grüße 👋 \u2028 ـ\0'.replace('\0', '')],
  [
    'lines that look like sections',
    '<!-- promptory: {"id":4} -->\nx\n<!-- /promptory -->\n<!-- /promptory 2 -->\n',
  ],
  ['a carriage return at its end', 'a\r'],
];

test.each(texts)('a text with %s is the same after a SKILL.md and an .mdc', (_name, text) => {
  for (const form of [asSkill, { form: rule, name: 'tidy-logs' }]) {
    const file = writeHeadedFile({ id: 12, title: 'Tidy logs', text }, form);
    expect(readHeadedFile(file, form)).toEqual({ id: 12, title: 'Tidy logs', text });
  }
});

test.each(texts)('a text with %s is the same after a section, between others', (_name, text) => {
  let content = '# Our repository\n';
  for (const [id, each] of [
    [1, 'first'],
    [2, text],
    [3, 'last\n'],
  ] as const)
    content = withSection(content, null, { id, title: `T${id} --> x`, text: each })?.content ?? '';
  const { sections, broken } = readSections(content);
  expect(broken).toEqual([]);
  expect(sections.map(({ id, text: each }) => [id, each])).toEqual([
    [1, 'first'],
    [2, text],
    [3, 'last\n'],
  ]);
  expect(sections[1]?.title).toBe('T2 --> x');
  const without = sections.reduce((all, { raw }) => withoutSection(all, raw) ?? all, content);
  expect(without).toBe('# Our repository\n');
});

test('any text comes back from each file', () => {
  const line = fc.constantFrom(
    '---',
    '',
    'name: x',
    '# promptory: {"id":1}',
    '<!-- /promptory -->',
    '<!-- promptory: {"id":1} -->',
    '<!-- promptory: {"end":"2"} -->',
    '<!-- /promptory 2 -->',
    ' a',
    'b: c',
    '\ufeff',
    'x\r',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(line).map((lines) => lines.join('\n')),
  );
  fc.assert(
    fc.property(text, fc.string({ maxLength: 20 }), (each, title) => {
      const wanted = { id: 77, title, text: each };
      expect(readHeadedFile(writeHeadedFile(wanted, asSkill), asSkill)).toEqual(wanted);
      const written = withSection('before\n', null, wanted);
      expect(readSections(written?.content ?? '').sections).toMatchObject([wanted]);
    }),
  );
});

test('a skill has its name, a description and no other field, and a person can take over what was made', () => {
  const made = writeHeadedFile({ id: 12, title: 'Tidy: logs', text: 'Sort.\n' }, asSkill);
  expect(readFrontMatter(made)).toMatchObject({
    fields: { name: 'tidy-logs', description: 'Tidy: logs' },
    body: 'Sort.\n',
  });
  const described = made
    .replace('"Tidy: logs"', 'Sorts logs. Use it for log files.')
    .replace('Sort.', 'Sort all.');
  // The first one to be replaced is the title in the marker.
  const edited = made.replace(/^description: .*$/m, 'description: Sorts logs.');
  expect(described).not.toBe(made);
  expect(readHeadedFile(edited, asSkill)?.text).toBe('---\ndescription: Sorts logs.\n---\nSort.\n');
});

test.each([
  ['---\nname: tidy-logs\ndescription: Sorts.\n---\nSort.', '---\ndescription: Sorts.\n---\nSort.'],
  ['---\nname: "tidy-logs"\ndescription: Sorts.\n---\nSort.', '---\ndescription: Sorts.\n---\nSort.'],
  ['---\nname: else\ndescription: Sorts.\n---\nSort.', '---\nname: else\ndescription: Sorts.\n---\nSort.'],
  ['---\nname: tidy-logs\n---\nSort.', 'Sort.'],
  ['\ufeffNo front matter', 'No front matter'],
  ['', ''],
])('a SKILL.md that a person wrote, %j, is read as %j', (file, text) => {
  expect(readHeadedFile(file, asSkill)).toEqual({ id: null, title: null, text });
});

test.each(['# promptory: {', '# promptory: {"id":"x"}', '# promptory: []'])(
  'a marker %j is not guessed at',
  (line) => {
    expect(readHeadedFile(`---\n${line}\ndescription: x\n---\n`, asSkill)).toBeNull();
  },
);

test('a section without its last line, or with a first one that cannot be read, is named, and the others are read', () => {
  const file = [
    ...['<!-- promptory: {"id":1} -->', 'no end', '<!-- promptory: {"id":2,"title":"Two"} -->', 'two'],
    ...[
      '<!-- /promptory -->',
      '<!-- promptory: {"id": -->',
      'x',
      '<!-- promptory: {"id":3,"end":"7"} -->',
      'open',
    ],
  ].join('\n');
  const { sections, broken } = readSections(file);
  expect(sections.map(({ id, text }) => [id, text])).toEqual([[2, 'two']]);
  expect(broken.map(({ id, reason }) => [id, reason])).toEqual([
    [1, 'end'],
    [null, 'marker'],
    [3, 'end'],
  ]);
});

test('a section is changed and removed where it is, and not where the text of another one quotes it', () => {
  const two = withSection('', null, { id: 2, title: 'Two', text: 'two' });
  const quoting = withSection('', null, { id: 1, title: 'One', text: `As in:\n${two?.raw}` });
  const both = withSection(quoting?.content ?? '', null, { id: 2, title: 'Two', text: 'two' });
  const textsOf = (content = '') => readSections(content).sections.map(({ text }) => text);
  const changed = withSection(both?.content ?? '', two?.raw ?? '', { id: 2, title: 'Two', text: 'TWO' });
  expect(textsOf(changed?.content)).toEqual([`As in:\n${two?.raw}`, 'TWO']);
  expect(textsOf(withoutSection(both?.content ?? '', two?.raw ?? '') ?? '')).toEqual([`As in:\n${two?.raw}`]);
});

test('a file with very many sections that do not end is read, and each is named', () => {
  const lines = Array.from({ length: 30_000 }, (_, index) => `<!-- promptory: {"id":${index + 1}} -->`);
  expect(readSections(lines.join('\n')).broken).toHaveLength(30_000);
});

test('a file that an editor has given a byte order mark has all of its sections', () => {
  const one = withSection('', null, { id: 1, title: 'One', text: 'one' });
  expect(readSections(`\ufeff${one?.content}`)).toMatchObject({
    sections: [{ id: 1, text: 'one' }],
    broken: [],
  });
});

test.each([
  ['Tidy logs', 'tidy-logs'],
  ['  Ärger & Frust!! ', 'arger-frust'],
  ['日本語', 'prompt-9ix'],
  ['con', 'con-9ix'],
  ['x'.repeat(70), 'x'.repeat(64)],
  [`${'x'.repeat(63)} y`, 'x'.repeat(63)],
  ['--', 'prompt-9ix'],
])('the title %j has the name %j', (title, name) => {
  expect(agentName(title, 12345)).toBe(name);
  expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('names that are taken are followed by the id, and are read without it', () => {
  const names = new AgentNames(['tidy-logs']);
  const taken = [names.take('Tidy logs', 12345), names.take('Tidy-Logs', 12345)];
  expect(taken).toEqual(['tidy-logs-9ix', 'tidy-logs-9ix-3']);
  expect(plainAgentName('tidy-logs-9ix', 12345)).toBe('tidy-logs');
});
