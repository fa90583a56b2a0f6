import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSameSetting, type PromptSettings, type SettingsChange } from '#shared/model/prompt-settings.ts';
import { mergeSettings, mergeSettingsChange, settingsChange, withSettings } from './merge-settings.ts';

const base: PromptSettings = {
  model: 'small',
  temperature: 0.5,
  more: '{\n  "top_k": 40,\n\n  "region": "eu"\n}',
};

describe('a change of settings upon others', () => {
  test('keeps the fields that only the other side changed', () => {
    const theirs = { ...base, model: 'large', seed: 7 };
    const merged = mergeSettingsChange({ temperature: 1 }, base, theirs);
    expect(merged).toEqual({ change: { temperature: 1 }, overlaps: false });
    expect(withSettings(theirs, merged.change)).toEqual({ ...theirs, temperature: 1 });
  });

  test('has the later arrival of a short field that both changed', () => {
    expect(mergeSettingsChange({ model: 'mine' }, base, { ...base, model: 'theirs' })).toEqual({
      change: { model: 'mine' },
      overlaps: false,
    });
  });

  test('merges JSON that both changed where the result is JSON', () => {
    const mine = '{\n  "top_k": 50,\n\n  "region": "eu"\n}';
    const theirs = '{\n  "top_k": 40,\n\n  "region": "us"\n}';
    expect(mergeSettingsChange({ more: mine }, base, { ...base, more: theirs })).toEqual({
      change: { more: '{\n  "top_k": 50,\n\n  "region": "us"\n}' },
      overlaps: false,
    });
  });

  test.each([
    ['the same words', '{"a": 1}', '{"a": 2}', '{"a": 3}'],
    [
      'words that make no JSON together',
      '{"a": 1,\n\n"b": 2\n}',
      '{"a": 1\n}',
      '{"a": 1,\n\n"b": 2,\n"c": 3\n}',
    ],
    ['a text that was not there before', undefined, '{"a": 2}', '{"a": 3}'],
  ])('keeps this person’s JSON and reports it where both changed %s', (_, was, mine, theirs) => {
    const before = was === undefined ? {} : { more: was };
    expect(mergeSettingsChange({ more: mine }, before, { more: theirs })).toEqual({
      change: { more: mine },
      overlaps: true,
    });
  });

  test('does not remove JSON that the other side went on writing in', () => {
    const theirs = { ...base, more: '{"top_k": 41}' };
    expect(mergeSettingsChange({ more: null, model: null }, base, theirs)).toEqual({
      change: { model: null },
      overlaps: false,
    });
    expect(mergeSettingsChange({ more: null }, base, base).change).toEqual({ more: null });
  });
});

test('restored settings take the place of those that they were chosen over, and of no others', () => {
  const merged = mergeSettings(base, { model: 'old' }, { ...base, seed: 7 });
  expect(merged).toEqual({ settings: { model: 'old', seed: 7 }, overlaps: false });
});

const json = fc.constantFrom('{}', '{"a": 1}', '{\n"a": 1,\n\n"b": 2\n}', '{\n"a": 3,\n\n"b": 2\n}');
const settings: fc.Arbitrary<PromptSettings> = fc.record(
  {
    model: fc.constantFrom('small', 'large'),
    temperature: fc.constantFrom(0, 1),
    stop: fc.constantFrom(['a'], ['a', 'b']),
    answerSchema: json,
    more: json,
  },
  { requiredKeys: [] },
);

test('a change between any two settings makes one of the other', () => {
  fc.assert(
    fc.property(settings, settings, (from, to) => {
      expect(withSettings(from, settingsChange(from, to))).toEqual(to);
    }),
  );
});

test('settings are in one order, whichever of them was written first', () => {
  const names = (settings: PromptSettings) => Object.keys(settings);
  expect(names(withSettings({ more: '{}' }, { model: 'small' }))).toEqual(['model', 'more']);
  expect(names(withSettings({ model: 'small' }, { more: '{}' }))).toEqual(['model', 'more']);
});

test('changes of two devices give the same settings in either order, but for what both wrote otherwise', () => {
  let apart = 0;
  fc.assert(
    fc.property(settings, settings, settings, (start, one, other) => {
      const upon = (first: SettingsChange, second: SettingsChange) => {
        const there = withSettings(start, first);
        const placed = mergeSettingsChange(second, start, there);
        return { result: withSettings(there, placed.change), overlaps: placed.overlaps };
      };
      const [a, b] = [settingsChange(start, one), settingsChange(start, other)];
      const [ab, ba] = [upon(a, b), upon(b, a)];
      const both = (name: string) => name in a && name in b;
      for (const name of Object.keys({ ...ab.result, ...ba.result })) {
        if (isSameSetting(ab.result[name], ba.result[name])) continue;
        expect(both(name)).toBe(true);
        apart += 1;
      }
      expect(ab.overlaps).toBe(ba.overlaps);
    }),
  );
  expect(apart).toBeGreaterThan(0);
});
