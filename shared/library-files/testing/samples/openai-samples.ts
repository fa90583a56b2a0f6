import { expect } from 'vitest';
import { asUser, type FormatSample, notJson } from './format-sample.ts';

const json = (value: unknown) => JSON.stringify(value, null, 2);

export const openai: FormatSample = {
  format: 'OpenAI',
  path: 'request.json',
  make: (text) => json({ model: 'gpt-5.1', input: [{ role: 'user', content: text }] }),
  read: asUser,
  samples: [
    {
      about: 'as a request that took a prompt object’s place',
      files: {
        'support.json': json({
          ...{ model: 'gpt-5.1', instructions: 'Be brief.', max_output_tokens: 200, temperature: 0.3 },
          input: [{ role: 'user', content: [{ type: 'input_text', text: 'Help {{customer}}.' }] }],
          reasoning: { effort: 'low', summary: null },
          text: { format: { type: 'json_schema', name: 'a', schema: { type: 'object' }, strict: true } },
          tools: [{ type: 'function', name: 'look', parameters: { type: 'object' }, strict: true }],
        }),
      },
      prompts: [
        {
          ...{
            title: 'support',
            content: '--- developer ---\nBe brief.\n\n--- user ---\nHelp {{customer}}.',
          },
          settings: {
            ...{ model: 'gpt-5.1', maxTokens: 200, temperature: 0.3, reasoningEffort: 'low' },
            ...{ answerFormat: 'json', answerSchema: '{\n  "type": "object"\n}' },
            tools: expect.stringContaining('"look"'),
          },
        },
      ],
    },
    {
      about: 'as the answer to a call by id, which has the messages',
      files: {
        'answer.json': json({
          ...{
            id: 'resp_1',
            object: 'response',
            status: 'completed',
            model: 'gpt-5.1-2026',
            output: [],
            usage: {},
          },
          ...{ tool_choice: 'auto', parallel_tool_calls: true, truncation: 'disabled', top_p: 1 },
          instructions: [
            {
              type: 'message',
              role: 'developer',
              content: [{ type: 'input_text', text: 'Sell {{product}}.' }],
            },
          ],
          prompt: {
            id: 'pmpt_123',
            version: '3',
            variables: { product: 'tea', picture: { type: 'input_image', file_id: 'f' } },
          },
        }),
      },
      prompts: [
        {
          ...{ title: 'pmpt_123', content: '--- developer ---\nSell {{product}}.' },
          settings: { model: 'gpt-5.1-2026', topP: 1 },
          valueSets: [['Variables', { product: 'tea' }]],
          notes: ['---\nid: pmpt_123\n---'],
          remarks: ['Values that are no texts are not imported: picture.'],
        },
      ],
    },
    {
      about: 'as versions of prompt objects that a person has kept',
      files: {
        'kept.json': json([
          {
            id: 'pmpt_a',
            name: 'Triage',
            version: 2,
            model: 'm',
            messages: [{ role: 'system', content: 'Two' }],
          },
          {
            id: 'pmpt_a',
            name: 'Triage',
            version: 1,
            model: 'm',
            messages: [{ role: 'system', content: 'One' }],
          },
          { id: 'pmpt_b', object: 'prompt', instructions: 'Other', unknown: { deep: [1] } },
        ]),
      },
      prompts: [
        {
          title: 'Triage',
          content: '--- system ---\nTwo',
          versions: ['--- system ---\nOne', '--- system ---\nTwo'],
        },
        { title: 'pmpt_b', content: '--- developer ---\nOther' },
      ],
    },
    {
      about: 'as a request with a text alone',
      files: {
        'short.json': json({ model: 'm', instructions: 'Be kind.', input: 'Hi {{name}}', stream: true }),
      },
      prompts: [
        { content: '--- developer ---\nBe kind.\n\n--- user ---\nHi {{name}}', settings: { model: 'm' } },
      ],
    },
    {
      about: 'with pictures, as JSON',
      files: {
        'picture.json': json({
          model: 'm',
          input: [
            { role: 'user', content: [{ type: 'input_image', image_url: 'https://example.org/a.png' }] },
          ],
        }),
      },
      prompts: [{ content: expect.stringContaining('input_image') }],
    },
  ],
  hostile: [
    ...notJson,
    [
      'a reference alone',
      json({ prompt: { id: 'pmpt_1', variables: {} } }),
      'This file names a prompt of OpenAI by its id and has no text. Copy the text of the prompt.',
    ],
    ['an empty list', '[]', '{name} has nothing that is read as a prompt.'],
  ],
};

