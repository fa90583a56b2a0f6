/** The languages of the screens, each by its own name; the sentences in the code are in the first. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/**
 * Languages for tests, with the names that CLDR has for such: in `en-XA` each sentence is longer, accented and in
 * brackets, so that one without them was never given to `t`; `ar-XB` is written from right to left, with marks that
 * are not drawn.
 */
export const pseudoLanguages = ['en-XA', 'ar-XB'] as const;
export type PseudoLanguage = (typeof pseudoLanguages)[number];
export type AnyLanguage = Language | PseudoLanguage;

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name);
}

/** Returns the chosen language, or the first of those the browser asks for that there is; else English. */
export function languageOf(chosen: string | null, preferred: readonly string[]): AnyLanguage {
  const pseudo = pseudoLanguages.find((name) => name === chosen);
  if (pseudo !== undefined) return pseudo;
  for (const tag of chosen === null ? preferred : [chosen, ...preferred]) {
    const name = tag.split('-')[0]?.toLowerCase() ?? '';
    if (isLanguage(name)) return name;
  }
  return 'en';
}
