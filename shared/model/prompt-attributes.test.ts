import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tidyAttributes } from './prompt-attributes.ts';

const whole = {
  labels: [{ label: 'production', versionId: 1, moves: [] }],
  valueSets: [{ id: 2, name: 'Ada', values: { name: 'Ada' } }],
  settings: { model: 'm' },
  tags: ['mail'],
  favorite: true as const,
  position: 'a1',
  later: 5,
};

test('the same attributes are the same JSON, whichever of them came first', () => {
  const entries = Object.entries(whole);
  fc.assert(
    fc.property(fc.shuffledSubarray(entries), (some) => {
      const sorted = entries.filter((entry) => some.includes(entry));
      const json = (of: typeof entries) => JSON.stringify(tidyAttributes(Object.fromEntries(of)));
      expect(json(some)).toBe(json(sorted));
      expect(tidyAttributes(Object.fromEntries(some))).toEqual(Object.fromEntries(some));
    }),
  );
});

test('what is empty is left out', () => {
  expect(tidyAttributes({ labels: [], valueSets: [], settings: {}, tags: [] })).toEqual({});
});
