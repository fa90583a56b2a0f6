export type Wanted = {
  readonly role: string;
  /** The whole accessible name; without one, any. */
  readonly name?: string;
  /** A part of its text. */
  readonly text?: string;
};

/**
 * Returns the elements that a person can find under a role and a name, in order. Runs in the page of every engine, so
 * it refers to nothing outside of itself.
 */
export function findByRole(wanted: Wanted, within: Element | null): Element[] {
  const implied: Readonly<Record<string, string>> = {
    button: 'button',
    textbox: 'input:not([type]), input[type=text], input[type=search], textarea',
    checkbox: 'input[type=checkbox]',
    radio: 'input[type=radio]',
    complementary: 'aside',
    navigation: 'nav',
    heading: 'h1, h2, h3, h4',
    listitem: 'li',
    img: 'img',
    region: 'section[aria-label]',
  };
  // A password and a file have no role: they are found by their labels.
  const field = 'input, textarea, [contenteditable=true]';
  const selector = [`[role~="${wanted.role}"]`, implied[wanted.role]].filter(Boolean).join(', ');
  const textOf = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const labelled = element.getAttribute('aria-labelledby');
    if (labelled !== null) {
      return labelled
        .split(' ')
        .map((id) => textOf(document.getElementById(id)))
        .join(' ');
    }
    const label = element.getAttribute('aria-label') ?? element.getAttribute('alt');
    if (label !== null) return label;
    const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
    if (labels[0] instanceof Element) return textOf(labels[0]).replace(/ ?\*$/, '');
    return textOf(element);
  };
  const isShown = (element: Element) =>
    element.closest('[aria-hidden=true], [inert]') === null &&
    (element.checkVisibility({ visibilityProperty: true }) || element.matches('input[type=file]'));
  const found = [...(within ?? document).querySelectorAll(wanted.role === 'field' ? field : selector)];
  return found.filter(
    (element) =>
      isShown(element) &&
      (wanted.name === undefined || nameOf(element) === wanted.name) &&
      (wanted.text === undefined || textOf(element).includes(wanted.text)),
  );
}
