import { expect, test } from 'vitest';
import { defaultPreferences, parsePreferences } from './preferences.ts';

test.each([
  ['nothing', null, {}],
  ['what is no JSON', '{', {}],
  ['another kind of JSON', '"large"', {}],
  ['null', 'null', {}],
  ['a size', '{"textSize":"large"}', { textSize: 'large' }],
  [
    'a size of a newer version, and a font',
    '{"textSize":"huge","textFont":"proportional"}',
    { textFont: 'proportional' },
  ],
  ['a spell check that is no boolean', '{"spellCheck":"yes","lineWidth":"narrow"}', { lineWidth: 'narrow' }],
  ['preview tabs', '{"previewTabs":true}', { previewTabs: true }],
  ['line breaks', '{"keepLineBreaks":true}', { keepLineBreaks: true }],
] as const)('stored preferences are read one by one: %s', (_case, stored, expected) => {
  expect(parsePreferences(stored)).toEqual({ ...defaultPreferences, ...expected });
});
