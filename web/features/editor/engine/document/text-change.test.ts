import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeBetween } from '#shared/text/text-change.ts';
import { anyText, applyChange } from '../source-samples.ts';
import { changesBetween, offsetThrough, withWholeBreaks } from './text-change.ts';

const text = anyText({ pieces: 25 });

describe('changes between two texts', () => {
  it('changes between two texts lead from the one to the other, wherever the caret is', () => {
    fc.assert(
      fc.property(text, text, fc.nat(), (before, after, at) => {
        const changes = changesBetween(before, after, at % (before.length + 1));
        expect(changes.reduce(applyChange, before)).toBe(after);
      }),
      { numRuns: 3_000 },
    );
  });

  it('changes between two texts lead there where both texts share lines around the caret', () => {
    fc.assert(
      fc.property(text, text, text, text, text, (above, below, middle, newAbove, newBelow) => {
        const before = `${above}\n${middle}\n${below}`;
        const after = `${newAbove}\n${middle}\n${newBelow}`;
        const changes = changesBetween(before, after, above.length + 1 + Math.floor(middle.length / 2));
        expect(changes.reduce(applyChange, before)).toBe(after);
      }),
      { numRuns: 3_000 },
    );
  });

  it('changes between two texts leave a line alone that both texts have, though texts above and below it changed', () => {
    const before = 'first\nmy own line\nlast';
    const changes = changesBetween(before, 'first, longer\nmy own line\nlast, longer', before.indexOf('own'));
    expect(changes).toEqual([
      { from: before.length, to: before.length, insert: ', longer' },
      { from: 5, to: 5, insert: ', longer' },
    ]);
    expect(offsetThrough(changes, before.indexOf('own'))).toBe(before.indexOf('own') + 8);
  });

  it('changes between two texts leave an empty line alone by the line above it', () => {
    const before = 'first\nmine\n\n\nlast';
    const after = 'FIRST\nmine\n\n\nLAST';
    expect(changesBetween(before, after, before.indexOf('mine') + 5)).toEqual([
      { from: 13, to: 17, insert: 'LAST' },
      { from: 0, to: 5, insert: 'FIRST' },
    ]);
  });

  it('changes between two texts do not take one of two equal lines for the caret’s', () => {
    const after = 'B\nsame\nsame\nC';
    expect(changesBetween('a\nsame\nc', after, 3)).toEqual([{ from: 0, to: 8, insert: after }]);
  });

  it('changes between two texts are one and the smallest without a caret, and never cut a character in two', () => {
    expect(changeBetween('ab', 'ab')).toBeNull();
    expect(changeBetween('aXc', 'aYYc')).toEqual({ from: 1, to: 2, insert: 'YY' });
    expect(changeBetween('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' });
    expect(changeBetween('😀', '😁')).toEqual({ from: 0, to: 2, insert: '😁' });
    expect(changeBetween('\u{1f600}', '\u{1f200}')).toEqual({ from: 0, to: 2, insert: '\u{1f200}' });
  });
});

describe('an offset through changes', () => {
  it.each([
    [2, 2],
    [5, 5],
    [6, 6],
    [8, 7],
    [9, 8],
  ])('%i becomes %i', (offset, moved) => {
    expect(offsetThrough([{ from: 5, to: 8, insert: 'xx' }], offset)).toBe(moved);
  });

  it('an offset stays before what is inserted at it', () => {
    expect(offsetThrough([{ from: 4, to: 4, insert: 'theirs' }], 4)).toBe(4);
  });
});

describe('whole breaks', () => {
  it('whole breaks widen a change without changing what it leads to, and cut no CR LF', () => {
    const breaks = fc
      .array(fc.constantFrom('\r', '\n', '\r\n', 'a'), { maxLength: 8 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(breaks, breaks, fc.nat(), fc.nat(), (before, insert, one, other) => {
        const a = one % (before.length + 1);
        const b = other % (before.length + 1);
        const change = { from: Math.min(a, b), to: Math.max(a, b), insert };
        const whole = withWholeBreaks(before, change);
        const after = applyChange(before, whole);
        expect(after).toBe(applyChange(before, change));
        const cuts = (all: string, at: number) => all.slice(at - 1, at + 1) === '\r\n';
        for (const at of [whole.from, whole.to]) expect(at > 0 && cuts(before, at)).toBe(false);
        for (const at of [whole.from, whole.from + whole.insert.length]) {
          expect(at > 0 && cuts(after, at)).toBe(false);
        }
      }),
      { numRuns: 5_000 },
    );
  });
});
