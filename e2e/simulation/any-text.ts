/** Texts of every kind that can be pasted or typed, drawn from a seed: well-formed UTF-16 without NUL. */
import type { SeededRandom } from './seeded-random.ts';

const words = [
  'prompt',
  'Ünïcödé',
  'žluťoučký',
  'Ελληνικά',
  'Русский',
  'українська',
  'հայերեն',
  'ქართული',
  'עִבְרִית',
  'العربية',
  'فارسی',
  'हिन्दी',
  'বাংলা',
  'தமிழ்',
  'తెలుగు',
  'ไทย',
  'ລາວ',
  'မြန်မာ',
  'ខ្មែរ',
  'አማርኛ',
  'ᏣᎳᎩ',
  'ᠮᠣᠩᠭᠣᠯ',
  '日本語かな',
  '한국어',
  '中文繁體',
  'བོད་ཡིག',
  '𐎠𐎼𐎹',
  '𝔐𝔞𝔱𝔥',
];
const emoji = ['😀', '👩‍🚀', '👨‍👩‍👧‍👦', '🏳️‍🌈', '👋🏽', '🇨🇿', '❤️‍🔥', '1️⃣'];
const marks = [
  'e\u0301',
  'a\u0308\u0323',
  'Z\u0351\u036b\u0343',
  '\u0300',
  '\u200d',
  '\u200b',
  '\u2060',
  '\ufe0f',
];
const breaks = [
  '\n',
  '\n\n',
  '\r\n',
  '\r\n\r\n',
  '\r',
  '\n\r',
  '\r\r\n',
  '\u2028',
  '\u2029',
  '\u0085',
  '\v',
  '\f',
];
const blanks = [' ', '  ', '   \n', '\t', '\t\t', ' \t ', '\u00a0', '\u3000', '\ufeff'];
const markup = [
  '**',
  '*',
  '`',
  '```ts\n',
  '# ',
  '- ',
  '{name}',
  '{{name}}',
  '<rules a="b">',
  '</rules>',
  '&amp;',
  '\\',
  '|',
];
const directions = ['\u202a', '\u202e', '\u2066', '\u2069', '\u200e', '\u200f'];

/** U+0001 to U+001F and U+007F, of which none may be lost or changed. */
function controlCharacter(random: SeededRandom): string {
  return String.fromCharCode(random.chance(0.1) ? 0x7f : 1 + random.below(31));
}

function anyCharacter(random: SeededRandom): string {
  const point = 1 + random.below(0x10ffff);
  return point >= 0xd800 && point <= 0xdfff ? '\ufffd' : String.fromCodePoint(point);
}

function piece(random: SeededRandom): string {
  const from = (list: readonly string[]) => random.pick(list) ?? '';
  const roll = random.below(100);
  if (roll < 40) return from(words);
  if (roll < 55) return from(blanks);
  if (roll < 68) return from(breaks);
  if (roll < 76) return from(emoji);
  if (roll < 82) return from(marks);
  if (roll < 90) return from(markup);
  if (roll < 93) return from(directions);
  return roll < 96 ? controlCharacter(random) : anyCharacter(random);
}

/** It begins with a letter: a text of nothing but blanks is never saved. */
export function anyText(random: SeededRandom, pieces: number): string {
  let text = 'T';
  for (let count = random.below(pieces + 1); count > 0; count -= 1) text += piece(random);
  return text;
}

/** At least so many bytes of UTF-8. */
export function largeText(random: SeededRandom, bytes: number): string {
  let text = 'L';
  let written = 1;
  while (written < bytes) {
    const next = piece(random);
    text += next;
    written += Buffer.byteLength(next);
  }
  return text;
}
