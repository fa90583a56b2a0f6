import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { hostileText, hostileTexts } from './hostile-samples.ts';
import type { MarkdownPart } from './markdown-parts.ts';
import { markdownReaderAtom } from './markdown-reader-atom.ts';

const reader = createStore().get(markdownReaderAtom);

/** Everything that a text became, once it was read to its end or given up. */
function partsOf(text: string): Promise<MarkdownPart[]> {
  const parts: MarkdownPart[] = [];
  return new Promise((resolve) => {
    reader.read(text, { parts: (more) => parts.push(...more), ended: () => resolve(parts) });
  });
}

function lengthOfPlain(parts: readonly MarkdownPart[]): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'plain' ? part.text.length : 0), 0);
}

/** Those that take the parser seconds, or all of its stack. */
const shownAsTheyAre = new Set([
  'a list in a list in a list',
  'emphasis that never closes',
  'lists in quotations in lists',
  'quotations in quotations',
]);

test.each(hostileTexts)(
  '%s: 20,000 characters end in a view, formatted or as they are',
  async (name, text) => {
    const source = text(20_000);
    const parts = await partsOf(source);
    if (shownAsTheyAre.has(name)) expect(lengthOfPlain(parts)).toBe(source.length);
    if (name !== 'empty lines' && name !== 'definitions') expect(parts).not.toEqual([]);
  },
);

test('twenty random texts end in a view each, and an ordinary one after them is formatted', async () => {
  for (let seed = 1; seed <= 20; seed += 1) await partsOf(hostileText(seed, 5_000));
  expect(await partsOf('# Fine')).toMatchObject([{ kind: 'formatted' }]);
});

test('code that takes its grammar too long stays without colors, and what is around it is formatted', async () => {
  const parts = await partsOf(`# One\n\n\`\`\`arduino\n${'a '.repeat(10_000)}\n\`\`\`\n\nTwo`);
  expect(lengthOfPlain(parts)).toBe(0);
  expect(JSON.stringify(parts)).toContain('language-arduino');
});
