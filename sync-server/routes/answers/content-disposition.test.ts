import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

test.each([
  ['plan.md', `attachment; filename="plan.md"; filename*=UTF-8''plan.md`],
  ['Straße.md', `attachment; filename="Stra_e.md"; filename*=UTF-8''Stra%C3%9Fe.md`],
  [
    '👩‍👩‍👧.png',
    `attachment; filename="_____.png"; filename*=UTF-8''%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7.png`,
  ],
  [`"; a='(b)*%`, `attachment; filename="_; a='(b)*_"; filename*=UTF-8''%22%3B%20a%3D%27%28b%29%2A%25`],
])('%j goes as %s', (name, header) => {
  expect(contentDisposition('attachment', name)).toBe(header);
});

test('any well-formed name comes back as it was, and none ends the header or its quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (name) => {
      const header = contentDisposition('inline', name);
      expect(header).toMatch(
        /^inline; filename="[\x20-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]*$/,
      );
      expect(header.split('"')).toHaveLength(3);
      expect(decodeURIComponent(header.slice(header.indexOf("''") + 2))).toBe(name.toWellFormed());
    }),
  );
});
