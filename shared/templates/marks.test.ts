import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMarks, markLine } from './marks.ts';
import { templateTexts } from './template-samples.ts';

/** The variables of a text as they are written there. */
function written(text: string): string[] {
  return findMarks(text).map(({ start, end }) => text.slice(start, end));
}

describe('findMarks', () => {
  test.each([
    ['Dear {name},', ['{name}']],
    ['Dear {{name}},', ['{{name}}']],
    ['Dear ${name},', ['${name}']],
    ['{{ first name }} and ${Mother Language}', ['{{ first name }}', '${Mother Language}']],
    ['{a}{b}{{c}}{d}${e}{f}', ['{a}', '{b}', '{{c}}', '{d}', '${e}', '{f}']],
    ['为{商品名称}写，{имя}', ['{商品名称}', '{имя}']],
    ['{_a} {a-b} {a_1} {हिन्दी}', ['{_a}', '{a-b}', '{a_1}', '{हिन्दी}']],
    ['BUG-{id} #{tag} <{tag}> "{x}" /{y}', ['{id}', '{tag}', '{tag}', '{x}', '{y}']],
    ['{"size": {size}}', ['{size}']],
    ['{"size":{{size}}}', ['{{size}}']],
    ['$${price}', ['${price}']],
    ['{{user.name}} ${user.name}', ['{{user.name}}', '${user.name}']],
    ['{{> Team/Tone}}{{a}}', ['{{> Team/Tone}}', '{{a}}']],
    ['a `{{b}}` and `${c}`', ['{{b}}', '${c}']],
    ['a `b` {c} `d`', ['{c}']],
    ['{a\n} {b}\r\n{c}\r{d}', ['{b}', '{c}', '{d}']],
    ['{ {a}', ['{a}']],
    ['{{a {b}', ['{b}']],
    ['${a:{b}}', ['{b}']],
    ['x\n```\n{{a}}\n```\n{{b}}', ['{{b}}']],
    ['``` {{a}} ```', ['{{a}}']],
    ['\\\\{a}', ['{a}']],
    ['nerf "{a}"', ['{a}']],
  ])('in %j it finds %j', (text, found) => {
    expect(written(text)).toEqual(found);
  });

  test.each([
    ['an escaped variable', '\\{name} \\{{name}} \\${name} $\\{name} \\\\\\{name}'],
    ['JSON', '{"key": "value", "list": [{"a": 1}], "empty": {}}'],
    ['an object of code', '{key: value} {a, b} { x } {a: 1}'],
    ['positions of a format', '{} {0} {1:02d} {x!r} {x:.2f}'],
    ['a formatted string of Python', 'print(f"{a} {b}") or rf\'<{tag}>\''],
    ['LaTeX', '\\frac{a}{b} x_{i} x^{n} \\sqrt[3]{x} \\begin{cases}'],
    ['CSS', 'a{b} .c{color} :is(d){e}'],
    ['JSX', '<b>{props.x}</b> {() => x} {/* x */}'],
    ['Jinja', '{% if a %} {# note #} {{ a | upper }} {{ a | date: "%b" }} {{ f(x) }}'],
    ['Handlebars', '{{#if a}} {{/if}} {{^a}} {{!note}} {{{raw}}} {{> partial}}'],
    ['code in backticks', '`/items/{id}` and ``a ` {b}``'],
    ['a workflow', '${{ secrets.KEY }} ${{> P/T}}'],
    ['a shell', '${x:-1} ${x:=1} ${x:?1} ${x:+1} ${x//a/b} ${#x} $(x)'],
    ['words in braces', 'I will write {like this}'],
    ['half a variable', '{{a} {a {{a}\n} ${a'],
    ['fenced code', '```\n{a} {{b}} ${c}\n```'],
    ['the line of a fence', '``` {{a}}\n```'],
    ['an open fence', 'x\n~~~\n{{a}}\n```\n{{b}}'],
    ['a name that is too long', `{{${'a'.repeat(101)}}} {${'a'.repeat(101)}}`],
    [
      'a type that is none',
      '{{a | words}} {{a | select}} {{a | select: ,}} {{a | number: 1}} {{a | number | date}}',
    ],
    ['two defaults', '{{a | default: b | default: c}} {{a | default}}'],
  ])('%s holds none', (_, text) => {
    expect(written(text)).toEqual([]);
  });

  test.each([
    ['{{ first \t name }}', 'first name'],
    ['{e\u0301t}', '\u00e9t'],
    ['{{_.-}}', '_.-'],
    [`{${'a'.repeat(100)}}`, 'a'.repeat(100)],
  ])('the name of %j is %j', (text, name) => {
    expect(findMarks(text)).toEqual([{ kind: 'variable', start: 0, end: text.length, name, field: null }]);
  });

  test.each([
    ['{{a}}', null],
    ['{{a | number}}', { type: 'number', default: null }],
    ['{{a|text area}}', { type: 'textarea', default: null }],
    ['{{a | Textarea | default: long}}', { type: 'textarea', default: 'long' }],
    ['{{a | default: 2026-01-31 | date}}', { type: 'date', default: '2026-01-31' }],
    ['{{a | text}}', { type: 'text', default: null }],
    ['{{a | default:}}', { type: 'text', default: '' }],
    ['{{a | default: C:\\dir, \\{x\\} \\| \\\\}}', { type: 'text', default: 'C:\\dir, {x} | \\' }],
    ['{{a | select: b, c}}', { type: 'select', options: ['b', 'c'], default: null }],
    ['{{a | select: b, c,, b | default: c}}', { type: 'select', options: ['b', 'c'], default: 'c' }],
    ['{{a | select: b\\, c, d | default: e}}', { type: 'select', options: ['b, c', 'd', 'e'], default: 'e' }],
    ['${a:b}', { type: 'text', default: 'b' }],
    ['${a: https://b | c}', { type: 'text', default: 'https://b | c' }],
    ['${a:}', { type: 'text', default: '' }],
  ])('%j declares %j', (text, field) => {
    expect(findMarks(text)).toEqual([{ kind: 'variable', start: 0, end: text.length, name: 'a', field }]);
  });

  test('each mark lies after the one before, and reads the same alone', () => {
    let seen = 0;
    fc.assert(
      fc.property(templateTexts, (text) => {
        let end = 0;
        for (const mark of findMarks(text)) {
          expect(mark.start).toBeGreaterThanOrEqual(end);
          end = mark.end;
          const alone = text.slice(mark.start, mark.end);
          const [read, ...others] = findMarks(alone);
          expect(others).toEqual([]);
          expect(read).toMatchObject({ kind: mark.kind, start: 0, end: alone.length });
          if (mark.kind === 'variable') expect(read).toMatchObject({ name: mark.name, field: mark.field });
          seen += 1;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 3000 },
    );
    expect(seen).toBeGreaterThan(1000);
  });

  test.each([
    ['100,000 opening braces', '{'.repeat(100_000), 0],
    ['100,000 variables that do not end', '{{a'.repeat(100_000), 0],
    ['100,000 declarations that do not end', '{{a | select: '.repeat(100_000), 0],
    ['nested braces', `${'{'.repeat(100_000)}a${'}'.repeat(100_000)}`, 0],
    ['a line of a megabyte', `${'a '.repeat(500_000)}{b}`, 1],
    ['a name of a megabyte', `{{${'a '.repeat(500_000)}}}`, 0],
    ['backslashes', `${'\\'.repeat(1_000_000)}{a}`, 1],
    ['escaped braces', `{{a${'\\{'.repeat(300_000)}`, 0],
    ['code spans', '` {a}'.repeat(30_001), 15_001],
    ['empty lines', `${'\r\n'.repeat(100_000)}{a}`, 1],
    ['halves of pairs', `${'\ud83d'.repeat(100_000)}{a}{\udc00}`, 1],
  ])('%s are read in bounded work', (_, text, count) => {
    expect(findMarks(text)).toHaveLength(count);
  });
});

test('markLine finds line by line what findMarks finds in the text', () => {
  fc.assert(
    fc.property(templateTexts, (text) => {
      const found: string[] = [];
      let fence = '';
      for (const line of text.split(/\r\n|\r|\n/)) {
        const marked = markLine(line, fence);
        fence = marked.fence;
        for (const { start, end } of marked.marks) found.push(line.slice(start, end));
      }
      expect(found).toEqual(written(text));
    }),
  );
});
