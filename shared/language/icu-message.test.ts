import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { messageFiller, readMessage } from './icu-message.ts';

const german: Record<string, string> = JSON.parse(
  readFileSync(new URL('./de.json', import.meta.url), 'utf8'),
);

const languages = ['en', 'de', 'pl', 'ar'];

function ours(text: string, language: string, values: Record<string, string | number>): string {
  return messageFiller(language).fill(readMessage(text), values).join('');
}

function reference(text: string, language: string, values: Record<string, string | number>): string {
  return String(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).format(values));
}

/** Returns a value for each name of a message, a number that is large enough for separators or the given one. */
function valuesFor(text: string, count: number): Record<string, string | number> {
  const names = [...text.matchAll(/\{\s*(\w+)\s*(,|\})/g)];
  return Object.fromEntries(names.map(([, name = '', end]) => [name, end === ',' ? count : `<${name}>`]));
}

test('each sentence with values is filled as the reference does it, in each language', () => {
  const sentences = Object.entries(german).flatMap(([sentence, translation]) => [
    ['en', sentence] as const,
    ['de', translation] as const,
  ]);
  const withValues = sentences.filter(([, text]) => text.includes('{') && !text.includes('{{'));
  expect(withValues.length).toBeGreaterThan(200);
  for (const [language, text] of withValues) {
    for (const count of [0, 1, 2, 1_204.5]) {
      const values = valuesFor(text, count);
      expect(ours(text, language, values)).toBe(reference(text, language, values));
    }
  }
});

const literal = fc
  .array(fc.constantFrom("'", "''", 'a', ' ', '<', '>', "'{'", "'}'", '|', '\\'))
  .map((all) => all.join(''));
const inPlural = fc
  .array(fc.constantFrom("'", "''", 'b', ' ', '#', "'#'", "'{x}'", '{name}'))
  .map((all) => all.join(''));
const message = fc
  .array(
    fc.oneof(
      literal,
      fc.constant('{name}'),
      fc.constant('{ count , number }'),
      fc
        .tuple(inPlural, inPlural, inPlural)
        .map(([zero, few, other]) => `{count, plural, =0 {${zero}} few{${few}}\n other {${other}}}`),
    ),
    { maxLength: 5 },
  )
  .map((all) => all.join(''));

test('any message of these kinds is filled as the reference does it, or read by neither', () => {
  fc.assert(
    fc.property(
      message,
      fc.constantFrom(...languages),
      fc.constantFrom(0, 1, 3, 12_345),
      (text, language, count) => {
        const values = { name: "O'Hara {x} #", count };
        const attempt = (fill: typeof ours) => {
          try {
            return fill(text, language, values);
          } catch {
            return null;
          }
        };
        expect(attempt(ours)).toBe(attempt(reference));
      },
    ),
    { numRuns: 500 },
  );
});

test.each(['{', '{name', '{count, date}', '{count, plural, one {#}}', '{count, plural, other {#}'])(
  'a text that is no such message is refused: %s',
  (text) => {
    expect(() => readMessage(text)).toThrow(SyntaxError);
  },
);

test('a value that is missing is an error, and values that are no texts keep their place', () => {
  expect(() => ours('{name}', 'en', {})).toThrow('name');
  const link = { href: '/' };
  expect(messageFiller('en').fill(readMessage('a {x}{y}{link}c'), { x: 1, y: 'b', link })).toEqual([
    'a 1b',
    link,
    'c',
  ]);
});
