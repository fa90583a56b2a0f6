import { describe, expect, it } from 'vitest';
import { prompts, reasons } from './formats-scene.ts';

describe('promptfoo', () => {
  const config = `
description: Support
prompts:
  - 'Answer {{question}} in {{tone}}.'
  - { label: Chat, raw: '[{"role":"system","content":"Be {{tone}}."},{"role":"user","content":"{{question}}"}]' }
  - file://prompts/two.txt
  - file://prompts/make.py
  - file://../outside.txt
providers: [openai:gpt-5]
defaultTest: { vars: { tone: warm } }
tests:
  - { description: Refund, vars: { question: Where is my money?, other: 1 } }
  - { vars: { question: [a, b] } }
  - file://tests.csv
`;
  const files = {
    'app/promptfooconfig.yaml': config,
    'app/prompts/two.txt': 'First {{question}}\n---\nSecond\n',
    'app/tests.csv': 'question,__expected\nWhy?,because',
  };

  it('gives its prompts, also those in files, with its tests as value sets', async () => {
    const found = await prompts(files);
    expect(found.map(({ project, title, content }) => [project.name, title, content])).toEqual([
      ['Support', 'Answer {{question}} in {{tone}}.', 'Answer {{question}} in {{tone}}.'],
      ['Support', 'Chat', '--- system ---\nBe {{tone}}.\n\n--- user ---\n{{question}}'],
      ['Support', 'two 1', 'First {{question}}\n'],
      ['Support', 'two 2', 'Second\n'],
    ]);
    expect(found[0]?.valueSets.map(({ name, values }) => [name, values])).toEqual([
      ['Refund', { tone: 'warm', question: 'Where is my money?' }],
      ['Test 2', { tone: 'warm', question: 'a' }],
      ['Test 2 (2)', { tone: 'warm', question: 'b' }],
    ]);
    expect(found[3]?.valueSets).toEqual([]);
    expect(found[0]?.testCases).toEqual([
      {
        ...{
          id: null,
          name: 'tests 1',
          enabled: true,
          values: { tone: 'warm', question: 'Why?' },
          notes: '',
        },
        ...{
          checks: [{ type: 'equals', value: 'because' }],
          threshold: null,
          position: null,
          createdAt: null,
        },
      },
    ]);
  });

  it('names what does not come along', async () => {
    expect(await reasons(files)).toEqual([
      'This prompt is made by code, which is not run.',
      'The file that it names is not among the files.',
    ]);
  });
});

describe('dotprompt', () => {
  const text = [
    '---\nmodel: googleai/gemini-2.0-flash\ninput:\n  default: { name: Ada }\n---\n',
    '{{role "system"}}\nBe brief.\n\n{{role "user"}}\nGreet {{name}}.\n',
  ].join('');

  it('becomes a chat; its front matter is a note and its defaults are a value set', async () => {
    const [found] = await prompts({ 'greet.prompt': text });
    expect([found?.title, found?.content]).toEqual([
      'greet',
      '--- system ---\nBe brief.\n\n--- user ---\nGreet {{name}}.',
    ]);
    expect(found?.notes).toContain('model: googleai/gemini-2.0-flash');
    expect(found?.valueSets).toEqual([{ id: null, name: 'Default', values: { name: 'Ada' } }]);
  });

  it('stays as it is where a role stands in a block', async () => {
    const template = '{{#if x}}{{role "system"}}A{{/if}}{{role "user"}}B';
    const [found] = await prompts({ 'a.prompt': template });
    expect(found?.content).toBe(template);
  });
});

describe('Langfuse', () => {
  const entry = (version: number, more = {}) => ({
    ...{
      type: 'text',
      name: 'support/triage',
      version,
      prompt: `Text ${version} of {{topic}}`,
      config: {},
      tags: ['a'],
    },
    ...{ labels: [], commitMessage: `Change ${version}` },
    ...more,
  });

  it('gives a prompt with its versions, labels, tags and settings', async () => {
    const entries = [
      entry(3, { labels: ['latest'], config: { temperature: 0.2 } }),
      entry(1, { labels: ['production', 'Not Ours'] }),
    ];
    const [found, ...others] = await prompts({
      'export.json': JSON.stringify({ data: entries, meta: { page: 1 } }),
    });
    expect(others).toEqual([]);
    expect([found?.project.name, found?.title, found?.content]).toEqual([
      'support',
      'triage',
      'Text 3 of {{topic}}',
    ]);
    expect(found?.versions.map(({ version, description }) => [version, description])).toEqual([
      [1, 'Change 1'],
      [3, 'Change 3'],
    ]);
    expect(found?.labels).toEqual([{ label: 'production', version: 1 }]);
    expect(found?.remarks[0]?.values).toEqual({ labels: 'Not Ours' });
    expect(found?.attributes).toEqual({ tags: ['a'], settings: { temperature: 0.2 } });
  });

  it('gives a chat, also in JSON lines; a place for other messages is a variable in a message of its own', async () => {
    const chat = entry(1, { type: 'chat', prompt: [{ role: 'system', content: 'Be {{tone}}.' }] });
    const place = entry(1, {
      name: 'b',
      prompt: [
        { role: 'system', content: 'Go on.' },
        { type: 'placeholder', name: 'history' },
      ],
    });
    const found = await prompts({ 'a.jsonl': `${JSON.stringify(chat)}\n${JSON.stringify(place)}` });
    expect(found.map(({ content }) => content)).toEqual([
      '--- system ---\nBe {{tone}}.',
      '--- system ---\nGo on.\n\n--- user ---\n{{history}}',
    ]);
    expect(found[1]?.remarks).toMatchObject([{ values: { name: 'history' } }]);
  });

  it('is refused as a list of names', async () => {
    const names = { data: [{ name: 'a', versions: [1], labels: [], tags: [] }], meta: { page: 1 } };
    expect(await reasons({ 'a.json': JSON.stringify(names) })).toEqual([
      'This list has the names of prompts only. Export each prompt with its text.',
    ]);
  });
});

