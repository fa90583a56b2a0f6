import fc from 'fast-check';
import type { TextChange } from '#shared/text/text-change.ts';

const PIECES = [
  'word',
  ' ',
  '  trailing  ',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '\n\n',
  '# heading',
  '- item',
  '> quote',
  '```',
  '~~~~',
  '`code`',
  '**bold**',
  '*it*',
  '{name}',
  '{{name}}',
  '$' + '{name:x}',
  '<tag a="b">',
  '[link](https://example.org)',
  'é',
  'e\u0301',
  '😀',
  '👩‍👩‍👧',
  '\ud83d',
  '\ude00',
  'שלום',
  'مرحبا',
  '日本語',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\u200b',
  '\u0007',
  '\f',
  '\v',
];
const LONG_PIECES = [
  '\n'.repeat(70),
  '\r\n'.repeat(70),
  'line\n'.repeat(120),
  'x'.repeat(700),
  'y'.repeat(6_000),
];

/** Texts that a person could never type in a row: every line end, script and half character, over several chunks. */
export function anyText(options: { readonly pieces: number; readonly long?: boolean }): fc.Arbitrary<string> {
  const short = fc.constantFrom(...PIECES);
  const piece = options.long
    ? fc.oneof({ weight: 12, arbitrary: short }, { weight: 1, arbitrary: fc.constantFrom(...LONG_PIECES) })
    : short;
  return fc.array(piece, { maxLength: options.pieces }).map((pieces) => pieces.join(''));
}

/** A long, ordinary prompt of about so many characters. */
export function longPrompt(characters: number): string {
  const block = [
    '# Role',
    '',
    'You are a **careful** editor of *technical* texts. Answer in {language}, and keep `inline code` as it is.',
    '',
    '- Read the {{document}} twice.',
    '- Say what you changed, and why.',
    '  1. Never invent a source.',
    '',
    '> Quote the author where the wording matters.',
    '',
    '```json',
    '{ "tone": "plain", "words": 400 }',
    '```',
    '',
    '<rules>Keep each paragraph short, see [the guide](https://example.org/guide).</rules>',
    '',
  ].join('\n');
  return block.repeat(Math.ceil(characters / block.length)).slice(0, characters);
}

export function applyChange(text: string, change: TextChange): string {
  return text.slice(0, change.from) + change.insert + text.slice(change.to);
}
