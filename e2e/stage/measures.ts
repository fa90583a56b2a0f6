/** Measures a page at rest: content that does not fit, and targets that are too small for a finger. */
import type { Page } from '@playwright/test';

const finger = 44;

export type Misfit = string;

/** Finds content that reaches beyond the window or its own box and cannot be scrolled to. */
export async function cutOff(page: Page): Promise<Misfit[]> {
  return page.evaluate(() => {
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}"`;
    const isSeen = (element: Element) =>
      element.checkVisibility({ checkOpacity: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 1;
    /** How far along one axis an element may reach: to the box that scrolls, or else to the window. */
    const reach = (element: Element, axis: 'x' | 'y') => {
      let isFixed = getComputedStyle(element).position === 'fixed';
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (/auto|scroll/.test(axis === 'x' ? style.overflowX : style.overflowY)) return null;
        isFixed ||= style.position === 'fixed';
      }
      // The window of a phone zooms out of a page that is too wide; this width stays.
      if (axis === 'x') return document.documentElement.clientWidth;
      const { clientHeight, scrollHeight } = document.documentElement;
      return isFixed ? clientHeight : Math.max(clientHeight, scrollHeight);
    };
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.push(`the page scrolls sideways: ${root.scrollWidth} px`);
    if (document.body.scrollWidth > innerWidth)
      found.push(`the body is ${document.body.scrollWidth} px wide`);
    const pressable =
      'button, a[href], input, select, textarea, [role=menuitem], [role=option], [role=treeitem]';
    for (const element of document.querySelectorAll(pressable)) {
      if (!isSeen(element)) continue;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const [width, height] = [reach(element, 'x'), reach(element, 'y')];
      if (width !== null && (left < -1 || right > width + 1))
        found.push(`beside the window: ${name(element)}`);
      if (height !== null && (top < -1 || bottom > height + 1))
        found.push(`below the window: ${name(element)}`);
    }
    for (const element of document.querySelectorAll('body *')) {
      if (!isSeen(element) || !(element instanceof HTMLElement)) continue;
      const { overflowX, textOverflow } = getComputedStyle(element);
      const isWider = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1;
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      const isField = element.matches('input, select, textarea');
      if (!isWider || !hasText || isField) continue;
      // The part left out is drawn as an ellipsis after it.
      if (element.nextElementSibling?.matches('.tree-file-cut')) continue;
      const mayBe = /auto|scroll/.test(overflowX) || (overflowX === 'hidden' && textOverflow === 'ellipsis');
      if (!mayBe && getComputedStyle(element).display !== 'inline') {
        found.push(`words wider than their box: ${name(element)}`);
      }
    }
    return found;
  });
}

/** Counts what is open above the page. */
export async function openLayers(page: Page): Promise<number> {
  const layers = ['dialog', 'alertdialog', 'menu', 'listbox'] as const;
  const counts = await Promise.all(layers.map((role) => page.getByRole(role).count()));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Finds pressable elements smaller than a finger, or than so many pixels. Links within a sentence are as high as its
 * line. The line between two panels is dragged along all its height: across it, 24 px are enough for a finger (WCAG
 * 2.5.8) and 9 for a mouse, which sees the cursor change.
 */
export async function tooSmall(page: Page, smallest: number = finger): Promise<Misfit[]> {
  return page.evaluate((least) => {
    const pressable =
      'button, a[href], input, select, textarea, summary, [role=menuitem], [role=menuitemradio], [role=option], [role=treeitem], [role=tab]';
    const isWithinSentence = (element: Element) => element.matches('p a, li a, td a');
    /** Returns the area in which a press reaches an element: its box, its label's, or the row it spreads over. */
    const reaches = (element: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
    };
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(pressable)) {
      if (!element.checkVisibility({ checkOpacity: true, visibilityProperty: true })) continue;
      if (element.closest('[inert]') || isWithinSentence(element)) continue;
      if (element.matches(':disabled, [aria-disabled=true]')) continue;
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const holder = labels.find((label) => label.contains(element)) ?? element;
      holder.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, top, width, height } = holder.getBoundingClientRect();
      const isLine = element.matches('[role=separator]');
      const across = least < 44 ? 9 : 24;
      if (width + 0.5 >= (isLine ? across : least) && height + 0.5 >= least) continue;
      const [x, y] = [left + width / 2, top + height / 2];
      const half = least / 2 - 1;
      const grown =
        (width + 0.5 >= least || (reaches(element, x - half, y) && reaches(element, x + half, y))) &&
        (height + 0.5 >= least || (reaches(element, x, y - half) && reaches(element, x, y + half)));
      if (grown) continue;
      const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
      found.push(
        `${element.tagName.toLowerCase()}.${String(element.className)} "${words.slice(0, 40)}": ${width.toFixed(0)} × ${height.toFixed(0)}`,
      );
    }
    return [...new Set(found)];
  }, smallest);
}

/** Finds elements that are only visible while a pointer hovers. */
export async function needsHover(page: Page): Promise<Misfit[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('button, a[href], [role=menuitem]')) {
      const isDrawn = element.checkVisibility({ visibilityProperty: true });
      const isSeen = element.checkVisibility({ checkOpacity: true, visibilityProperty: true });
      if (isDrawn && !isSeen) found.push(element.getAttribute('aria-label') ?? element.textContent ?? '');
    }
    return found;
  });
}
