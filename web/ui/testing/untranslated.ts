/** Finds what a screen shows in a pseudo-language that was never given to `t`. */
import { isPseudo } from '#shared/language/pseudo.ts';

const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
/** Pictures and what a person wrote are in no language of ours. */
const elsewhere = '[aria-hidden="true"], [data-own-text], .source-editor, script, style, kbd';

/**
 * Returns the texts and attributes below `root` that are in no pseudo-language, but for the names in `known`: those of
 * products, and the texts that the test wrote.
 */
export function untranslated(root: Element, known: readonly string[] = ['Promptory']): string[] {
  const found = new Set<string>();
  const look = (text: string | null, element: Element | null) => {
    const rest = known.reduce((left, name) => left.replaceAll(name, ''), text ?? '');
    if (!/\p{L}{2}/u.test(rest) || isPseudo(text ?? '')) return;
    if (element?.closest(elsewhere) == null) found.add((text ?? '').trim());
  };
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) look(texts.currentNode.textContent, texts.currentNode.parentElement);
  for (const element of root.querySelectorAll('*'))
    for (const name of attributes) look(element.getAttribute(name), element);
  return [...found];
}
