/** A part of a text and its offset; with `href` it is the address of a web page or of a mailbox. */
export type LinkedPart = { readonly start: number; readonly text: string; readonly href?: string };

const address = /(?<![\p{L}\p{N}])(?:https?:\/\/|mailto:)[^\s<>"“”„«»`]+/giu;
/** It ends a sentence, and no address. */
const ending = /[.,;:!?'’…*_]/;

/**
 * Divides a text at the addresses in it, which keep every character as it is written. Of addresses only those of
 * http, https and mailto are links; punctuation at the end of one belongs to the sentence, as does a bracket that was
 * not opened in it.
 */
export function linkedParts(text: string): LinkedPart[] {
  const parts: LinkedPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const href = withoutEnding(found);
    if (!isAddress(href)) continue;
    if (index > end) parts.push({ start: end, text: text.slice(end, index) });
    parts.push({ start: index, text: href, href });
    end = index + href.length;
  }
  if (end < text.length) parts.push({ start: end, text: text.slice(end) });
  return parts;
}

function withoutEnding(found: string): string {
  let open = 0;
  let end = 0;
  for (const character of found) {
    if ('([{'.includes(character)) open += 1;
    if (')]}'.includes(character)) open -= 1;
    if (open < 0) break;
    end += character.length;
  }
  while (ending.test(found.charAt(end - 1))) end -= 1;
  return found.slice(0, end);
}

function isAddress(href: string): boolean {
  if (!URL.canParse(href)) return false;
  const { protocol, host, pathname } = new URL(href);
  return protocol === 'mailto:' ? pathname.includes('@') : host !== '';
}
