import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type TextFormat, toggleFormat } from './toggle-format.ts';

/** [ and ] mark the selection, a single | an empty one. */
function marked(text: string): { text: string; selection: { from: number; to: number } } {
  const caret = text.indexOf('|');
  if (caret >= 0) return { text: text.replace('|', ''), selection: { from: caret, to: caret } };
  const from = text.indexOf('[');
  const to = text.indexOf(']') - 1;
  return { text: text.replace('[', '').replace(']', ''), selection: { from, to } };
}

function toggled(text: string, format: TextFormat): string {
  const before = marked(text);
  const { text: after, selection, change } = toggleFormat(before.text, before.selection, format);
  const { from, to } = change;
  expect(before.text.slice(0, from) + change.insert + before.text.slice(to)).toBe(after);
  if (selection.from === selection.to)
    return `${after.slice(0, selection.from)}|${after.slice(selection.from)}`;
  return `${after.slice(0, selection.from)}[${after.slice(selection.from, selection.to)}]${after.slice(selection.to)}`;
}

describe('toggleFormat', () => {
  test.each<[TextFormat, string, string]>([
    ['bold', 'a [word] b', 'a **[word]** b'],
    ['bold', 'a **[word]** b', 'a [word] b'],
    ['bold', 'a [**word**] b', 'a [word] b'],
    ['bold', 'a [ word ]b', 'a  **[word]** b'],
    ['bold', 'a *[word]* b', 'a ***[word]*** b'],
    ['bold', 'a [***word***] b', 'a *[word]* b'],
    ['bold', '|', '**|**'],
    ['bold', 'a **|** b', 'a | b'],
    ['bold', 'a [2 * 3] b', 'a **[2 * 3]** b'],
    ['italic', 'a [word] b', 'a *[word]* b'],
    ['italic', 'a *[word]* b', 'a [word] b'],
    ['italic', 'a **[word]** b', 'a ***[word]*** b'],
    ['italic', 'a [***word***] b', 'a **[word]** b'],
    ['italic', 'a [**word**] b', 'a ***[word]*** b'],
    ['variable', 'Hi [name]!', 'Hi {[name]}!'],
    ['variable', 'Hi {[name]}!', 'Hi [name]!'],
    ['variable', 'Hi [{name}]!', 'Hi [name]!'],
    ['variable', 'Hi {{[name]}}!', 'Hi [name]!'],
    ['variable', 'Hi |!', 'Hi {[name]}!'],
    ['variable', '{{topic}} for |', '{{topic}} for {{[name]}}'],
    ['variable', '{{topic}} for [whom]', '{{topic}} for {{[whom]}}'],
    ['variable', '{|}', '|'],
    ['list', '[one]', '- [one]'],
    ['list', '- [one]', '[one]'],
    ['list', 'o|ne', '- o|ne'],
    ['list', '- o|ne', 'o|ne'],
    ['list', 'a\n|\nb', 'a\n- |\nb'],
    ['list', 'a\n- |\nb', 'a\n|\nb'],
    ['list', '[one\n\ntwo\n]three', '- [one\n\n- two\n]three'],
    ['list', '[- one\n\n- two\n]three', '[one\n\ntwo\n]three'],
    ['list', '[- one\ntwo]', '[- one\n- two]'],
    ['list', 'x\r\n  o[ne\r\n\ttwo]', 'x\r\n  - o[ne\r\n\t- two]'],
    ['list', '-| one', '|one'],
    ['code', 'a\n[one\ntwo]\nb', 'a\n```\n[one\ntwo]\n```\nb'],
    ['code', 'a\n```\n[one\ntwo]\n```\nb', 'a\n[one\ntwo]\nb'],
    ['code', 'a\n[```ts\none\n```]\nb', 'a\n[one]\nb'],
    ['code', 'a\n```\none\ntw|o\nthree\n```', 'a\none\ntw|o\nthree'],
    ['code', 'part [of] a line', '```\npart [of] a line\n```'],
    ['code', 'a\r\n[one\r\n]b', 'a\r\n```\r\n[one]\r\n```\r\nb'],
    ['code', '|', '```\n|\n```'],
    ['code', '```\n|\n```', '|'],
    ['code', '```\n```|', '|'],
    ['code', '```\na\n```\n[b]\n```\nc\n```', '```\na\n```\n```\n[b]\n```\n```\nc\n```'],
    ['code', '[x\n```\na\n```\ny]', '````\n[x\n```\na\n```\ny]\n````'],
    ['code', '````\n[x\n```\na\n```\ny]\n````', '[x\n```\na\n```\ny]'],
  ])('%s: %j becomes %j', (format, before, after) => {
    expect(toggled(before, format)).toBe(after);
  });

  const anyText = fc
    .array(fc.constantFrom('a', 'word', ' ', '\n', '\r\n', '  ', '😀', '\t'), { maxLength: 20 })
    .map((pieces) => pieces.join(''));
  const formats = fc.constantFrom<TextFormat>('bold', 'italic', 'code', 'variable');

  test('a format that was put on is taken off again, to the unit', () => {
    fc.assert(
      fc.property(anyText, fc.nat(30), fc.nat(30), formats, (text, from, to, format) => {
        const once = toggleFormat(text, { from, to }, format);
        const twice = toggleFormat(once.text, once.selection, format);
        const isEmptyVariable = format === 'variable' && once.text.includes('{name}');
        expect(isEmptyVariable ? twice.text.replace('name', '') : twice.text).toBe(text);
      }),
      { numRuns: 3000 },
    );
  });

  test('a list made of plain lines is unmade again, to the unit', () => {
    fc.assert(
      fc.property(anyText, fc.nat(30), fc.nat(30), (text, from, to) => {
        const once = toggleFormat(text, { from, to }, 'list');
        expect(toggleFormat(once.text, once.selection, 'list').text).toBe(text);
      }),
      { numRuns: 3000 },
    );
  });

  test('the selection that comes back lies in the text and holds the words that were selected', () => {
    fc.assert(
      fc.property(anyText, fc.nat(30), fc.nat(30), formats, (text, from, to, format) => {
        const { text: after, selection } = toggleFormat(text, { from, to }, format);
        const selected = text.slice(Math.min(from, to), Math.max(from, to)).trim();
        expect(selection.from).toBeGreaterThanOrEqual(0);
        expect(selection.to).toBeLessThanOrEqual(after.length);
        expect(after.slice(selection.from, selection.to)).toContain(selected);
      }),
      { numRuns: 2000 },
    );
  });
});
