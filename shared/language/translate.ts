/**
 * Returns what the screens say in the person's language. The English sentence in the code is the key of the catalogue;
 * one that the catalogue lacks is shown as it is.
 *
 * 1. Without values a sentence is taken literally; with values it is an ICU message (unicode-org.github.io/icu,
 *    "Formatting Messages"): `{name}`, `{count, number}`, `{count, plural, one {# file} other {# files}}`.
 * 2. The language is set once, before the first screen is drawn. A constant of a module is older than that: it has the
 *    English sentence, marked by `message`, which is given to `t` where it is shown.
 * 3. A value is inserted as it is: what a person wrote is never read as a message.
 */
import { IntlMessageFormat } from 'intl-messageformat';
import type { AnyLanguage } from './languages.ts';

/** Translations by their English sentences. */
export type Catalogue = Readonly<Record<string, string>>;

export type MessageValues = Readonly<Record<string, string | number>>;

/** `finish`: what a pseudo-language makes of a sentence. */
type Active = { language: AnyLanguage; catalogue: Catalogue; finish(sentence: string): string };

const asItIs = (sentence: string) => sentence;
const noCatalogue: Catalogue = {};
let active: Active = { language: 'en', catalogue: noCatalogue, finish: asItIs };
/** Of the sentences with values that were shown, so that no drawing parses one again. */
const messages = new Map<string, IntlMessageFormat>();

export function setLanguage(language: AnyLanguage, catalogue = noCatalogue, finish = asItIs): void {
  active = { language, catalogue, finish };
  messages.clear();
}

/** The tag for `Intl` and for `lang` (BCP 47). */
export function languageTag(): AnyLanguage {
  return active.language;
}

/** Returns the sentence in the person's language. */
export function t(sentence: string, values?: MessageValues): string {
  if (values === undefined) return active.finish(found(sentence));
  return active.finish(filled(sentence, values).join(''));
}

/** Returns the parts of a sentence into which something else than text is inserted, in the order of the language. */
export function translatedParts<Part>(
  sentence: string,
  values: Readonly<Record<string, string | number | Part>>,
): (string | Part)[] {
  const parts = filled(sentence, values);
  return parts.map((part) => (typeof part === 'string' ? active.finish(part) : part));
}

function found(sentence: string): string {
  const { catalogue } = active;
  return (Object.hasOwn(catalogue, sentence) ? catalogue[sentence] : undefined) ?? sentence;
}

function filled<Part>(
  sentence: string,
  values: Readonly<Record<string, string | number | Part>>,
): (string | Part)[] {
  let message = messages.get(sentence);
  if (message === undefined) {
    // Sentences have no elements: a `<` is text.
    message = new IntlMessageFormat(found(sentence), numbersOf(active.language), undefined, {
      ignoreTag: true,
    });
    messages.set(sentence, message);
  }
  return message.formatToParts<Part>({ ...values }).map(({ value }) => value);
}

/** A pseudo-language has English numbers, so that a test can find them. */
function numbersOf(language: AnyLanguage): string {
  return language === 'de' ? 'de' : 'en';
}
