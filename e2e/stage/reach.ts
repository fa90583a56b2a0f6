/** Measures whether a press in the middle of each control reaches it. */
import type { Page } from '@playwright/test';
import type { Misfit } from './measures.ts';

/** Finds controls that another element covers in their middle, and controls that overlap each other. */
export async function outOfReach(page: Page): Promise<Misfit[]> {
  return page.evaluate(() => {
    const pressable =
      'button, a[href], input, select, textarea, summary, [role=menuitem], [role=menuitemradio], [role=option], [role=treeitem], [role=tab]';
    /** Elements that lie over the page on purpose, and then fields that have a button of their own. */
    const layers =
      '[role=dialog], [role=alertdialog], [role=menu], [role=tooltip], [role=separator], [data-scope=dialog], .search-results, .chakra-toast__root, .editor-veil, .editor-beside, .workspace-veil, .workspace-sidebar, .ui-virtual-row[data-pinned], .search:focus-within';
    const fields =
      'search, .password-group, .variable-control, .chakra-native-select__root, .find-field, .file-zone';
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}"`;
    const isSeen = (element: Element) =>
      element.checkVisibility({ checkOpacity: true, visibilityProperty: true }) &&
      !element.closest('[inert], [aria-hidden=true]') &&
      element.getBoundingClientRect().width > 1;
    const shares = (one: Element, other: Element) =>
      one.contains(other) ||
      other.contains(one) ||
      one.closest('label')?.contains(other) === true ||
      (one.closest(fields) !== null && one.closest(fields) === other.closest(fields));

    const controls = [...document.querySelectorAll(pressable)].filter(isSeen);
    const found: string[] = [];
    for (const control of controls) {
      if (control.matches(':disabled')) continue;
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (hit !== null && shares(control, hit)) continue;
      const layer = hit?.closest(layers);
      if (layer && !layer.contains(control)) continue;
      found.push(`covered: ${name(control)} by ${hit === null ? 'nothing' : name(hit)}`);
    }
    const boxes = controls.map((control) => ({ control, box: control.getBoundingClientRect() }));
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (wide <= 2 || high <= 2 || shares(one.control, other.control)) continue;
        if (one.control.closest(layers) !== other.control.closest(layers)) continue;
        // Rows that are scrolled under the edge of their list overlap what stands beside it.
        const [x, y] = [
          Math.max(one.box.left, other.box.left) + wide / 2,
          Math.max(one.box.top, other.box.top) + high / 2,
        ];
        const [first, second] = document.elementsFromPoint(x, y).filter((hit) => hit.matches(pressable));
        const isBoth = [first, second].includes(one.control) && [first, second].includes(other.control);
        if (isBoth) found.push(`overlap: ${name(one.control)} and ${name(other.control)}`);
      }
    }
    return [...new Set(found)];
  });
}
