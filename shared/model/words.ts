/**
 * The tokens that texts are compared by. Joined together they are the text again, to the unit.
 * A token carries the white space after it: with words and spaces apart, a comparison finds every space
 * equal to every other one, and its cost grows about cubically.
 */

/** Lines with their terminators (LF, CRLF or CR); the last one may have none. */
export function splitLines(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+/g) ?? [];
}

// Scripts that put no space between words: there, a "word" of the space-separated kind is a whole paragraph,
// and two edits in it could never be told apart. Each character stands for itself, with its marks.
const unspaced =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
// The look-ahead keeps a mark with its character even where no letter of these scripts is before it.
const wordPattern = `^\\s+|${unspaced}\\p{M}*\\s*|(?:(?!${unspaced})\\S)+\\s*`;

/** Words, each with the white space after it; white space at the very beginning is a token of its own. */
export function splitWords(text: string): string[] {
  return text.match(new RegExp(wordPattern, 'gu')) ?? [];
}
