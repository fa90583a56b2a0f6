import { describe, expect, it } from 'vitest';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { prompts, reasons } from '../formats-scene.ts';

const triage = `name: Ticket triage
description: Sorts tickets
model: openai/gpt-4.1-mini
modelParameters:
  temperature: 0.2
  topP: 0.9
  maxTokens: 300
  frequencyPenalty: 0.5
messages:
  - role: System
    content: Sort tickets of {{product}}.
  - role: user
    content: |
      {{ticket}}
testData:
  - ticket: My card was charged twice.
    product: Shop
    expected: billing
  - { name: Empty, ticket: "", product: 7 }
  - expected: nothing
evaluators:
  - name: has a team
    string: { contains: team }
  - name: no digits
    string: { equals: x }
  - name: polite
    llm: { modelId: openai/gpt-4.1, prompt: Is it polite? }
  - { name: close, uses: github/similarity }
  - { other: 1 }
`;

describe('a file of GitHub Models', () => {
  it('gives a chat with its model, its parameters and its rows of test data as cases of its evaluators', async () => {
    const [found, ...others] = await prompts({ 'support/triage.prompt.yml': triage });
    expect(others).toEqual([]);
    expect([found?.project.name, found?.title, found?.content]).toEqual([
      'support',
      'Ticket triage',
      '--- system ---\nSort tickets of {{product}}.\n\n--- user ---\n{{ticket}}\n',
    ]);
    expect(found?.attributes.settings).toEqual({
      ...{ model: 'openai/gpt-4.1-mini', temperature: 0.2, topP: 0.9, maxTokens: 300 },
      more: '{\n  "frequencyPenalty": 0.5\n}',
    });
    expect(found?.valueSets).toEqual([]);
    const judges = [
      { type: 'contains', value: 'team', metric: 'has a team' },
      { type: 'equals', value: 'x', metric: 'no digits' },
      { type: 'llm-rubric', value: 'Is it polite?', metric: 'polite' },
    ];
    expect(found?.testCases.map(({ name, values, checks }) => [name, values, checks])).toEqual([
      [
        'Test 1',
        { ticket: 'My card was charged twice.', product: 'Shop' },
        [...judges, { type: 'similar', value: 'billing', metric: 'close' }],
      ],
      ['Empty', { ticket: '', product: '7' }, judges],
      ['Test 3', {}, [...judges, { type: 'similar', value: 'nothing', metric: 'close' }]],
    ]);
    expect(found?.notes).toContain('"content":"Sorts tickets"');
  });

  it('has evaluators without an equal and other fields of its test data named, each kind once', async () => {
    const evaluators = [
      '  - name: short\n    string: { shorterThan: "9" }',
      '  - name: fluent\n    uses: github/fluency',
      '  - name: judge\n    llm: { modelId: m }',
      '  - { other: 1 }',
      '  - name: ends\n    string: { endsWith: "{{expected}}." }',
    ];
    const file = `messages: [{ role: user, content: "{{a}}" }]\ntestData: [{ a: 1, b: 2, expected: Yes }]\nevaluators:\n`;
    const [found] = await prompts({ 'triage.prompt.yml': `${file}${evaluators.join('\n')}\n` });
    expect(found?.testCases[0]?.checks).toEqual([{ type: 'regex', value: 'Yes\\.$', metric: 'ends' }]);
    expect(found?.remarks).toEqual([
      {
        sentence: 'Fields of test data that are not variables are not imported: {names}.',
        values: { names: 'b' },
      },
      {
        sentence: 'Checks of the text of an answer are not imported: {names}.',
        values: { names: 'short' },
      },
      { sentence: 'Checks of GitHub are not imported: {names}.', values: { names: 'fluent' } },
      { sentence: 'Checks that a model makes are not imported: {names}.', values: { names: 'judge' } },
      { sentence: 'Checks of an unknown kind are not imported: {names}.', values: { names: '?' } },
    ]);
  });

  const schema = { type: 'object', properties: { team: { type: 'string' } } };
  const json = JSON.stringify({ name: 'answer', strict: true, schema });
  const answers: [string, string, PromptSettings][] = [
    ['text', 'responseFormat: text', { answerFormat: 'text' }],
    ['JSON', 'responseFormat: json_object', { answerFormat: 'json' }],
    ['a schema', `responseFormat: json_schema\njsonSchema: '${json}'`, withSchema(schema)],
    ['a schema of its own', `jsonSchema: '${JSON.stringify(schema)}'`, withSchema(schema)],
    ['a schema in YAML', `responseFormat: json_schema\njsonSchema: ${json}`, withSchema(schema)],
    ['parameters of the API', 'modelParameters: { max_tokens: 5, top_p: 1 }', { topP: 1, maxTokens: 5 }],
    ['a model that is a number', 'model: 1.50', { model: '1.50' }],
    [
      'a format of the future',
      'responseFormat: xml',
      { more: '{\n  "response_format": {\n    "type": "xml"\n  }\n}' },
    ],
  ];
  function withSchema(value: object): PromptSettings {
    return { answerFormat: 'json', answerSchema: JSON.stringify(value, null, 2) };
  }
  it.each(answers)('has %s as settings', async (_what, head, settings) => {
    const [found] = await prompts({
      'a.prompt.yaml': `${head}\nmessages: [{ role: user, content: Hi }]\n`,
    });
    expect(found?.attributes).toEqual({ settings });
    expect(found?.remarks).toEqual([]);
  });

  it.each([
    ['the name of its file', 'model: m', 'a'],
    ['a name that is a number', 'name: 2024', '2024'],
  ])('has %s as its title', async (_what, head, title) => {
    const [found] = await prompts({
      'a.prompt.yml': `${head}\nmessages: [{ role: user, content: Hi }]\n`,
    });
    expect([found?.title, found?.content]).toEqual([title, '--- user ---\nHi']);
  });
});

