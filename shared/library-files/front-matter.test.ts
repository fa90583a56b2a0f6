import { expect, test } from 'vitest';
import { readFrontMatter, writeFrontMatter } from './front-matter.ts';

test('three dashes between line separators within a field do not end the front matter', () => {
  const fields = { title: 'T', description: '\u2028---\u2028' };
  expect(readFrontMatter(writeFrontMatter(fields, 'body'))).toMatchObject({
    ...{ kind: 'found', fields, body: 'body' },
  });
});

test.each([
  ['at once', '---\n---\nbody', {}],
  ['with blanks and a carriage return', '---\r\ntitle: T\r\n---  \r\nbody', { title: 'T' }],
])('the front matter ends %s', (_how, text, fields) => {
  const read = readFrontMatter(text);
  if (Object.keys(fields).length === 0) expect(read).toEqual({ kind: 'none' });
  else expect(read).toMatchObject({ kind: 'found', fields, body: 'body' });
});
