import { expect, test } from 'vitest';
import { hostileText, hostileTexts } from './hostile-samples.ts';
import { lengthOfPlain, partsOf, shownAsTheyAre } from './markdown-reader-scene.ts';

test.each(hostileTexts.filter(([name]) => shownAsTheyAre.has(name)))(
  '%s: 20,000 characters end in a view as they are',
  async (_name, text) => {
    const source = text(20_000);
    expect(lengthOfPlain(await partsOf(source))).toBe(source.length);
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
