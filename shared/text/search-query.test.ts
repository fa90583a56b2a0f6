import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSearch } from './search-query.ts';

test.each<[string, string, string[], string]>([
  ['words', ' Linux  terminal ', ['linux', 'terminal'], 'linux terminal'],
  ['a phrase', '"Act as" linux', ['act as', 'linux'], 'act as linux'],
  ['a phrase that is still typed', 'linux "act a', ['linux', 'act a'], 'linux act a'],
  ['a phrase in curly quotes', '\u201cact as\u201d', ['act as'], 'act as'],
  ['a phrase in German quotes', '\u201eact as\u201c', ['act as'], 'act as'],
  ['a word that comes twice', 'a b A', ['a', 'b'], 'a b a'],
  ['a quote within a word', 'say"hi', ['say', 'hi'], 'say hi'],
  ['an empty phrase', '"" linux', ['linux'], 'linux'],
  ['a quote and nothing else', '"', ['"'], '"'],
  ['two quotes and nothing else', '""', ['""'], '""'],
  ['no word', '  ', [], ''],
  ['letters in another form', 'Cafe\u0301', ['caf\u00e9'], 'caf\u00e9'],
])('%s: %j is read as the terms that it has', (_what, query, terms, asTyped) => {
  const search = readSearch(query);
  expect([search.terms, search.asTyped]).toEqual([terms, asTyped]);
});

test('a search has terms unless it is blank, none of them empty, and as many as were written', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'B', '"', '\u201e', '\u201c', ' ') }), (query) => {
      const { terms, written } = readSearch(query);
      expect(terms.length === 0).toBe(query.trim() === '');
      expect(terms).not.toContain('');
      expect(written.length).toBe(terms.length);
    }),
  );
});
