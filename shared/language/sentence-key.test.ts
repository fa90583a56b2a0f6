import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import german from './de.json' with { type: 'json' };
import { sentenceKey } from './sentence-key.ts';
import { setLanguage, t } from './translate.ts';

afterEach(() => setLanguage('en'));

const written = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(new URL('./de.json', import.meta.url), 'utf8')));
const sentences = Object.keys(written);

test('a catalogue is imported with short keys in place of its sentences', () => {
  expect(german).toEqual(
    Object.fromEntries(sentences.map((sentence) => [sentenceKey(sentence), written[sentence]])),
  );
  expect(Object.keys(german)).toHaveLength(sentences.length);
  for (const key of Object.keys(german)) expect(key).toMatch(/^[\w$]{7}$/);
});

test('every sentence of the catalogue is found by its key, the second time as well', () => {
  expect(sentences.length).toBeGreaterThan(1_000);
  setLanguage('de', german);
  for (const sentence of [...sentences, ...sentences]) expect(t(sentence)).toBe(written[sentence]);
});

test('a text that is no sentence of the catalogue is shown as it is', () => {
  setLanguage('de', german);
  const nearSentence = fc
    .tuple(fc.constantFrom(...sentences), fc.nat(), fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }))
    .map(([sentence, at, added]) => {
      const place = at % (sentence.length + 1);
      return `${sentence.slice(0, place)}${added}${sentence.slice(place)}`;
    });
  const unknown = fc.oneof(fc.string({ unit: 'binary' }), nearSentence).filter((text) => !(text in written));
  fc.assert(
    fc.property(unknown, (text) => {
      expect(t(text)).toBe(text);
    }),
    { numRuns: 5_000 },
  );
});

test('a key is no sentence', () => {
  setLanguage('de', german);
  for (const key of Object.keys(german)) expect(t(key)).toBe(key);
});

test('200,000 texts that differ in a digit or two have a key each', () => {
  const keys = new Set<string>();
  for (let number = 0; number < 100_000; number += 1) {
    keys.add(sentenceKey(`${number}`)).add(sentenceKey(`"${number}" has been saved.`));
  }
  expect(keys.size).toBe(200_000);
});