describe('files of GitHub Models in other forms are read', () => {
  const message = (content: string) => `messages:\n  - role: user\n    content: ${content}\n`;
  it.each([
    ['Unicode', message('"\u00c4rger \ud83d\ude00 {{имя}}"'), '\u00c4rger \ud83d\ude00 {{имя}}'],
    ['lines that end with CRLF', message('|\n      one\n      two').replaceAll('\n', '\r\n'), 'one\ntwo\n'],
    ['a byte order mark', `\ufeff${message('Hi')}`, 'Hi'],
    ['a large text', message(JSON.stringify('line\n'.repeat(100_000))), 'line\n'.repeat(100_000)],
    ['an alias', `x: &a Hi\n${message('*a')}`, 'Hi'],
  ])('with %s', async (_what, file, text) => {
    const [found] = await prompts({ 'a.prompt.yml': file });
    expect(found?.content).toBe(`--- user ---\n${text}`);
  });

  it('with unknown fields, which stand in a note', async () => {
    const [found] = await prompts({
      'a.prompt.yml': `version: 1.0.0\nauthors: [Ada]\ndescription: Greets\n${message('Hi')}`,
    });
    expect(JSON.parse(found?.notes ?? '')).toMatchObject([
      { content: 'Greets\n\n---\nversion: 1.0.0\nauthors:\n  - Ada\n---' },
    ]);
  });

  it('by what they hold, whatever their names are', async () => {
    const found = await prompts({
      'sample.yml': triage,
      'sample.json': JSON.stringify({ name: 'J', messages: [{ role: 'user', content: 'Hi' }], testData: [] }),
    });
    expect(found.map(({ title }) => title)).toEqual(['Ticket triage', 'J']);
  });

  it('with pictures, as JSON', async () => {
    const parts = [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }];
    const content = JSON.stringify(parts);
    const [found] = await prompts({ 'a.prompt.yml': message(content) });
    expect(JSON.parse(found?.content ?? '')).toEqual([{ role: 'user', content: parts }]);
  });
});

it.each([
  ['promptfoo', 'a.prompt.yaml', 'prompts: ["Hi {{x}}"]\nproviders: [echo]\ntests: []\n', 'Hi {{x}}'],
  [
    'Langfuse',
    'a.prompt.yml',
    'name: a\nversion: 1\nprompt: [{ role: user, content: Hi }]\n',
    '--- user ---\nHi',
  ],
  ['LangChain', 'a.prompt.yml', '_type: prompt\ninput_variables: [x]\ntemplate: Hi {x}\n', 'Hi {{x}}'],
  ['a list of messages', 'a.prompt.yml', '- { role: user, content: Hi }\n', '--- user ---\nHi'],
  [
    'a table',
    'a.json',
    '{"title":"T","model":"m","messages":[{"role":"user","content":"Hi"}]}',
    '--- user ---\nHi',
  ],
])('a file of %s is still read as one', async (_what, path, file, text) => {
  const found = await prompts({ [path]: file });
  expect(found.map(({ content }) => content)).toEqual([text]);
});

describe('a file of GitHub Models is refused in words', () => {
  const wrong = 'The field "{field}" is missing, or is not what it should be.';
  const deep = `messages: ${'['.repeat(2000)}`;
  it.each([
    ['that is empty', '', '{name} has nothing that is read as a prompt.'],
    ['without messages', 'name: a\nmodel: m\n', '{name} has nothing that is read as a prompt.'],
    ['with no message', 'messages: []', 'This prompt has no text.'],
    ['with a blank message', 'messages: [{ role: user, content: " " }]', 'This prompt has no text.'],
    ['whose messages are a text', 'messages: Hi', wrong],
    ['with a message of no role', 'messages: [{ content: Hi }]', wrong],
    ['with a message that is nothing', 'messages: [null]', wrong],
    ['that is nested too deeply', deep, 'The YAML is nested too deeply.'],
    [
      'with a tag of a language',
      'messages: !!js/function x',
      'The YAML has tags or directives that are not read.',
    ],
    ['with broken YAML', 'messages: [', 'This is not valid YAML: line {line, number}.'],
  ])('%s', async (_what, file, sentence) => {
    expect(await reasons({ 'a.prompt.yml': file })).toEqual([sentence]);
  });

  it('and takes no harm from odd rows and checks', async () => {
    const rows = '[{ __proto__: { x: 1 }, ticket: { a: [1] } }]';
    const file = `messages: [{ role: user, content: "{{ticket}} {{constructor}}" }]\ntestData: ${rows}\n`;
    const [found] = await prompts({ 'a.prompt.yml': `${file}evaluators: { a: 1 }\nmodelParameters: [1]\n` });
    expect(found?.valueSets).toEqual([{ id: null, name: 'Test 1', values: { ticket: '{"a":[1]}' } }]);
    expect(found?.attributes).toEqual({});
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it('but for rows beyond those that a prompt can have, which are counted', async () => {
    const testData = Array.from({ length: 130 }, (_, index) => ({ x: `${index}`, [`other ${index}`]: 1 }));
    const messages = [{ role: 'user', content: '{{x}}' }];
    const [found] = await prompts({ 'a.prompt.yml': JSON.stringify({ messages, testData }) });
    expect(found?.valueSets).toHaveLength(100);
    expect(found?.remarks[0]).toEqual({
      sentence: '{count, number} more tests are not imported.',
      values: { count: 30 },
    });
    expect(found?.remarks[1]?.values?.names).toMatch(/^other 0, other 1, .*, …$/);
  });
});
