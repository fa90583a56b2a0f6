import { expect, test } from 'vitest';
import { hostileTexts } from './hostile-samples.ts';
import { partsOf, shownAsTheyAre } from './markdown-reader-scene.ts';

test.each(hostileTexts.filter(([name]) => !shownAsTheyAre.has(name)))(
  '%s: 20,000 characters end in a view, formatted or as they are',
  async (name, text) => {
    const parts = await partsOf(text(20_000));
    if (name !== 'empty lines' && name !== 'definitions') expect(parts).not.toEqual([]);
  },
);
