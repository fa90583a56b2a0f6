import { expect, test } from 'vitest';
import { problemMessages } from '../model/messages.ts';
import type { OutboxEntry } from './outbox.ts';
import { refusalSentence } from './refusal-sentence.ts';

const errors = [
  { path: 'title', message: 'Too long.' },
  { path: 'text', message: 'Too large.' },
];

test.each<[string, OutboxEntry['problem'], string]>([
  ['without a reason', undefined, 'The server did not say why.'],
  ['by a field', { code: 'invalid_fields', detail: 'Some fields.', errors }, 'Too long.'],
  [
    'in detail',
    { code: 'storage_full', detail: 'Three bytes are left.', errors: [] },
    'Three bytes are left.',
  ],
  ['by a code', { code: 'not_found' }, problemMessages.not_found],
])('a refusal %s is named as exactly as it is known', (_how, problem, sentence) => {
  expect(refusalSentence(problem)).toBe(sentence);
});
