import { atom } from 'jotai';

/** How rendered texts are shown on this screen; the same for every prompt, and gone with the page. */
export const focusAtom = atom(false);
export const fontSizeAtom = atom(1);
export const fullscreenAtom = atom(false);
/** Values stand in place of variables. */
export const valuesShownAtom = atom(true);

/** The four sizes of the rendered view, by the index that `fontSizeAtom` holds. */
export const fontSizes = ['small', 'base', 'large', 'extra large'] as const;

export type FontSize = (typeof fontSizes)[number];

export function fontSizeAt(index: number): FontSize {
  return fontSizes[index] ?? 'base';
}
