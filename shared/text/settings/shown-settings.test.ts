import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparedSettings, readStopLines, shownSettings, stopLines } from './shown-settings.ts';

test('settings are shown in their order, with those of a later release last', () => {
  const settings = {
    voice: { pitch: 2 },
    answerFormat: 'json',
    stop: ['END', '\n\n'],
    model: 'small',
    seed: 0,
  };
  expect(shownSettings(settings).map(({ label, text }) => [label, text])).toEqual([
    ['Model', 'small'],
    ['Stop texts', 'END\n\\n\\n'],
    ['Seed', '0'],
    ['Answer format', 'JSON'],
    ['voice', '{"pitch":2}'],
  ]);
});

test('settings of two texts are compared one by one', () => {
  const before = { model: 'small', temperature: 1 };
  const after = { model: 'large', temperature: 1, more: '{}' };
  expect(
    comparedSettings(before, after).map(({ label, before: one, after: other, isSame }) => [
      ...[label, one, other, isSame],
    ]),
  ).toEqual([
    ['Model', 'small', 'large', false],
    ['Temperature', '1', '1', true],
    ['Other settings', null, '{}', false],
  ]);
});

test('stop texts come back from their lines as they are', () => {
  const text = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom('\n', '\\n', '\\', '\r\n', ' ', '\\\\n'),
  );
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      expect(readStopLines(stopLines(texts))).toEqual(texts);
    }),
  );
});
