import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkedParts } from './text-links.ts';

const linksOf = (text: string) => linkedParts(text).flatMap(({ href }) => href ?? []);

test.each([
  ['nothing here', []],
  ['see https://example.org/a?b=c#d.', ['https://example.org/a?b=c#d']],
  ['(http://example.org)', ['http://example.org']],
  ['[name](https://example.org/x), and more', ['https://example.org/x']],
  ['https://en.wikipedia.org/wiki/Tide_(sea)!', ['https://en.wikipedia.org/wiki/Tide_(sea)']],
  ['write to mailto:ada@example.org, please', ['mailto:ada@example.org']],
  ['HTTPS://EXAMPLE.ORG and “https://example.org”', ['HTTPS://EXAMPLE.ORG', 'https://example.org']],
  ['javascript:alert(1) data:text/html,x file:///etc/passwd ftp://example.org', []],
  ['xhttps://example.org', []],
  ['https:// and mailto:nobody and http://.', []],
])('%s', (text, expected) => {
  expect(linksOf(text)).toEqual(expected);
});

test('the parts together are the text, and each link is one of three schemes', () => {
  const word = fc.constantFrom(
    'https://',
    'http://a.b',
    'mailto:',
    'x@y',
    '(',
    ')',
    '.',
    ' ',
    '\n',
    'javascript:',
    'é',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string())), (words) => {
      const text = words.join('');
      const parts = linkedParts(text);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      for (const { href } of parts) if (href !== undefined) expect(href).toMatch(/^(?:https?:\/\/|mailto:)/i);
    }),
  );
});
