import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partRanges } from '#shared/templates/prompt-parts.ts';
import { hostileText } from '../hostile-samples.ts';
import { definitionsFor, sectionLength, sectionsOf, sectionsOfParts } from './sections.ts';

const cut = (text: string) => sectionsOf(text).map(({ from, to }) => text.slice(from, to));
const paragraphs = (count: number) => `${'A sentence of some words. '.repeat(20)}\n\n`.repeat(count);

test('a text of the length of a section is one section', () => {
  const text = paragraphs(1).repeat(60).slice(0, sectionLength);
  expect(cut(text)).toEqual([text]);
  expect(cut('')).toEqual([]);
});

test('a long text is cut before blocks, and the sections joined are the text', () => {
  const text = paragraphs(500);
  const sections = cut(text);
  expect(sections.length).toBeGreaterThan(5);
  expect(sections.join('')).toBe(text);
  for (const section of sections) expect(section).toMatch(/^A sentence/);
});

test('any hostile text is its sections joined', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const text = hostileText(seed, 100_000);
      expect(cut(text).join('') === text).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test.each([
  ['code', `\`\`\`\n${paragraphs(200)}\`\`\`\n`],
  ['code in a list', `- \`\`\`\n${paragraphs(200)}\n~~~\n`],
])('%s is in one section, however long it is', (_, code) => {
  const text = `${paragraphs(50)}${code}\n${paragraphs(100)}`;
  const holder = cut(text).find((section) => section.includes('```'));
  expect(holder).toContain(code.trimEnd());
});

test('a list goes on in its section while there is patience', () => {
  const text = `${paragraphs(57)}${'- item\n\n  more of it\n\n'.repeat(500)}${paragraphs(100)}`;
  const [first] = cut(text);
  expect(first).toMatch(/more of it\n\n$/);
});

test('a section is given the definitions that stand elsewhere and that it names, and no others', () => {
  const text = [
    'See [far], [The Far][FAR], [near] and[^note].',
    '',
    '[near]: /near',
    paragraphs(100),
    '[far]: https://example.org "A title"',
    '[other]: /other',
    '[^note]: What the note says.',
    '[far away]: and then some words',
  ].join('\n');
  const sections = sectionsOf(text);
  const added = sections.map(definitionsFor(text));
  expect(sections.length).toBeGreaterThan(1);
  expect(added[0]).toBe('\n\n[far]: https://example.org "A title"\n\n[^note]: What the note says.');
  expect(added.slice(1).join('')).toBe('');
});

test('each message of a chat has sections of its own, and none has the line of a role', () => {
  const long = paragraphs(200);
  const text = `--- system ---\nBe *kind.\n\n--- user ---\n--- assistant ---\n${long}`;
  const [system, user, assistant, ...rest] = sectionsOfParts(text, partRanges(text)).map(
    ({ from, to, role }) => [role, text.slice(from, to)],
  );
  expect([system, user]).toEqual([
    ['system', 'Be *kind.'],
    ['user', ''],
  ]);
  expect(assistant?.[0]).toBe('assistant');
  expect(rest.length).toBeGreaterThan(1);
  expect(rest.every(([role]) => role === undefined)).toBe(true);
  expect([assistant, ...rest].map((section) => section?.[1]).join('')).toBe(long);
  expect(
    sectionsOfParts(`x\n${text}`, partRanges(`x\n${text}`)).every(({ role }) => role === undefined),
  ).toBe(true);
});
