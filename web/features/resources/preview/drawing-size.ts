/** A drawing of more elements stops the page for seconds while it is drawn, however few bytes its file has. */
const mostElements = 200_000;

/**
 * Returns whether an SVG comes to more elements than can be drawn, each reference counted with all that it repeats: twelve
 * times six of one inside the other are two thousand million. Nothing of it is drawn or run for that.
 */
export function isTooLargeToDraw(svg: string): boolean {
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const byId = new Map<string, Element>();
  for (const element of drawing.querySelectorAll('[id]')) {
    if (!byId.has(element.id)) byId.set(element.id, element);
  }
  const repeats = (element: Element) =>
    [...element.attributes].flatMap(({ localName, value }) =>
      idsIn(localName, value).flatMap((id) => byId.get(id) ?? []),
    );
  return countDrawn(drawing, (element) => [...element.children, ...repeats(element)]) > mostElements;
}

/** Returns what an attribute refers to: `href="#a"`, or `url(#a)` in a fill, a mask or a style. */
function idsIn(name: string, value: string): string[] {
  if (name === 'href') return value.startsWith('#') ? [value.slice(1)] : [];
  return Array.from(value.matchAll(/url\(\s*["']?#([^)"']+)["']?\s*\)/g), ([, id = '']) => id.trim());
}

/** Counts an element with all that it draws; a reference that leads back to itself is not drawn by browsers. */
function countDrawn(root: Element, drawnBy: (element: Element) => readonly Element[]): number {
  const counts = new Map<Element, number>();
  const begun = new Map<Element, readonly Element[]>();
  const stack = [root];
  for (let element = stack.at(-1); element !== undefined; element = stack.at(-1)) {
    const parts = begun.get(element);
    if (parts === undefined) {
      const found = drawnBy(element);
      begun.set(element, found);
      stack.push(...found.filter((part) => !begun.has(part)));
      continue;
    }
    stack.pop();
    if (!counts.has(element))
      counts.set(
        element,
        parts.reduce((sum, part) => sum + (counts.get(part) ?? 0), 1),
      );
  }
  return counts.get(root) ?? 0;
}
