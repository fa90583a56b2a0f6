/** Reads the language that was chosen on this device. Without a choice it is English. */
import { type AnyLanguage, languageOf } from '#shared/language/languages.ts';
import { type Catalogue, setLanguage } from '#shared/language/translate.ts';

const languageStorageKey = 'language';

/**
 * Returns the language of this page: the one that was chosen before it was opened. The browser's own languages do not
 * count until every screen is in all of ours.
 */
export function chosenLanguage(page: Window): AnyLanguage {
  return languageOf(storedLanguage(page), []);
}

function storedLanguage(page: Window): string | null {
  try {
    return page.localStorage.getItem(languageStorageKey);
  } catch {
    return null;
  }
}

/**
 * Resolves when everything that is shown from now on is in this language. A catalogue that cannot be loaded leaves
 * the screens in English: they work all the same.
 */
export async function loadLanguage(page: Window, language: AnyLanguage): Promise<void> {
  const root = page.document.documentElement;
  if (language === 'en') return;
  try {
    if (language === 'de') setLanguage('de', await germanCatalogue());
    else setLanguage(language, {}, (await import('#shared/language/pseudo.ts')).pseudoText);
    root.lang = language;
    root.dir = language === 'ar-XB' ? 'rtl' : 'ltr';
  } catch {
    setLanguage('en');
  }
}

async function germanCatalogue(): Promise<Catalogue> {
  return (await import('#shared/language/de.json')).default;
}
