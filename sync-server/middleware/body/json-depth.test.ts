import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasMoreLevelsThan } from '#shared/model/checks/json.ts';
import { emptyBelow, isDeeperThan } from './json-depth.ts';

const bytesOf = (json: string) => new TextEncoder().encode(json);
const emptied = (json: string, most: number) => new TextDecoder().decode(emptyBelow(bytesOf(json), most));

test.each([
  ['1', 0, false],
  ['"[[[["', 0, false],
  ['{}', 0, true],
  ['[{"a":[]}]', 2, true],
  ['[{"a":[]}]', 3, false],
  ['[[],[],[]]', 2, false],
  ['["\\"[",[]]', 2, false],
  ['["\\\\",[[]]]', 2, true],
  [']]]][', 0, false],
  ['["never ended [[[', 1, false],
  ['["\\', 1, false],
])('%s is deeper than %i levels: %s', (json, most, deeper) => {
  expect(isDeeperThan(bytesOf(json), most)).toBe(deeper);
});

test.each([
  ['[1,[2,[3]],{"a":[4],"b":5}]', 1, '[1,[],{}]'],
  ['[1,[2,[3]],{"a":[4],"b":5}]', 2, '[1,[2,[]],{"a":[],"b":5}]'],
  ['[["]","\\"]"],"]"]', 1, '[[],"]"]'],
  ['[[[', 1, '[['],
])('emptying %s below level %i', (json, most, rest) => {
  expect(emptied(json, most)).toBe(rest);
});

function reference(content: unknown, most: number): unknown {
  if (typeof content !== 'object' || content === null) return content;
  if (Array.isArray(content)) return most === 0 ? [] : content.map((inner) => reference(inner, most - 1));
  const inner = Object.entries(content).map(([name, each]) => [name, reference(each, most - 1)]);
  return most === 0 ? {} : Object.fromEntries(inner);
}

test('counting on bytes agrees with counting on the parsed value, for any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 7 }), fc.nat(8), fc.constantFrom(0, 1), (content, most, indent) => {
      const json = JSON.stringify(content, null, indent);
      expect(isDeeperThan(bytesOf(json), most)).toBe(hasMoreLevelsThan(JSON.parse(json), most));
      expect(JSON.parse(emptied(json, most))).toEqual(reference(JSON.parse(json), most));
    }),
    { numRuns: 500 },
  );
});

test('long strings with quotes, backslashes and brackets count as what they are', () => {
  const piece = fc.constantFrom('"', '\\', '[', '}', 'é', 'a'.repeat(31), 'a'.repeat(100));
  const text = fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.array(fc.oneof(text, fc.array(fc.array(text)))), fc.nat(4), (content, most) => {
      const json = JSON.stringify(content);
      expect(isDeeperThan(bytesOf(json), most)).toBe(hasMoreLevelsThan(content, most));
      expect(JSON.parse(emptied(json, most))).toEqual(reference(content, most));
    }),
    { numRuns: 300 },
  );
});
