import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkTranslations } from './translations.mjs';

const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const files = '{count, plural, one {# file} other {# files}}';
const source = `
import { message, t } from '#shared/language/translate.ts';
const later = message('Later');
export const shown = (count: number, isOpen: boolean) => [
  t('${files}', { count }),
  t(isOpen ? 'Close' : \`Open\`),
  t(later),
];
`;
const complete = {
  Later: 'Später',
  [files]: '{count, plural, one {# Datei} other {# Dateien}}',
  Close: 'Schließen',
  Open: 'Öffnen',
};

function complaintsAbout(german, text = source) {
  const folder = mkdtempSync(join(tmpdir(), 'translations-'));
  folders.push(folder);
  mkdirSync(join(folder, 'web/features'), { recursive: true });
  writeFileSync(join(folder, 'web/features/shown.ts'), text);
  const options = { folder, files: ['web/features/shown.ts'], fewest: 1 };
  return checkTranslations({ ...options, catalogues: { de: german } }).complaints;
}

test('a complete catalogue of what the code shows is in order', () => {
  expect(complaintsAbout(complete)).toEqual([]);
});

test.each([
  ['is missing', { Later: undefined }, "'Later' has no translation (de)"],
  ['is empty', { Open: ' ' }, "'Open' has no translation (de)"],
  ['lacks a value', { [files]: 'Dateien' }, `'${files}' has the values count, its translation none (de)`],
  ['has a value of its own', { Close: '{name}' }, "'Close' has the values none, its translation name (de)"],
  ['cannot be read', { [files]: '{count, plural' }, `'${files}' cannot be read as an ICU message (de)`],
])('a translation that %s is named', (_, change, expected) => {
  expect(complaintsAbout({ ...complete, ...change })).toEqual([`web/features/shown.ts: ${expected}`]);
});

test('a translation of what nothing shows is named', () => {
  expect(complaintsAbout({ ...complete, Gone: 'Weg' })).toEqual(["de: nothing shows 'Gone'"]);
});

test('a run that reads no sentence complains', () => {
  expect(complaintsAbout({}, 'export const nothing = 1;')).toEqual([
    'only 0 sentences were read, fewer than 1',
  ]);
});
