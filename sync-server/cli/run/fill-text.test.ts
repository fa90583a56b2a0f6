import { expect, test } from 'vitest';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { filledMessages } from './fill-text.ts';

test('a filled text that would be larger than 10 MB is refused before it is made', () => {
  const read = readPrompt('{{name}} '.repeat(100_000));
  const values = { name: 'x'.repeat(100_000) };
  expect(() => filledMessages(read, values)).toThrow('The filled text would be larger than 10 MB.');
});
