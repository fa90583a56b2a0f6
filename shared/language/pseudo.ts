/**
 * Makes sentences of the pseudo-languages, for tests. `pseudoText` makes one that is readable, about a third longer, and
 * in brackets that show where it was cut; `markedText` puts marks around it that are not drawn, and that tests which
 * look for a name leave out, so that every screen is found as it is in English.
 */

const accents: Readonly<Record<string, string>> = {
  ...{
    a: 'á',
    c: 'ç',
    d: 'ð',
    e: 'é',
    g: 'ĝ',
    i: 'î',
    l: 'ļ',
    n: 'ñ',
    o: 'ö',
    r: 'ŕ',
    s: 'š',
    t: 'ţ',
    u: 'û',
  },
  ...{ A: 'Å', C: 'Ç', D: 'Ð', E: 'É', I: 'Î', N: 'Ñ', O: 'Ö', S: 'Š', T: 'Ţ', U: 'Û', y: 'ý', z: 'ž' },
};

export function pseudoText(sentence: string): string {
  // A sentence that is given to `t` twice, by its source and where it is shown, is marked once.
  if (sentence.startsWith('⟦') && sentence.endsWith('⟧')) return sentence;
  const accented = [...sentence].map((letter) => accents[letter] ?? letter).join('');
  return `⟦${accented}${'~'.repeat(Math.ceil(sentence.length / 3))}⟧`;
}

const beginnings = '⟦\u200B';
const ends = '⟧\u00AD';

export function markedText(sentence: string): string {
  return isPseudo(sentence) ? sentence : `\u200B${sentence}\u00AD`;
}

/** Returns whether every letter of the text is in marks; a sentence may be a value of another one. */
export function isPseudo(text: string): boolean {
  let depth = 0;
  let hasSentence = false;
  for (const letter of text) {
    if (beginnings.includes(letter)) {
      depth += 1;
      hasSentence = true;
    } else if (ends.includes(letter)) depth -= 1;
    else if (depth === 0 && /\p{L}/u.test(letter)) return false;
  }
  return hasSentence;
}
