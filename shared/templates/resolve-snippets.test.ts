import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveSnippets } from './resolve-snippets.ts';
import type { SnippetLookup } from './snippet-graph.ts';
import { referencesOf } from './snippets.ts';

/** Finds the texts of one project by their titles; "twins" is the title of two. */
function library(texts: Record<string, string>): SnippetLookup {
  return ({ title, pin }) => {
    if (title === 'twins') return 'ambiguous';
    const key = pin === null ? title : `${title}@${pin.kind === 'version' ? pin.version : pin.label}`;
    return Object.hasOwn(texts, key) ? { key, text: texts[key] ?? '' } : 'missing';
  };
}

function resolved(
  text: string,
  texts: Record<string, string>,
  limits?: { mostUnits: number; mostLevels: number },
) {
  return resolveSnippets({ key: 'root', text }, library({ root: text, ...texts }), limits);
}

describe('resolveSnippets', () => {
  test.each([
    ['no reference', {}, 'no reference'],
    ['a {{> P/x}} b', { x: 'X\r\n' }, 'a X\r\n b'],
    ['{{> P/x}}{{>P/x}}', { x: 'X' }, 'XX'],
    ['{{> P/x}}', { x: '({{> P/y}})', y: '[{{> P/z}}]', z: '{name}' }, '([{name}])'],
    ['{{> P/x@2}} {{> P/x@old}} {{> P/x}}', { x: '3', 'x@2': '2', 'x@old': '1' }, '2 1 3'],
    ['{{> P/x}}P/y}}', { x: '{{> ', y: 'Y' }, '{{> P/y}}'],
    ['\\{{> P/x}}\n```\n{{> P/x}}\n```', { x: 'X' }, '\\{{> P/x}}\n```\n{{> P/x}}\n```'],
    ['{{> P/empty}}', { empty: '' }, ''],
  ])('%j with %j is %j', (text, texts, result) => {
    expect(resolved(text, texts)).toMatchObject({ text: result, problems: [] });
  });

  test('each snippet has its place in the text, before those inside of it', () => {
    const { text, inserted } = resolved('a {{> P/x@2}} {{> P/no}} {{> P/y}}.', {
      'x@2': '<{{> P/y}}|{{> P/empty}}>',
      y: 'Y',
      empty: '',
    });
    expect(inserted.map(({ start, end, reference }) => [reference.title, text.slice(start, end)])).toEqual([
      ['x', '<Y|>'],
      ['y', 'Y'],
      ['empty', ''],
      ['y', 'Y'],
    ]);
    expect(inserted[0]?.reference).toEqual({
      project: 'P',
      title: 'x',
      pin: { kind: 'version', version: 2 },
    });
  });

  test('a reference to nothing, and one to two, stay and are listed once', () => {
    const { text, problems } = resolved('{{> P/x}} {{> P/no}} {{> P/no}}', { x: 'a {{> P/twins@3}}' });
    expect(text).toBe('a {{> P/twins@3}} {{> P/no}} {{> P/no}}');
    expect(problems).toEqual([
      {
        ...{ kind: 'missing', within: 'root', start: 10, end: 20 },
        reference: { project: 'P', title: 'no', pin: null },
      },
      {
        ...{ kind: 'ambiguous', within: 'x', start: 2, end: 17 },
        reference: { project: 'P', title: 'twins', pin: { kind: 'version', version: 3 } },
      },
    ]);
  });

  test.each([
    ['itself', '{{> P/root}}', {}, '{{> P/root}}', [['root', ['root']]]],
    ['another that leads back', '{{> P/x}}', { x: 'X{{> P/root}}' }, '{{> P/x}}', [['root', ['x', 'root']]]],
    [
      'a cycle of others',
      '{{> P/x}} {{> P/y}}',
      { x: 'X{{> P/y}}', y: 'Y{{> P/z}}', z: 'Z{{> P/x}}' },
      'X{{> P/y}} Y{{> P/z}}',
      [
        ['x', ['y', 'z', 'x']],
        ['y', ['z', 'x', 'y']],
      ],
    ],
    [
      'a cycle and what it leads to',
      '{{> P/x}}',
      { x: '{{> P/x}}{{> P/y}}', y: 'Y' },
      '{{> P/x}}Y',
      [['x', ['x']]],
    ],
  ])('a reference within a cycle stays: %s', (_, text, texts, result, cycles) => {
    const answer = resolved(text, texts);
    expect(answer.text).toBe(result);
    expect(
      answer.problems.map((problem) => [
        problem.within,
        problem.kind === 'cycle' ? problem.path.map(({ title }) => title) : problem.kind,
      ]),
    ).toEqual(cycles);
  });

  test('a text that is passed without its key finds the cycle one level deeper', () => {
    const { text, problems } = resolveSnippets('{{> P/a}}', library({ a: '{{> P/a}}' }));
    expect(text).toBe('{{> P/a}}');
    expect(problems).toMatchObject([{ kind: 'cycle', within: 'a', start: 0, end: 9 }]);
  });

  test('an old version of a text may stand in the new one', () => {
    const { text, problems } = resolved('new {{> P/root@1}}', { 'root@1': 'old' });
    expect([text, problems]).toEqual(['new old', []]);
  });

  const chain = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`c${at}`, at === 0 ? 'end' : `{{> P/c${at - 1}}}`]),
  );

  test.each([
    ['{{> P/c19}}', 'end', []],
    ['{{> P/c20}}', '{{> P/c20}}', ['too-deep']],
    ['{{> P/c199}} {{> P/c1}}', '{{> P/c199}} end', ['too-deep']],
  ])('snippets in snippets go twenty levels deep: %j', (text, result, kinds) => {
    const answer = resolved(text, chain);
    expect([answer.text, answer.problems.map(({ kind }) => kind)]).toEqual([result, kinds]);
  });

  test('a chain of 5,000 texts is not followed to its end', () => {
    const long = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`c${at}`, `{{> P/c${at + 1}}}`]),
    );
    const answer = resolved('{{> P/c0}}', long);
    expect([answer.text, answer.problems.map(({ kind }) => kind)]).toEqual(['{{> P/c0}}', ['too-deep']]);
  });

  test('the result has a largest size, and the references that fit are replaced', () => {
    const limits = { mostUnits: 40, mostLevels: 20 };
    const text = '{{> P/x}}{{> P/x}}{{> P/y}}';
    const { text: result, problems } = resolved(text, { x: 'twenty letters long.', y: 'Y' }, limits);
    expect(result).toBe('twenty letters long.{{> P/x}}Y');
    expect(problems.map(({ kind, within }) => [kind, within])).toEqual([['too-large', 'root']]);
  });

  test('a text that doubles at each level ends at the largest size', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [
        `d${at}`,
        at === 0 ? 'sixteen letters.' : `{{> P/d${at - 1}}}{{> P/d${at - 1}}}`,
      ]),
    );
    const { text, problems } = resolved('{{> P/d19}}', doubling);
    expect(text.length).toBeGreaterThan(4 * 1024 * 1024);
    expect(text.length).toBeLessThanOrEqual(5 * 1024 * 1024);
    expect(problems.map(({ kind }) => kind)).toEqual(['too-large']);
    const empty = resolved('{{> P/d19}}', { ...doubling, d0: '' });
    expect(empty).toMatchObject({ text: '', problems: [] });
    expect(empty.inserted).toHaveLength(2000);
  });

  test('a thousand texts are read, and the references to others stay', () => {
    const text = Array.from({ length: 1_500 }, (_, at) => `{{> P/n${at}}}`).join('');
    const answer = resolved(
      text,
      Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`n${at}`, ''])),
    );
    expect(answer.text).toBe(text.slice(text.indexOf('{{> P/n999}}')));
    expect(new Set(answer.problems.map(({ kind }) => kind))).toEqual(new Set(['too-large']));
  });

  test('each reference of a text is looked up once, and none in a text that is far too large', () => {
    const asked: string[] = [];
    const known = library({ x: '{{> P/z}}'.repeat(3), y: `${'long '.repeat(50)}{{> P/no}}`, z: 'Z' });
    const text = '{{> P/x}}{{> P/x}}{{> P/y}}{{> P/z}}';
    const { problems } = resolveSnippets(
      text,
      (reference) => {
        asked.push(reference.title);
        return known(reference);
      },
      { mostUnits: 100, mostLevels: 20 },
    );
    expect(asked).toEqual(['x', 'z', 'y', 'z']);
    expect(problems.map(({ kind, reference }) => [kind, reference.title])).toEqual([['too-large', 'y']]);
  });

  test('a hundred problems are listed', () => {
    const text = Array.from({ length: 300 }, (_, at) => `{{> P/no${at}}}`).join('');
    const answer = resolved(text, {});
    expect(answer.text).toBe(text);
    expect(answer.problems).toHaveLength(100);
  });

  test('a library in which each text refers to all is one cycle', () => {
    const titles = Array.from({ length: 100 }, (_, at) => `k${at}`);
    const all = titles.map((title) => `{{> P/${title}}}`).join('');
    const answer = resolved(all, Object.fromEntries(titles.map((title) => [title, all])));
    expect(answer.problems.map(({ kind }) => kind)).toEqual(new Array(100).fill('cycle'));
  });

  const titles = ['a', 'b', 'c', 'd', 'e'];
  const texts = fc
    .array(
      fc.constantFrom('text', '\r\n', '\\', '{', '{{> P/no}}', ...titles.map((title) => `{{> P/${title}}}`)),
      {
        maxLength: 6,
      },
    )
    .map((pieces) => pieces.join(''));
  const libraries = fc.record(Object.fromEntries(titles.map((title) => [title, texts])));

  test('it inserts, at every place, each text that does not lead back', () => {
    let replaced = 0;
    fc.assert(
      fc.property(texts, libraries, (text, known) => {
        const result = resolved(text, known).text;
        expect(result).toBe(plainly('root', { ...known, root: text }));
        if (result !== text) replaced += 1;
      }),
      { numRuns: 2000 },
    );
    expect(replaced).toBeGreaterThan(500);
  });

  /** Resolves by recursion, for each place again. */
  function plainly(key: string, known: Record<string, string>): string {
    const text = known[key] ?? '';
    let result = '';
    let end = 0;
    for (const { title, start, end: after } of referencesOf(text)) {
      if (known[title] === undefined || leads(title, key, known)) continue;
      result += text.slice(end, start) + plainly(title, known);
      end = after;
    }
    return result + text.slice(end);
  }

  function leads(from: string, to: string, known: Record<string, string>, seen = new Set<string>()): boolean {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return referencesOf(known[from] ?? '').some(({ title }) => leads(title, to, known, seen));
  }

  test('a snippet is the same text alone as in another', () => {
    fc.assert(
      fc.property(libraries, (known) => {
        for (const title of titles) {
          const alone = resolveSnippets({ key: title, text: known[title] ?? '' }, library(known));
          const within = resolveSnippets(`<{{> P/${title}}}>{{> P/${title}}}`, library(known));
          expect(within.text).toBe(`<${alone.text}>${alone.text}`);
          expect(within.problems).toEqual(alone.problems);
        }
      }),
    );
  });
});
