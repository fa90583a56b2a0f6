/** Makes a sentence of a pseudo-language: readable, about a third longer, in brackets that show where it was cut. */

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

/** Returns whether every letter of the text came out of `pseudoText`; a sentence may be a value of another one. */
export function isPseudo(text: string): boolean {
  let depth = 0;
  for (const letter of text) {
    if (letter === '⟦') depth += 1;
    else if (letter === '⟧') depth -= 1;
    else if (depth === 0 && /\p{L}/u.test(letter)) return false;
  }
  return text.includes('⟦');
}
