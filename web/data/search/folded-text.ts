import { foldText } from '#shared/text/fold-text.ts';

/**
 * Holds a text as it is searched (`foldText`), in such a way that the text itself can be had back: the few
 * characters that differ are held beside it, where a second copy would take as much memory as the first.
 */
export type FoldedText = {
  readonly lower: string;
  /** The units that differ, and their places; null where the text is `lower` itself. */
  readonly capitals: { readonly units: string; readonly at: Uint32Array } | null;
  /** The text, where its places are not those of the folded one ("İ" grows, a letter with its mark becomes one). */
  readonly whole?: string;
};

export function folded(text: string): FoldedText {
  const lower = foldText(text);
  if (lower === text) return { lower, capitals: null };
  if (lower.length !== text.length) return { lower, capitals: null, whole: text };
  const at: number[] = [];
  let units = '';
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) === lower.charCodeAt(index)) continue;
    at.push(index);
    units += text.charAt(index);
  }
  return { lower, capitals: { units, at: Uint32Array.from(at) } };
}

/** Returns the text that was folded, to the code unit. */
export function unfolded({ lower, capitals, whole }: FoldedText): string {
  if (whole !== undefined) return whole;
  if (capitals === null) return lower;
  const parts: string[] = [];
  let from = 0;
  for (const [index, place] of capitals.at.entries()) {
    parts.push(lower.slice(from, place), capitals.units.charAt(index));
    from = place + 1;
  }
  parts.push(lower.slice(from));
  return parts.join('');
}
