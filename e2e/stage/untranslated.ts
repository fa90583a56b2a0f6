/** Finds sentences that are in no catalogue: on a page in the pseudo-language they are the ones without its marks. */
import type { Page } from '@playwright/test';
import { isPseudo } from '#shared/language/pseudo.ts';
import { longTag, longTitle, sampleText } from './furnished.ts';

/** Texts of the library and its owner, dates, sizes and devices: they are in no catalogue. */
const known = [
  longTitle,
  longTag,
  ...[
    'Promptory',
    'Code reviewer',
    'Reviews',
    'Summary',
    'Farewell',
    'Letters',
    'Ada Lovelace',
    'Mine.',
    'Theirs.',
    'Acme',
    'Python',
    'gpt-4o',
  ],
  ...['Llama 3.2', 'Qwen 3', 'Slow one', 'Locked one', 'Untrusted one', 'answer', 'hostile'],
  ...['With rules', 'Shorter', 'The first that worked', 'Ask Grace about the table.', 'Draft 3'],
  ...[
    'From before there were dates',
    'For the looks',
    'Conflicting edit from another program',
    'review',
    'production',
    'staging',
    'latest',
  ],
];
const files = /[\w-]+\.(md|json|svg|pdf|txt)/g;
const dates =
  /((Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, )?[A-Z][a-z]{2,8} \d+, \d{4}( at|,)?( \d+:\d+ [AP]M)?/g;
const sizes = /\d+ Bytes?/g;
const devices = /(Chrome|Firefox)\/\d+( on)? (Linux|Android)/g;
const fileNames = [
  'plan.md',
  'settings-of-the-whole-service.json',
  'logo.svg',
  'contract.pdf',
  'offline.txt',
];
const ownText = [sampleText, ...fileNames, 'a rather long name that has to be cut.txt'].join('\n');

/** Returns the texts, names and descriptions on the page, but for what people write, code and pictures. */
function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const elsewhere =
      '[aria-hidden="true"], [data-own-text], .source-editor, .markdown, .markdown-message > div, ' +
      'textarea, pre, code, script, style, kbd, bdi, ' +
      // The parts of a name that was found carry no marks of their own.
      '.filled-text, .option-title:has(mark)';
    const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
    const texts = [document.title];
    for (const element of document.querySelectorAll('body, body *')) {
      if (element.closest(elsewhere) !== null || !element.checkVisibility()) continue;
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '');
      }
      for (const name of attributes) texts.push(element.getAttribute(name) ?? '');
    }
    return texts;
  });
}

function isEscaped(text: string): boolean {
  const unknown = known.reduce((rest, own) => rest.replaceAll(own, ''), text);
  const rest = [files, dates, sizes, devices].reduce((left, words) => left.replaceAll(words, ''), unknown);
  if (!/\p{L}{2}/u.test(rest) || isPseudo(rest)) return false;
  // A name or a text that was cut is known by its parts.
  return !rest.split('…').every((part) => ownText.includes(part.trim()));
}

/** Returns the texts, names and descriptions on a page in the pseudo-language that escaped translation. */
export async function untranslated(page: Page): Promise<string[]> {
  return [...new Set((await shownTexts(page)).filter(isEscaped))];
}