const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const remark = 'This file has test cases alone: the prompt is made of their variables.';

export const evals: FormatSample = {
  format: 'OpenAI Evals',
  path: 'data.jsonl',
  make: (text) =>
    lines({
      input: [
        { role: 'system', content: text },
        { role: 'user', content: 'a' },
      ],
      ideal: 'b',
    }),
  read: (text) => `--- system ---\n${text}\n\n--- user ---\n{{input}}`,
  samples: [
    {
      about: 'with the same beginning in each line',
      files: {
        'capitals.jsonl': lines(
          {
            input: [
              { role: 'system', content: 'Name the capital.' },
              { role: 'user', content: 'Italy' },
            ],
            ideal: 'Rome',
          },
          {
            input: [
              { role: 'system', content: 'Name the capital.' },
              { role: 'user', content: 'Bolivia' },
            ],
            ideal: ['Sucre', 'La Paz'],
          },
        ),
      },
      prompts: [
        {
          ...{ title: 'capitals', content: '--- system ---\nName the capital.\n\n--- user ---\n{{input}}' },
          cases: [
            ['Test 1', { input: 'Italy' }, [{ type: 'equals', value: 'Rome' }]],
            ['Test 2', { input: 'Bolivia' }, [{ type: 'contains-any', value: ['Sucre', 'La Paz'] }]],
          ],
          remarks: [remark],
        },
      ],
    },
    {
      about: 'with items',
      files: {
        'tickets.jsonl': lines(
          { item: { ticket: 'No light', label: 'Hardware' } },
          { item: { ticket: 'No page', label: 'Software' } },
        ),
      },
      prompts: [
        {
          content: 'ticket: {{item.ticket}}\nlabel: {{item.label}}',
          cases: [
            ['Test 1', { 'item.ticket': 'No light', 'item.label': 'Hardware' }, []],
            ['Test 2', { 'item.ticket': 'No page', 'item.label': 'Software' }, []],
          ],
        },
      ],
    },
    {
      about: 'with texts',
      files: { 'texts.jsonl': lines({ input: '1+1', ideal: 2 }, { input: '2+2', ideal: 4 }) },
      prompts: [
        {
          content: '{{input}}',
          cases: [
            ['Test 1', { input: '1+1' }, [{ type: 'equals', value: '2' }]],
            ['Test 2', { input: '2+2' }, [{ type: 'equals', value: '4' }]],
          ],
        },
      ],
    },
    {
      about: 'with a broken line, which is named',
      files: { 'broken.jsonl': `${lines({ input: 'a', ideal: 'b' })}\nbroken\n${lines({ other: 1 })}` },
      prompts: [{ content: '{{input}}' }],
      refused: ['This line is not JSON.', 'This line is no entry of a data set.'],
    },
    {
      about: 'whose beginnings differ',
      files: {
        'mixed.jsonl': lines(
          {
            input: [
              { role: 'system', content: 'A' },
              { role: 'user', content: 'x' },
            ],
            ideal: 'y',
          },
          { input: [{ role: 'user', content: 'x' }], ideal: 'y' },
        ),
      },
      prompts: [
        {
          content: '{{input}}',
          remarks: [remark, '1 line begins with messages of its own, which are not imported.'],
        },
      ],
    },
  ],
  hostile: [],
};
