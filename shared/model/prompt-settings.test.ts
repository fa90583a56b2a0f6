import { describe, expect, test } from 'vitest';
import { limits } from './limits.ts';
import { isSameSettings, SettingsChange, WrittenSettings } from './prompt-settings.ts';

const all = {
  ...{ model: 'gpt', temperature: 0.7, topP: 1, maxTokens: 1024, stop: ['\n\n', 'END'], seed: -3 },
  ...{ reasoningEffort: 'high', answerFormat: 'json' as const },
  answerSchema: ' {"type": "object",  "x": 1.0}\n',
  tools: '[{"name": "find", "name": "find"}]',
  more: '{"top_k": 1e2}',
};

test('settings keep every value and every byte of JSON', () => {
  expect(WrittenSettings.parse(all)).toEqual(all);
  expect(SettingsChange.parse({ ...all, seed: null })).toEqual({ ...all, seed: null });
});

describe('a setting is refused', () => {
  test.each([
    ['more than 10 as temperature', { temperature: 11 }],
    ['top p above 1', { topP: 1.5 }],
    ['no tokens', { maxTokens: 0 }],
    ['half a seed', { seed: 0.5 }],
    ['an empty name', { model: ' ' }],
    ['no stop texts', { stop: [] }],
    ['too many stop texts', { stop: Array.from({ length: limits.stopTexts + 1 }, (_, at) => `${at}`) }],
    ['a schema that is no JSON', { answerSchema: '{"a": }' }],
    ['a schema that is an array', { answerSchema: '[]' }],
    ['tools that are an object', { tools: '{}' }],
    ['a text with U+0000', { more: '{"a": "\0"}' }],
    ['half of a character', { stop: ['\ud83d'] }],
  ])('%s', (_, settings) => {
    expect(WrittenSettings.safeParse(settings).success).toBe(false);
    expect(SettingsChange.safeParse(settings).success).toBe(false);
  });

  test('in a change where no release knows it', () => {
    expect(SettingsChange.safeParse({ temprature: 1 }).success).toBe(false);
  });
});

test('a version takes settings of a later release along, as long as they can be stored', () => {
  expect(WrittenSettings.parse({ voice: { pitch: 2 } })).toEqual({ voice: { pitch: 2 } });
  expect(WrittenSettings.safeParse({ voice: { pitch: '\0' } }).success).toBe(false);
});

test('all settings together are 64 KB at most', () => {
  const text = (length: number) => `{"a": "${'x'.repeat(length)}"}`;
  const half = limits.settingsMaxBytes / 2;
  expect(WrittenSettings.safeParse({ more: text(half), answerSchema: text(half - 100) }).success).toBe(true);
  const read = WrittenSettings.safeParse({ more: text(half), answerSchema: text(half) });
  expect(read.error?.issues.map(({ message }) => message)).toEqual(['The settings are larger than 64 KB.']);
});

test('settings are the same in whatever order they were written', () => {
  expect(isSameSettings({ model: 'a', stop: ['x'] }, { stop: ['x'], model: 'a' })).toBe(true);
  expect(isSameSettings({ model: 'a' }, { model: 'a', seed: 0 })).toBe(false);
  expect(isSameSettings(undefined, {})).toBe(true);
});
