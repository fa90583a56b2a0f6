/** Draws cases for tests of the formats that have them. */
import fc from 'fast-check';
import type { FoundCase } from './case-notes.ts';

const texts = fc.oneof(
  fc.constantFrom(
    'Ada',
    'a, b',
    '"quoted"',
    'two\nlines',
    ' x ',
    'is-json',
    'contains: x',
    '7',
    'file:///etc/x',
    '[1]',
  ),
  fc.constantFrom('{{name}}', '{topic} and $\u007btopic}', '---', 'yes', '2024-01-31', '=1+1', '', '\r\n;\t'),
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => text.replaceAll('\0', '')),
);
const filled = texts.filter((text) => text.trim() !== '');
const number = fc.constantFrom(0, 0.5, 1);
const check = fc.oneof(
  fc.record({
    type: fc.constantFrom('contains', 'not-contains', 'equals', 'regex', 'llm-rubric'),
    value: filled,
  }),
  fc.record({
    type: fc.constantFrom('starts-with', 'levenshtein', 'similar'),
    value: filled,
    threshold: number,
  }),
  fc.record({
    type: fc.constantFrom('contains-all', 'not-icontains-any'),
    value: fc.array(filled, { maxLength: 3 }),
  }),
  fc.record({ type: fc.constantFrom('is-json', 'is-refusal'), metric: fc.constantFrom('a', 'b') }),
  fc.record({ type: fc.constant('latency'), threshold: fc.constant(1000), weight: number }),
  fc.record({
    type: fc.constantFrom('is-json', 'equals', 'later'),
    value: fc.constantFrom({ a: [1, null] }, [2]),
  }),
  fc.record({ type: fc.constant('promptory:rating'), value: fc.constant(4) }),
  fc.constantFrom('odd', null, { type: 'javascript', value: 'output.length < 9' }),
);
const notes = fc.constantFrom(
  ...['', 'Why?', 'A\n\n---\nnot: [yaml\n---', '---\nmetadata:\n  topic: x\n---', '---'],
  'Why?\n\n---\noptions:\n  provider: openai:gpt-5\nmetadata:\n  topic: x\n---',
);

export const anyCase: fc.Arbitrary<FoundCase> = fc.record({
  name: filled.map((text) => text.trim()),
  enabled: fc.boolean(),
  values: fc.dictionary(fc.constantFrom('name', 'topic', 'first name', '__expected', 'input', 'a;b'), texts),
  checks: fc.array(check, { maxLength: 4 }),
  threshold: fc.option(number, { nil: null }),
  notes,
});
