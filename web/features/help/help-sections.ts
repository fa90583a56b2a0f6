/** Holds the pages of the help, which are those of `docs/`, and finds sections in them. */
import { languageTag } from '#shared/language/translate.ts';
import german from '../../../docs/de/help.md?raw';
import english from '../../../docs/help.md?raw';
import templates from '../../../docs/templates.md?raw';

/** Returns the pages in the person's language, as Markdown; English where there are none. */
export function helpText(): string {
  return languageTag() === 'de' ? german : `${english}\n${templates}`;
}

/** Returns the sections of these pages, each with its heading, that have all of the words. */
export function sectionsWith(pages: string, words: string): string[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return pages
    .split(/^(?=##? )/m)
    .filter((section) => wanted.every((word) => section.toLowerCase().includes(word)));
}
