import { expect, test } from 'vitest';
import { chatFields } from './chat-body.ts';

const schema = { type: 'object', properties: { ok: { type: 'boolean' } } };
const weather = { name: 'weather', parameters: { type: 'object' } };

test.each([
  ['none', {}, {}],
  [
    'numbers and words',
    { temperature: 0, topP: 0.5, maxTokens: 9, stop: ['END'], seed: 1, reasoningEffort: 'low' },
    { temperature: 0, top_p: 0.5, max_tokens: 9, stop: ['END'], seed: 1, reasoning_effort: 'low' },
  ],
  ['a text', { answerFormat: 'text', answerSchema: schema }, {}],
  ['JSON', { answerFormat: 'json' }, { response_format: { type: 'json_object' } }],
  [
    'JSON by a schema',
    { answerFormat: 'json', answerSchema: schema },
    { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } } },
  ],
  ['tools', { tools: [weather] }, { tools: [{ type: 'function', function: weather }] }],
  ['more', { temperature: 1, more: { top_k: 40, temperature: 2 } }, { temperature: 2, top_k: 40 }],
])('settings with %s are sent in the fields of a chat completion', (_name, settings, fields) => {
  expect(chatFields(settings)).toEqual(fields);
});
