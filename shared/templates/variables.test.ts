import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMarks } from './marks.ts';
import { templateTexts } from './template-samples.ts';
import { fillIn, findVariables } from './variables.ts';

const line = { type: 'text', default: null };

describe('findVariables', () => {
  test('lists each variable once, in order, with all its places', () => {
    expect(findVariables('{b} {{a}} ${b}')).toEqual({
      variables: [
        {
          name: 'b',
          field: line,
          places: [
            { start: 0, end: 3 },
            { start: 10, end: 14 },
          ],
        },
        { name: 'a', field: line, places: [{ start: 4, end: 9 }] },
      ],
      conflicts: [],
    });
  });

  test('the first declaration holds, and others that differ are conflicts', () => {
    const text = '{{a}} {{a | number}} {{a|number}} {{a | date}} ${a:1}';
    const { variables, conflicts } = findVariables(text);
    expect(variables.map(({ name, field }) => [name, field])).toEqual([
      ['a', { type: 'number', default: null }],
    ]);
    expect(conflicts.map(({ start, end }) => text.slice(start, end))).toEqual(['{{a | date}}', '${a:1}']);
    expect(conflicts.map(({ name, field }) => [name, field.type])).toEqual([
      ['a', 'date'],
      ['a', 'text'],
    ]);
  });

  test('names that objects have of their own are names like others', () => {
    const { variables } = findVariables('{__proto__} {constructor} {constructor}');
    expect(variables.map(({ name, places }) => [name, places.length])).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });

  test('a long list of options is compared with 100,000 others', () => {
    const { conflicts } = findVariables(
      `{{a | select: ${'b'.repeat(500_000)}}}${'{{a|number}}'.repeat(100_000)}`,
    );
    expect(conflicts).toHaveLength(100_000);
  });

  test('the places are those of the text', () => {
    fc.assert(
      fc.property(templateTexts, (text) => {
        const places = findVariables(text).variables.flatMap((variable) => variable.places);
        const marks = findMarks(text).filter(({ kind }) => kind === 'variable');
        expect(places.toSorted((one, other) => one.start - other.start)).toEqual(
          marks.map(({ start, end }) => ({ start, end })),
        );
      }),
    );
  });
});

describe('fillIn', () => {
  function filled(text: string, values: Record<string, string>) {
    return fillIn(text, new Map(Object.entries(values)));
  }

  test.each([
    ['Dear {name}, {{name}}, ${name}', { name: 'Ada' }, 'Dear Ada, Ada, Ada', []],
    ['{a} {b} {a}', {}, '{a} {b} {a}', ['a', 'b']],
    ['{a}', { a: '' }, '', []],
    ['{{a}} {{a | default: x}} {{a | default: y}}', {}, 'x x x', []],
    ['{{a | number}} {{a | default: x}}', {}, '{{a | number}} {{a | default: x}}', ['a']],
    ['{{a | default: x}}', { a: 'y' }, 'y', []],
    ['${a:}', {}, '', []],
    ['{a} {b}', { a: '{b}', b: '{a}' }, '{b} {a}', []],
    ['{a}', { a: '$& $1 $$' }, '$& $1 $$', []],
    ['\\{a} {a}\r\n\\\\{a}', { a: 'x' }, '\\{a} x\r\n\\\\x', []],
    ['{a}{{> P/T}}', { a: 'x' }, 'x{{> P/T}}', []],
    ['{toString}', {}, '{toString}', ['toString']],
  ])('%j with %j is %j', (text, values, result, missing) => {
    expect(filled(text, values)).toEqual({ text: result, missing });
  });

  const values = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), templateTexts);

  test('every byte outside the variables stays, whatever the values are', () => {
    fc.assert(
      fc.property(templateTexts, values, (text, chosen) => {
        const { variables } = findVariables(text);
        const marks = findMarks(text).filter((mark) => mark.kind === 'variable');
        let expected = '';
        let end = 0;
        for (const { name, start, end: after } of marks) {
          const field = variables.find((variable) => variable.name === name)?.field;
          expected += text.slice(end, start) + (chosen[name] ?? field?.default ?? text.slice(start, after));
          end = after;
        }
        expect(filled(text, chosen).text).toBe(expected + text.slice(end));
      }),
      { numRuns: 3000 },
    );
  });

  test('a text stays as it is without variables, and with none of the values', () => {
    fc.assert(
      fc.property(templateTexts, values, (text, chosen) => {
        const { variables } = findVariables(text);
        if (variables.length === 0) expect(filled(text, chosen)).toEqual({ text, missing: [] });
        if (variables.every(({ field }) => field.default === null)) {
          expect(filled(text, {})).toEqual({ text, missing: variables.map(({ name }) => name) });
        }
      }),
    );
  });
});
