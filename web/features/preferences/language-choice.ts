/** Reads and stores the language of the screens on this device; without a choice it is the browser's. */
import { type AnyLanguage, isLanguage, type Language, languageOf } from '#shared/language/languages.ts';
import { type Catalogue, setLanguage } from '#shared/language/translate.ts';

const languageStorageKey = 'language';

/** Returns the language of this page: the one that was chosen before it was opened, or the first that the browser asks for. */
export function chosenLanguage(page: Window): AnyLanguage {
  return languageOf(storedLanguage(page), page.navigator.languages);
}

export interface LanguageChoice {
  /** Null: the browser's. */
  readonly chosen: Language | null;
  /** Resolves to the language that is not on this device and cannot be had now; then nothing has changed. */
  choose(language: Language | null): Promise<Language | null>;
}

/**
 * A choice is stored and the page loaded again, as `reload` does it: the sentences on the screen are in one language.
 * `keep` resolves to whether a language is kept on this device for when there is no network.
 */
export function languageChoice(
  page: Window,
  { keep, reload }: { keep(language: Language): Promise<boolean>; reload(): void },
): LanguageChoice {
  const stored = storedLanguage(page);
  return {
    chosen: stored !== null && isLanguage(stored) ? stored : null,
    async choose(language) {
      const shown = languageOf(language, page.navigator.languages);
      if (isLanguage(shown) && !(await isToBeHad(shown, keep))) return shown;
      try {
        if (language === null) page.localStorage.removeItem(languageStorageKey);
        else page.localStorage.setItem(languageStorageKey, language);
        reload();
      } catch {
        // Where storage is forbidden altogether, the browser's language counts.
      }
      return null;
    },
  };
}

function storedLanguage(page: Window): string | null {
  try {
    return page.localStorage.getItem(languageStorageKey);
  } catch {
    return null;
  }
}

/** A browser that keeps no app at all still loads a catalogue with the page. */
async function isToBeHad(
  language: Language,
  keep: (language: Language) => Promise<boolean>,
): Promise<boolean> {
  if (language === 'en' || (await keep(language))) return true;
  return catalogueOf(language).then(
    () => true,
    () => false,
  );
}

/**
 * Resolves when everything that is shown from now on is in this language. A catalogue that cannot be loaded leaves
 * the screens in English, and `false` says so: they work all the same.
 */
export async function loadLanguage(page: Window, language: AnyLanguage): Promise<boolean> {
  const root = page.document.documentElement;
  if (language === 'en') return true;
  try {
    if (isLanguage(language)) setLanguage(language, await catalogueOf(language));
    else {
      const { markedText, pseudoText } = await import('#shared/language/pseudo.ts');
      setLanguage(language, {}, language === 'ar-XB' ? markedText : pseudoText);
    }
    root.lang = language;
    root.dir = language === 'ar-XB' ? 'rtl' : 'ltr';
    return true;
  } catch {
    setLanguage('en');
    return false;
  }
}

async function catalogueOf(language: Exclude<Language, 'en'>): Promise<Catalogue> {
  switch (language) {
    case 'de':
      return (await import('#shared/language/de.json')).default;
  }
}
