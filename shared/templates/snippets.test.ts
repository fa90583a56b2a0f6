import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatReference, type Pin } from './snippet-syntax.ts';
import { referencesOf, renameReferences } from './snippets.ts';
import { templateTexts } from './template-samples.ts';

const current = { project: 'P', title: 'T', pin: null };

describe('referencesOf', () => {
  test.each<[string, { project: string; title: string; pin: Pin }]>([
    ['{{> P/T}}', current],
    ['{{>P/T}}', current],
    ['{{>  P / T  }}', current],
    ['{{> P/T@3}}', { ...current, pin: { kind: 'version', version: 3 } }],
    ['{{> P/T @ 12 }}', { ...current, pin: { kind: 'version', version: 12 } }],
    ['{{> P/T@production}}', { ...current, pin: { kind: 'label', label: 'production' } }],
    ['{{> P/T@v1.2_a-b}}', { ...current, pin: { kind: 'label', label: 'v1.2_a-b' } }],
    ['{{> P/T@latest}}', { ...current, pin: { kind: 'label', label: 'latest' } }],
    ['{{> P/T@Production}}', { ...current, title: 'T@Production' }],
    ['{{> P/T@0}}', { ...current, title: 'T@0' }],
    ['{{> P/T@1234567890}}', { ...current, title: 'T@1234567890' }],
    [`{{> P/T@${'a'.repeat(37)}}}`, { ...current, title: `T@${'a'.repeat(37)}` }],
    ['{{> P/me@home@2}}', { ...current, title: 'me@home', pin: { kind: 'version', version: 2 } }],
    ['{{> P/me\\@home}}', { ...current, title: 'me@home' }],
    ['{{> p@q/T}}', { ...current, project: 'p@q' }],
    ['{{> P/T/U}}', { ...current, title: 'T/U' }],
    ['{{> P\\/Q/T}}', { ...current, project: 'P/Q' }],
    ['{{> P/\\{\\}\\\\\\ }}', { ...current, title: '{}\\ ' }],
    ['{{> P/a\\nb}}', { ...current, title: 'a\nb' }],
    ['{{> Größe 漢/T: "x" | y}}', { project: 'Größe 漢', title: 'T: "x" | y', pin: null }],
  ])('%j refers to %j', (text, reference) => {
    expect(referencesOf(text)).toEqual([
      expect.objectContaining({ kind: 'snippet', start: 0, end: text.length, ...reference }),
    ]);
  });

  test.each([
    '{{> name}}',
    '{{> /T}}',
    '{{> P/}}',
    '{{> P/ @3}}',
    '{{ > P/T}}',
    '{> P/T}',
    '\\{{> P/T}}',
    '{{> P/T}',
    '{{> P/T\\}}',
    '{{> P/a}b}}',
    '{{> P/{a}}}',
    '{{> P/a\nb}}',
    '{{{> P/T}}}',
    '```\n{{> P/T}}\n```',
  ])('%j refers to nothing', (text) => {
    expect(referencesOf(text)).toEqual([]);
  });

  const names = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
    fc
      .array(fc.constantFrom(...' \t\n\r\\/@{}ab3.\u00a0\ufeff\ud83d', 'n', 'r'), { minLength: 1 })
      .map((all) => all.join('')),
  );
  const pins = fc.oneof(
    fc.constant(null),
    fc.integer({ min: 1, max: 999_999_999 }).map((version) => ({ kind: 'version', version }) as const),
    fc.constantFrom('production', 'a.b_c-d', '1.0').map((label) => ({ kind: 'label', label }) as const),
  );

  test('every name can be written as a reference, and is read from it', () => {
    fc.assert(
      fc.property(names, names, pins, (project, title, pin) => {
        const written = formatReference({ project, title, pin });
        expect(referencesOf(`a ${written} b`)).toEqual([
          expect.objectContaining({ start: 2, end: 2 + written.length, project, title, pin }),
        ]);
      }),
      { numRuns: 3000 },
    );
  });

  test('a name is renamed to any other, and no byte outside the names changes', () => {
    fc.assert(
      fc.property(templateTexts, names, names, (text, project, title) => {
        const renamed = renameReferences(text, () => ({ project, title }));
        const before = referencesOf(text);
        const after = referencesOf(renamed);
        expect(after.map(({ pin }) => pin)).toEqual(before.map(({ pin }) => pin));
        for (const reference of after) expect(reference).toMatchObject({ project, title });
        expect(outside(renamed)).toEqual(outside(text));
      }),
      { numRuns: 2000 },
    );
  });

  /** The text without the names of its references. */
  function outside(text: string): string[] {
    const pieces: string[] = [];
    let end = 0;
    for (const { projectRange, titleRange } of referencesOf(text)) {
      pieces.push(text.slice(end, projectRange.start), text.slice(projectRange.end, titleRange.start));
      end = titleRange.end;
    }
    return [...pieces, text.slice(end)];
  }
});

describe('renameReferences', () => {
  const toV = (name: { project: string; title: string }) =>
    name.project === 'P' && name.title === 'T' ? { project: 'P', title: 'a/@3}' } : null;
  const toQ = ({ project, title }: { project: string; title: string }) =>
    project === 'P' ? { project: 'Q/R', title } : null;

  test.each([
    [toV, 'x {{> P/T}} {{> P/U}}', 'x {{> P/a\\/\\@3\\}}} {{> P/U}}'],
    [toV, '{{>  P /  T @3 }}\r\n', '{{>  P /  a\\/\\@3\\} @3 }}\r\n'],
    [toV, '\\{{> P/T}} `{{> P/T}}`', '\\{{> P/T}} `{{> P/a\\/\\@3\\}}}`'],
    [toQ, '{{> P/T@b}}{{> P/T/U}}{{> X/T}}', '{{> Q\\/R/T@b}}{{> Q\\/R/T/U}}{{> X/T}}'],
    [() => null, '{{> P/T}}', '{{> P/T}}'],
    [(name: { project: string; title: string }) => name, '{{> \\P/\\T }}', '{{> \\P/\\T }}'],
  ])('with %s, %j becomes %j', (rename, text, renamed) => {
    expect(renameReferences(text, rename)).toBe(renamed);
  });
});
