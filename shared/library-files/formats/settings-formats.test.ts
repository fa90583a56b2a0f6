import { Dotprompt } from 'dotprompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import type { OutputFile } from '../files.ts';
import { readLibraryFiles } from '../read-library-files.ts';
import { anySettings } from '../testing/any-library.ts';
import { inputFiles } from '../testing/memory-library.ts';
import { dotpromptOf, writeDotprompts } from './dotprompt/write-dotprompt.ts';
import { prompts } from './formats-scene.ts';
import { parametersOf, settingsOfParameters } from './parameters.ts';
import { writePromptfoo } from './promptfoo/write-promptfoo.ts';

const modified = '2026-01-01T00:00:00.000Z';
const exported = (settings: PromptSettings) => [
  { id: 1, project: 'Work', title: 'T', text: 'Hi {{name}}', valueSets: [], settings, modified },
];

async function readBack(files: Parameters<typeof inputFiles>[0]) {
  const options = { project: { id: null, name: 'I' } };
  for await (const read of readLibraryFiles(await inputFiles(files), options))
    if (read.kind === 'prompt') return read;
  return undefined;
}

describe('settings of an exported prompt come back to the byte', () => {
  it('by dotprompt, and leave no note', async () => {
    await fc.assert(
      fc.asyncProperty(anySettings(), async (settings) => {
        const read = await readBack(writeDotprompts(exported(settings)));
        expect([read?.attributes, read?.notes]).toEqual([{ settings }, '']);
      }),
      { numRuns: 60 },
    );
  });

  it('by promptfoo', async () => {
    await fc.assert(
      fc.asyncProperty(anySettings(), async (settings) => {
        const read = await readBack(one(await writePromptfoo(exported(settings), { modified })));
        expect(read?.attributes).toEqual({ settings });
      }),
      { numRuns: 60 },
    );
  });
});

async function* one(file: OutputFile): AsyncGenerator<OutputFile> {
  yield file;
}

const functions = [{ name: 'find', description: 'Finds', parameters: { type: 'object' } }];
const settings: PromptSettings = {
  ...{ model: 'small', temperature: 0.2, topP: 1, maxTokens: 100, stop: ['END'], answerFormat: 'json' },
  answerSchema: '{"type":"object","properties":{}}',
  tools: JSON.stringify(functions),
  more: '{"top_k": 40}',
};

it('dotprompt takes the model, its configuration and the schema of the answer', () => {
  const { model, config, output, toolDefs, tools } = new Dotprompt().parse(
    dotpromptOf({ title: 'T', text: 'Hi', settings }),
  );
  expect({ model, config, output, tools, toolDefs }).toEqual({
    model: 'small',
    config: { temperature: 0.2, topP: 1, maxOutputTokens: 100, stopSequences: ['END'], top_k: 40 },
    output: { format: 'json', schema: { type: 'object', properties: {} } },
    tools: ['find'],
  });
});

it('a file of dotprompt that was changed since has what it says now', async () => {
  const source = dotpromptOf({ title: 'T', text: 'Hi', settings: { model: 'small', more: '{ "a":1 }' } });
  const [found] = await prompts({ 'T.prompt': source.replace('model: small', 'model: large') });
  expect(found?.attributes.settings).toEqual({ model: 'large', more: '{\n  "a": 1\n}' });
});

it('parameters are those that most APIs have', () => {
  expect(parametersOf(settings)).toEqual({
    ...{ model: 'small', temperature: 0.2, top_p: 1, max_tokens: 100, stop: ['END'], top_k: 40 },
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'answer', schema: { type: 'object', properties: {} } },
    },
    tools: [{ type: 'function', function: functions[0] }],
  });
});

it('parameters that are no settings, or no values of one, are among the other settings', () => {
  const parameters = { temperature: 'hot', stop: 'END', max_tokens: null, topP: 0.5, logit_bias: { a: 1 } };
  expect(settingsOfParameters(parameters)).toEqual({
    ...{ stop: ['END'], topP: 0.5 },
    more: '{\n  "temperature": "hot",\n  "logit_bias": {\n    "a": 1\n  }\n}',
  });
  expect(settingsOfParameters({ prompt: 'x'.repeat(70_000) })).toBeNull();
});

describe('promptfoo', () => {
  const config = (providers: string, more = '') => ({
    'promptfooconfig.yaml': `prompts: [{ label: A, raw: "Hi\\nyou"${more} }]\nproviders: ${providers}\n`,
  });

  it('gives each prompt the settings of the only provider, under its own', async () => {
    const provider = '[{ id: "openai:chat:gpt-5", config: { temperature: 0.1, seed: 3 } }]';
    const [found] = await prompts(config(provider, ', config: { temperature: 1 }'));
    expect(found?.attributes.settings).toEqual({ model: 'gpt-5', temperature: 1, seed: 3 });
  });

  it('names that the settings of several providers are left out', async () => {
    const [found] = await prompts(config('[openai:gpt-5, openai:gpt-4]'));
    expect(found?.attributes).toEqual({});
    expect(found?.remarks).toEqual([{ sentence: 'The settings of several providers are not imported.' }]);
  });
});

it('Langfuse gives each version the settings that it was saved with', async () => {
  const entry = (version: number, config: object) => ({
    ...{ type: 'text', name: 'a', version, prompt: `Text ${version}`, config, labels: [], tags: [] },
  });
  const entries = [entry(1, {}), entry(2, { model: 'small', temperature: 0.2, retries: 3 })];
  const [found] = await prompts({ 'a.json': JSON.stringify(entries) });
  const saved = { model: 'small', temperature: 0.2, more: '{\n  "retries": 3\n}' };
  expect(found?.versions.map((version) => version.settings)).toEqual([null, saved]);
  expect([found?.attributes, found?.notes]).toEqual([{ settings: saved }, '']);
});

it('LangChain gives the model with its parameters and the schema of the answer, and no keys', async () => {
  const made = (kind: string, kwargs: object) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain', kind],
    kwargs,
  });
  const schema = { title: 'Answer', type: 'object' };
  const first = made('StructuredPrompt', { messages: [], schema_: schema });
  const model = made('ChatOpenAI', {
    ...{ model: 'gpt-5', temperature: 0, openai_api_key: { lc: 1, type: 'secret', id: ['KEY'] } },
  });
  const bound = made('RunnableBinding', { bound: model, kwargs: { stop: ['END'] } });
  const chain = made('RunnableSequence', { first, last: bound });
  const [found] = await prompts({ 'a.json': JSON.stringify(chain) });
  expect(found?.attributes.settings).toEqual({
    ...{ model: 'gpt-5', temperature: 0, stop: ['END'], answerFormat: 'json' },
    answerSchema: JSON.stringify(schema, null, 2),
  });
  expect(found?.remarks).toEqual([]);
});
