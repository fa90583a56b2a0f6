import { expect, test } from 'vitest';
import { codeSpans } from './code-spans.ts';

test.each([
  ['no code', []],
  ['a `b` c', ['`b`']],
  ['`a` and `b`', ['`a`', '`b`']],
  ['``a ` b`` c`', ['``a ` b``']],
  ['a ` b', []],
  ['`` a ` b ` c', ['` b `']],
  ['` a `` b ` c ``', ['` a `` b `']],
  ['```` a ````', ['```` a ````']],
])('the code spans of %j are %j', (line, spans) => {
  expect(codeSpans(line).map(({ start, end }) => line.slice(start, end))).toEqual(spans);
});

test('backtick runs of a thousand lengths are paired by their lengths', () => {
  const runs = Array.from({ length: 1_000 }, (_, length) => '`'.repeat(length + 1));
  expect(codeSpans([...runs, ...runs].join(' '))).toHaveLength(1);
  expect(codeSpans(runs.join(' '))).toEqual([]);
});