describe('LangChain and LangSmith', () => {
  const made = (kind: string, kwargs: object) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain', 'prompts', kind],
    kwargs,
  });
  const template = (text: string, form = 'f-string') =>
    made('PromptTemplate', { template: text, template_format: form, input_variables: [] });
  const text = async (value: unknown) => (await prompts({ 'a.json': JSON.stringify(value) }))[0]?.content;

  it.each([
    ['f-string', 'Say {word} in {{"json": "{lang}"}}', 'Say {{word}} in {"json": "{{lang}}"}'],
    ['f-string', '{{{word}}}', '{${word}}'],
    ['f-string', 'not {{word}}', 'not \\{word}'],
    ['f-string', '{x:.2f} {} {0}', '{{x}} {} {0}'],
    ['mustache', '{{a}} {{{b}}} {{#c}}{{d}}{{/c}}', '{{a}} {{b}} {{#c}}{{d}}{{/c}}'],
    ['jinja2', '{% if a %}{{ a }}{% endif %}', '{% if a %}{{ a }}{% endif %}'],
  ])('turns %s %j into %j', async (form, before, after) => {
    expect(await text(template(before, form))).toBe(after);
  });

  it('gives a chat with the title of its repository', async () => {
    const message = (kind: string, of: string) => made(kind, { prompt: template(of) });
    const manifest = made('ChatPromptTemplate', {
      messages: [
        message('SystemMessagePromptTemplate', 'Be {tone}.'),
        message('HumanMessagePromptTemplate', '{question}'),
      ],
      metadata: { lc_hub_repo: 'rag-prompt' },
    });
    const [found] = await prompts({
      'a.json': JSON.stringify({ commit_hash: 'abc', manifest, examples: [] }),
    });
    expect([found?.title, found?.content]).toEqual([
      'rag-prompt',
      '--- system ---\nBe {{tone}}.\n\n--- user ---\n{{question}}',
    ]);
  });

  it('has a variable in a message of its own for a place of other messages', async () => {
    const messages = [
      made('SystemMessagePromptTemplate', { prompt: template('Be {tone}.') }),
      made('MessagesPlaceholder', { variable_name: 'history' }),
      made('HumanMessagePromptTemplate', { prompt: template('{question}') }),
    ];
    const [found] = await prompts({ 'a.json': JSON.stringify(made('ChatPromptTemplate', { messages })) });
    expect(found?.content).toBe(
      '--- system ---\nBe {{tone}}.\n\n--- user ---\n{{history}}\n\n--- user ---\n{{question}}',
    );
    expect(found?.remarks).toMatchObject([{ values: { name: 'history' } }]);
  });

  it('stays JSON where a message is no text, and refuses what is no prompt', async () => {
    const place = made('ImagePromptTemplate', { template: { url: '{url}' } });
    const [found] = await prompts({
      'a.json': JSON.stringify(made('ChatPromptTemplate', { messages: [place] })),
    });
    expect(JSON.parse(found?.content ?? '')).toEqual([place]);
    expect(found?.remarks).toHaveLength(1);
    expect(await reasons({ 'a.json': JSON.stringify(made('ChatOpenAI', {})) })).toEqual([
      'This is a kind of LangChain prompt that is not read.',
    ]);
  });

  it('is read in its older form, in YAML', async () => {
    const [found] = await prompts({
      'joke.yaml': '_type: prompt\ninput_variables: [topic]\ntemplate: Joke about {topic}\n',
    });
    expect([found?.title, found?.content]).toEqual(['joke', 'Joke about {{topic}}']);
  });
});

it('JSON and YAML that are nothing of this are refused', async () => {
  expect(await reasons({ 'a.json': '{"x":1}', 'b.json': '{', 'c.yaml': 'x: 1' })).toEqual([
    '{name} has nothing that is read as a prompt.',
    '{name} has nothing that is read as a prompt.',
    'This file is not JSON.',
  ]);
});

it("the app's own library file comes in with its ids", async () => {
  const at = '2026-01-01T00:00:00.000Z';
  const prompt = {
    id: 2,
    projectId: 1,
    title: 'T',
    content: 'text',
    notes: '',
    createdAt: at,
    lastVersion: 1,
  };
  const library = {
    ...{ format: 'promptory-library', version: 1, exportedAt: at, username: 'ada' },
    projects: [{ id: 1, name: 'P', color: 'red', createdAt: at }],
    prompts: [prompt],
    versions: [
      {
        id: 3,
        promptId: 2,
        version: 1,
        content: 'old',
        description: 'd',
        createdAt: at,
        original: null,
        conflict: null,
      },
    ],
  };
  const [found] = await prompts({ 'library.json': JSON.stringify(library) });
  expect([found?.id, found?.project, found?.versions[0]?.id]).toEqual([2, { id: 1, name: 'P' }, 3]);
});
