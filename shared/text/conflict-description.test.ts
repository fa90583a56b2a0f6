import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conflictDescription, conflictOrigin } from './conflict-description.ts';

test('the description of a kept text gives back where the text was written', () => {
  const origins = fc.string({ minLength: 1, unit: 'grapheme' });
  fc.assert(
    fc.property(origins, fc.date({ min: new Date(0), noInvalidDate: true }), (from, at) => {
      expect(conflictOrigin(conflictDescription({ from, at }))).toBe(from);
    }),
  );
});

test.each(['Conflicting edit', 'Conflicting edit from Phone', 'My own words, from 2026'])(
  'a description that a person wrote, “%s”, names no origin',
  (description) => {
    expect(conflictOrigin(description)).toBeNull();
  },
);
