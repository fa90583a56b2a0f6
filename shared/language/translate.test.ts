import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { isPseudo, pseudoText } from './pseudo.ts';
import { setLanguage, t, translatedParts } from './translate.ts';

afterEach(() => setLanguage('en'));

const files = '{count, plural, one {# file} other {# files}}';
const german = {
  'Sign In': 'Anmelden',
  [files]: '{count, plural, one {# Datei} other {# Dateien}}',
};

test('a sentence of the catalogue is shown in its language, another one in English', () => {
  setLanguage('de', german);
  expect(t('Sign In')).toBe('Anmelden');
  expect(t('Sign Out')).toBe('Sign Out');
});

test.each([
  ['en', 1, '1 file'],
  ['en', 1204, '1,204 files'],
  ['de', 1, '1 Datei'],
  ['de', 1204, '1.204 Dateien'],
] as const)('in %s, %i files are "%s"', (language, count, shown) => {
  setLanguage(language, language === 'de' ? german : {});
  expect(t(files, { count })).toBe(shown);
});

test('a sentence without values is taken literally, with braces and apostrophes', () => {
  expect(t("Don't use {name}")).toBe("Don't use {name}");
});

test('a value is inserted as it is, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(t('Rename of {name}', { name })).toBe(`Rename of ${name}`);
    }),
  );
  expect(t('{name}', { name: '{name} \\u0041 <b>#' })).toBe('{name} \\u0041 <b>#');
});

test('a word that every object knows is no sentence of the catalogue', () => {
  setLanguage('de', german);
  expect(t('constructor')).toBe('constructor');
});

test('parts come in the order of the language', () => {
  const link = { href: '/auth' };
  const sentence = 'No account? {link}, it is free';
  expect(translatedParts(sentence, { link })).toEqual(['No account? ', link, ', it is free']);
  setLanguage('de', { [sentence]: '{link}: kostenlos, auch ohne Konto' });
  expect(translatedParts(sentence, { link })).toEqual([link, ': kostenlos, auch ohne Konto']);
});

describe('the pseudo-language', () => {
  test('marks a sentence, and one that was never translated has no mark', () => {
    setLanguage('en-XA', {}, pseudoText);
    expect(isPseudo(t('Sign In'))).toBe(true);
    expect(isPseudo(t(files, { count: 2 }))).toBe(true);
    expect(isPseudo(`${t('Sign In')} · ${t('Sign Out')}`)).toBe(true);
    expect(isPseudo('Sign In')).toBe(false);
    expect(isPseudo(`${t('Sign In')} or not`)).toBe(false);
  });
});

test.each([
  [null, ['de-AT', 'en'], 'de'],
  [null, ['fr', 'en-GB'], 'en'],
  [null, ['fr'], 'en'],
  [null, [], 'en'],
  ['en', ['de'], 'en'],
  ['de', ['en'], 'de'],
  ['klingon', ['de'], 'de'],
  ['en-XA', ['de'], 'en-XA'],
] as const)('chosen %s, asked for %j: %s', (chosen, preferred, expected) => {
  expect(languageOf(chosen, preferred)).toBe(expected);
});
