import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMarks } from '#shared/templates/marks.ts';
import { chosenRange, completionAt, rankedNames } from './completion.ts';

/** A line with its caret at the bar. */
function at(source: string) {
  const caret = source.indexOf('|');
  const line = source.replace('|', '');
  return { line, caret, found: completionAt(line, caret) };
}

describe('a reference that is being written is found', () => {
  test.each([
    ['{{>|', ''],
    ['{{> Ma|', ' Ma'],
    ['see {{> Mail/Fo|oter}} there', ' Mail/Fo'],
    ['{{> A/B}} {{> C|', ' C'],
    ['{{> a\\{b|', ' a\\{b'],
  ])('%s', (source, query) => expect(at(source).found?.query).toBe(query));

  test.each(['{{|>', '{{> A/B}}|', '\\{{> A|', '{{{> A|', '{{> A {x|', 'nothing|', '|'])(
    '%s is none',
    (source) => expect(at(source).found).toBeNull(),
  );

  test.each([
    ['{{> Mail/Footer@|', { name: { project: 'Mail', title: 'Footer' }, query: '' }],
    ['{{> Mail/Footer@pro|', { name: { project: 'Mail', title: 'Footer' }, query: 'pro' }],
    ['{{> Mail/a\\@b|', null],
    ['{{> Mail@|', null],
  ])('%s is pinned to %o', (source, pinned) => expect(at(source).found?.pinned).toEqual(pinned));
});

describe('a choice is written', () => {
  const choice = { name: { project: 'Mail', title: 'Footer' }, pin: null, detail: '' };
  test.each([
    ['{{>|', '{{> Mail/Footer}}'],
    ['{{> Fo| more', '{{> Mail/Footer}} more'],
    ['{{> Fo|}} more', '{{> Mail/Footer}} more'],
    ['{{> Mail/Fo|oter}} more', '{{> Mail/Footer}} more'],
    ['{{> Mail/Fo| and more }}', '{{> Mail/Footer}} and more }}'],
    ['{{> Fo| {{name}}', '{{> Mail/Footer}} {{name}}'],
  ])('%s becomes %s', (source, expected) => {
    const { line, caret, found } = at(source);
    const { from, to, insert } = chosenRange(line, { from: found?.from ?? 0, caret }, { choice });
    expect(line.slice(0, from) + insert + line.slice(to)).toBe(expected);
  });

  test('behind an @ it stays open', () => {
    const { insert } = chosenRange('{{> Fo', { from: 0, caret: 6 }, { choice, isOpen: true });
    expect(insert).toBe('{{> Mail/Footer@');
  });

  test('whatever the names are, what is written is read as them', () => {
    const name = fc
      .string({ minLength: 1, unit: fc.constantFrom(...'a/@{}\\ \n|é') })
      .filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(name, name, (project, title) => {
        const chosen = { name: { project, title }, pin: null, detail: '' };
        const { insert } = chosenRange('{{>', { from: 0, caret: 3 }, { choice: chosen });
        expect(findMarks(insert)).toMatchObject([{ project, title, pin: null }]);
      }),
    );
  });
});

test('the best names come first, by title and project', () => {
  const names = [
    { project: 'Mail', title: 'Footer' },
    { project: 'Mail', title: 'Header' },
    { project: 'Foo', title: 'Other' },
  ];
  const { rank } = rankedNames(names);
  expect(rank(' fo').map(({ name }) => name.title)).toEqual(['Footer', 'Other']);
  expect(rank(' Mail/hea').map(({ name }) => name.title)).toEqual(['Header']);
  expect(rank(' ').length).toBe(3);
});
