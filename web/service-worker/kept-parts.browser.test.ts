import { afterEach, expect, test } from 'vitest';
import { keptParts, type PartFile } from './kept-parts.ts';

const scope = `${location.origin}/kept-parts/`;
const other = `precache-${scope}`;
const options = { scope, preferred: 'language-en', others: [other] };
const ownCaches = async () => (await caches.keys()).filter((name) => name.endsWith(scope)).sort();

const file = (part: string, name: string): PartFile => {
  const url = new URL(name, scope).href;
  return { part, url, cacheKey: url, integrity: '' };
};
const [german, newGerman, grammars] = [
  file('language-de', 'de-1.js'),
  file('language-de', 'de-2.js'),
  file('grammars', 'grammars-1.js'),
];

async function keep({ part, cacheKey }: PartFile): Promise<void> {
  await (await caches.open(`${part}-${scope}`)).put(cacheKey, new Response('export default 1;'));
}

afterEach(async () => {
  for (const name of await ownCaches()) await caches.delete(name);
});

test('a part that a new version does not have goes with its cache; others keep what is theirs', async () => {
  await caches.open(other);
  for (const each of [german, newGerman, grammars]) await keep(each);
  await keptParts([newGerman], options).removeOthers();
  expect(await ownCaches()).toEqual([`language-de-${scope}`, other].sort());
  const left = await (await caches.open(`language-de-${scope}`)).keys();
  expect(left.map(({ url }) => url)).toEqual([newGerman.cacheKey]);
});

test('the parts of another scope are left alone', async () => {
  const elsewhere = `language-de-${location.origin}/elsewhere/`;
  await caches.open(elsewhere);
  await keptParts([], options).removeOthers();
  expect(await caches.has(elsewhere)).toBe(true);
  await caches.delete(elsewhere);
});
