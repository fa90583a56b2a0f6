/** `characters` are code points: an emoji of several counts as several, and half of a pair as one. */
export type TextCounts = { readonly words: number; readonly characters: number; readonly lines: number };

// Written without spaces, and counted by characters, as word processors do.
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\uff70]/u;
const wideMark = /[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20]/;
const wordCharacter = /[\p{L}\p{N}]/u;
const space = /\s/;

/** Holds the kind of each UTF-16 unit that was counted before, 0 for the others. */
const kinds = new Uint8Array(0x10000);

const isOther = 1;
const isSpace = 2;
const isOfWord = 3;
const isIdeograph = 4;

/**
 * Counts the words, characters and lines of a text, in one pass that looks each kind of character up once. A word is
 * what stands between spaces and has a letter or a digit. Each Chinese or Japanese character is one, and the
 * punctuation of these scripts separates like a space. Thai, Lao, Khmer and Burmese put spaces between phrases: each
 * phrase is one word. Lines end with LF, CRLF or CR; the empty text has one.
 */
export function countText(text: string): TextCounts {
  let words = 0;
  let characters = 0;
  let lines = 1;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    characters += 1;
    if (unit === 13 || (unit === 10 && text.charCodeAt(at - 1) !== 13)) lines += 1;
    let kind = kinds[unit] ?? 0;
    if (isPairAt(text, at)) {
      kind = kindOf(text.slice(at, at + 2));
      at += 1;
    } else if (kind === 0) {
      kind = kindOf(text.charAt(at));
      kinds[unit] = kind;
    }
    if (kind === isIdeograph) words += 1;
    else if (kind === isOfWord && !inWord) words += 1;
    if (kind === isOfWord) inWord = true;
    else if (kind !== isOther) inWord = false;
  }
  return { words, characters, lines };
}

function kindOf(character: string): number {
  if (ideograph.test(character)) return isIdeograph;
  if (space.test(character) || wideMark.test(character)) return isSpace;
  return wordCharacter.test(character) ? isOfWord : isOther;
}

function isPairAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
