import { describe, expect, it } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { prompts } from '../formats-scene.ts';

/** Returns the first prompt of a configuration. */
async function read(config: string, others: Readonly<Record<string, string>> = {}) {
  const [found] = await prompts({ 'promptfooconfig.yaml': config, ...others });
  if (found === undefined) throw new Error('there is no prompt');
  const { testCases, valueSets, remarks } = found;
  return { testCases, valueSets, remarks: remarks.map(({ sentence }) => sentence) };
}

const greeting = "prompts: ['Greet {{name}} in {{tone}}.']\n";
const contains = (value: string) => ({ type: 'contains', value });

describe('tests of promptfoo', () => {
  it('with assertions are cases, and those without are value sets: never both', async () => {
    const { testCases, valueSets } = await read(`${greeting}
tests:
  - description: Polite
    vars: { name: Ada, tone: warm, expected: Ada }
    threshold: 0.5
    assert:
      - { type: contains, value: '{{expected}}', weight: 2 }
      - { type: javascript, value: output.length < 9 }
  - { vars: { name: Bob } }
  - { vars: { name: Cleo }, assert: [] }
`);
    expect(valueSets.map(({ name, values }) => [name, values])).toEqual([['Test 2', { name: 'Bob' }]]);
    expect(testCases).toMatchObject([
      {
        ...{ name: 'Polite', enabled: true, threshold: 0.5, notes: '' },
        values: { name: 'Ada', tone: 'warm', expected: 'Ada' },
        checks: [
          { type: 'contains', value: '{{expected}}', weight: 2 },
          { type: 'javascript', value: 'output.length < 9' },
        ],
      },
      { name: 'Test 3', values: { name: 'Cleo' }, checks: [], threshold: null },
    ]);
  });

  it('have what the usual test has: its values and assertions first, its threshold where they have none', async () => {
    const { testCases, valueSets } = await read(`${greeting}
defaultTest:
  vars: { tone: warm, name: nobody }
  threshold: 0.75
  assert: [{ type: contains, value: Dear }]
tests:
  - { vars: { name: Ada }, assert: [{ type: contains, value: Ada }] }
  - { vars: { name: Bob, tone: cool }, threshold: 1 }
  - { vars: { name: Cleo }, options: { disableDefaultAsserts: true } }
`);
    expect(testCases).toMatchObject([
      { values: { name: 'Ada', tone: 'warm' }, checks: [contains('Dear'), contains('Ada')], threshold: 0.75 },
      { values: { name: 'Bob', tone: 'cool' }, checks: [contains('Dear')], threshold: 1, notes: '' },
    ]);
    expect(valueSets.map(({ values }) => values)).toEqual([{ name: 'Cleo', tone: 'warm' }]);
  });

  it('are the usual one alone where there are no others', async () => {
    const { testCases } = await read(
      `${greeting}defaultTest: { assert: [{ type: contains, value: Dear }] }\n`,
    );
    expect(testCases).toMatchObject([{ name: 'Test 1', values: {}, checks: [contains('Dear')] }]);
  });

  it('are for the prompts that they name', async () => {
    const config = `
prompts: [{ label: short, raw: 'Hi {{name}}' }, { label: 'long:1', raw: 'Dear {{name}}' }]
tests:
  - { description: A, prompts: [short], vars: { name: Ada }, assert: [{ type: is-json }] }
  - { description: B, prompts: [long], vars: { name: Ada }, assert: [{ type: is-json }] }
  - { description: C, vars: { name: Ada }, assert: [{ type: is-json }] }
`;
    const found = await prompts({ 'promptfooconfig.yaml': config });
    expect(found.map(({ testCases }) => testCases.map(({ name }) => name))).toEqual([
      ['A', 'C'],
      ['B', 'C'],
    ]);
  });

  it('stand for each combination of their lists of texts; other lists are values', async () => {
    const { testCases } = await read(`${greeting}
tests:
  - { description: All, vars: { name: [Ada, Bob], tone: [warm, cool], ids: [1, 2] }, assert: [{ type: is-json }] }
  - { vars: { name: [Ada, Bob] }, assert: [{ type: is-json }], options: { disableVarExpansion: true } }
`);
    expect(testCases.map(({ name, values }) => [name, values.name, values.tone, values.ids])).toEqual([
      ['All', 'Ada', 'warm', '[1,2]'],
      ['All (2)', 'Ada', 'cool', '[1,2]'],
      ['All (3)', 'Bob', 'warm', '[1,2]'],
      ['All (4)', 'Bob', 'cool', '[1,2]'],
      ['Test 5', '["Ada","Bob"]', undefined, undefined],
    ]);
  });

  it('are bounded, however many their lists make', async () => {
    const list = `[${Array.from({ length: 1000 }, (_, index) => `x${index}`).join(', ')}]`;
    const lists = ['a', 'b', 'c', 'd'].map((name) => `${name}: ${list}`).join(', ');
    const { testCases, remarks } = await read(
      `${greeting}tests: [{ vars: { ${lists} }, assert: [{ type: is-json }] }]\n`,
    );
    expect(testCases).toHaveLength(limits.casesPerFile);
    expect(remarks).toEqual(['Of one file at most {count, number} tests are imported.']);
  });

  it('keep other fields in the notes, and judge a changed answer as it is changed', async () => {
    const { testCases } = await read(`${greeting}
tests:
  - vars: { name: Ada }
    assert: [{ type: contains, value: Ada }]
    options: { transform: output.trim(), rubricPrompt: Judge. }
    metadata: { topic: names }
    provider: openai:gpt-5
`);
    expect(testCases).toMatchObject([
      {
        checks: [{ type: 'contains', value: 'Ada', transform: 'output.trim()' }],
        notes:
          '---\nprovider: openai:gpt-5\noptions:\n  rubricPrompt: Judge.\nmetadata:\n  topic: names\n---',
      },
    ]);
  });

  it('have the assertion that a template of the configuration is', async () => {
    const { testCases } = await read(`${greeting}
assertionTemplates: { polite: { type: contains, value: please } }
tests: [{ vars: { name: Ada }, assert: [{ $ref: '#/assertionTemplates/polite' }, { $ref: '#/other' }] }]
`);
    expect(testCases[0]?.checks).toEqual([contains('please'), { $ref: '#/other' }]);
  });

  it('come from files that are there, and what cannot be a case is named', async () => {
    const { testCases, remarks } = await read(
      `${greeting}
scenarios: [{ config: [], tests: [] }]
tests:
  - file://more.jsonl
  - file://tests/*.yaml
  - { path: file://make.py, config: { count: 9 } }
  - { vars: file://values.yaml, assert: [] }
  - 7
  - { vars: { name: file://ada.txt }, assert: [] }
`,
      { 'more.jsonl': '{"vars":{"name":"Ada"},"assert":[{"type":"is-json"}]}\nno\n' },
    );
    expect(testCases.map(({ values }) => values)).toEqual([{ name: 'Ada' }, { name: 'file://ada.txt' }]);
    expect(remarks).toEqual([
      'Scenarios are not imported.',
      ...Array.from({ length: 3 }, () => 'Tests in other files are not imported: {name}.'),
      'Tests without fields are not imported.',
      'Lines of {name} that are not JSON: {lines}',
      'Values in other files are not read; their addresses stay: {names}.',
    ]);
  });

  it('that nest too deeply are named, and the others are read', async () => {
    const deep = `${'['.repeat(500)}${']'.repeat(500)}`;
    const { testCases, remarks } = await read(
      `${greeting}tests: [{ vars: { name: Ada }, assert: [${deep}] }, { vars: { name: Bob }, assert: [] }]\n`,
    );
    expect(testCases).toMatchObject([{ values: { name: 'Bob' } }]);
    expect(remarks).toEqual(['Tests that are nested too deeply are not imported.']);
  });
});
