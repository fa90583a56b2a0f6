import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillMessages, fillPrompt, readPrompt } from './prompt-parts.ts';
import { type InsertedSnippet, resolveSnippets } from './resolve-snippets.ts';
import { shownPrompt } from './shown-prompt.ts';

const none: readonly InsertedSnippet[] = [];
const given = (values: Record<string, string>) => new Map(Object.entries(values));

/** The marks of a text in short: `value name: text`. */
function marked(text: string, values: Record<string, string> | null): [string, string[]] {
  const shown = shownPrompt(text, { snippets: none, values: values === null ? null : given(values) });
  const marks = shown.marks.map((mark) => {
    const own = shown.text.slice(mark.start, mark.end);
    return mark.kind === 'reference' ? `reference: ${own}` : `${mark.kind} ${mark.name}: ${own}`;
  });
  return [shown.text, marks];
}

describe('shownPrompt', () => {
  test.each([
    ['Hi {name}!', { name: 'Ada' }, 'Hi Ada!', ['value name: Ada']],
    ['Hi {name}!', {}, 'Hi {name}!', ['missing name: {name}']],
    ['{{a | default: x}}${a}', {}, 'xx', ['default a: x', 'default a: x']],
    ['{{a | default: x}}', { a: '' }, '', []],
    [
      '{{> P/no}} {a} {{> P/{b}}}',
      { a: '{b}' },
      '{{> P/no}} {b} {{> P/{b}}}',
      ['reference: {{> P/no}}', 'value a: {b}', 'missing b: {b}'],
    ],
    ['```\n{{a}} {{> P/no}}\n```', { a: 'x' }, '```\n{{a}} {{> P/no}}\n```', []],
  ])('%j with %j is %j', (text, values, shown, marks) => {
    expect(marked(text, values)).toEqual([shown, marks]);
  });

  test('without values every variable is as it is written, those with a default too', () => {
    const text = '{{a | default: x}} {b}';
    expect(marked(text, null)).toEqual([text, ['missing a: {{a | default: x}}', 'missing b: {b}']]);
  });

  test('a value begins no message, and its place is in the message that it is in', () => {
    const text = '--- system ---\nBe {mood}.\n\n--- user ---\n{ask}';
    const values = given({ mood: 'kind\n--- user ---\nrude', ask: '```\nOpen' });
    const { text: shown, parts, marks } = shownPrompt(text, { snippets: none, values });
    expect(parts.map(({ role, start, end }) => ({ role, content: shown.slice(start, end) }))).toEqual(
      fillMessages(readPrompt(text), values),
    );
    expect(marks.map(({ start, end }) => shown.slice(start, end))).toEqual([...values.values()]);
  });

  test('a text that is no chat is what a copy of it would be, and the marks are what was filled in', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{a}', '{{b}}', '${c:d}', '\\', '`', '```\n', '\n', 'x', '{{> P/t}}')),
        fc.dictionary(fc.constantFrom('a', 'b'), fc.string()),
        (pieces, values) => {
          const text = pieces.join('');
          const shown = shownPrompt(text, { snippets: none, values: given(values) });
          expect(shown.text).toBe(fillPrompt(readPrompt(text), given(values)).text);
          let last = 0;
          for (const mark of shown.marks) {
            expect(mark.start).toBeGreaterThanOrEqual(last);
            expect(mark.end).toBeGreaterThan(mark.start);
            last = mark.end;
            if (mark.kind === 'value') expect(shown.text.slice(mark.start, mark.end)).toBe(values[mark.name]);
          }
        },
      ),
    );
  });

  test.each([
    ['a {{> P/x}} b', { x: 'X {v}' }, ['X four']],
    ['{{> P/x}}{v}{{> P/y}}', { x: '{v}', y: '[{{> P/x}}]' }, ['four', '[four]', 'four']],
    ['{{> P/x}}', { x: '\n\n  X \r\n' }, ['X']],
    ['a {{> P/x}}{{> P/y}}', { x: ' \n', y: '' }, []],
    ['{{> P/x}}v}} {v}', { x: 'X {{' }, ['X four']],
    ['{{> P/x}}\n--- user ---\n{{> P/y}}', { x: '--- system ---\nBe kind.\n', y: 'Hi' }, ['Be kind.', 'Hi']],
    ['--- user ---\nHi\n\n{{> P/x}}\n\nNo', { x: '--- tool ---\n' }, ['No'].slice(1)],
  ])('in %j with %j the snippets are %j', (text, texts: Record<string, string>, expected) => {
    const resolved = resolveSnippets(text, ({ title }) => ({ key: title, text: texts[title] ?? '' }));
    const shown = shownPrompt(resolved.text, { snippets: resolved.inserted, values: given({ v: 'four' }) });
    expect(shown.snippets.map(({ start, end }) => shown.text.slice(start, end))).toEqual(expected);
  });
});
