import { describe, expect, it } from 'vitest';
import { atEnter, itemLevel } from './list-lines.ts';

/** Draws the caret as |. */
function enter(drawn: string, above: string | null = null): string {
  const at = drawn.indexOf('|');
  const line = drawn.replace('|', '');
  const found = atEnter(line, at, above);
  if (found === null) return 'break';
  return 'prefix' in found ? `go on with "${found.prefix}"` : `end at "${line.slice(0, found.keep)}"`;
}

describe('Enter in a line', () => {
  it.each([
    ['- one|', 'go on with "- "'],
    ['- o|ne', 'go on with "- "'],
    ['- |one', 'go on with "- "'],
    ['  * one|', 'go on with "  * "'],
    ['\t+   one|', 'go on with "\t+   "'],
    ['1. one|', 'go on with "2. "'],
    ['9) one|', 'go on with "10) "'],
    ['09. one|', 'go on with "10. "'],
    ['999999999. one|', 'go on with "999999999. "'],
    ['- [x] done|', 'go on with "- [ ] "'],
    ['3. [ ]  to do|', 'go on with "4. [ ]  "'],
    ['> quoted|', 'go on with "> "'],
    ['>quoted|', 'go on with ">"'],
    ['> > twice|', 'go on with "> > "'],
    ['> - item|', 'go on with "> - "'],
    ['- 𝒜🙂|', 'go on with "- "'],
    ['- **bold**|', 'go on with "- "'],
  ])('%j goes on with what stands before its text', (line, expected) => {
    expect(enter(line)).toBe(expected);
  });

  it.each([
    ['- |', 'end at ""'],
    ['   7. |', 'end at ""'],
    ['- [ ] |', 'end at ""'],
    ['> - |', 'end at "> "'],
    ['-     |', 'end at ""'],
  ])('%j, an empty item, ends the list', (line, expected) => {
    expect(enter(line)).toBe(expected);
  });

  it('an empty quote ends below a quote, and a ">" that stands alone stays', () => {
    expect(enter('> |', '> one')).toBe('end at ""');
    expect(enter('>|', '<tag')).toBe('break');
    expect(enter('>|')).toBe('break');
  });

  it.each([
    'plain|',
    '|',
    '|- one',
    '-| one',
    '-one|',
    '1.5 times|',
    '1234567890. one|',
    '---|',
    '- - -|',
    '* * *|',
    '**bold**|',
    '# Title|',
    '<tag>|',
    '-->|',
  ])('%j breaks and nothing else', (line) => {
    expect(enter(line)).toBe('break');
  });
});

describe('the level of a list item', () => {
  function moved(line: string, by: 1 | -1): string | null {
    const change = itemLevel(line, by);
    if (change === null) return null;
    return line.slice(0, change.at) + change.insert + line.slice(change.at + change.remove);
  }

  it.each([
    ['- one', '  - one'],
    ['  - one', '    - one'],
    ['1. one', '   1. one'],
    ['10) one', '    10) one'],
    ['\t- one', '\t\t- one'],
    ['> - one', '>   - one'],
    ['- [ ] one', '  - [ ] one'],
  ])('%j goes in to %j and out again', (out, within) => {
    expect(moved(out, 1)).toBe(within);
    expect(moved(within, -1)).toBe(out);
  });

  it('an item at the margin stays there, and a line that is no item has no level', () => {
    expect(moved('- one', -1)).toBe('- one');
    expect(moved(' - one', -1)).toBe('- one');
    expect(moved('one', 1)).toBeNull();
    expect(moved('> one', -1)).toBeNull();
    expect(moved('- - -', 1)).toBeNull();
  });
});
