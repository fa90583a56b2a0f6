/** True where cutting before this unit would part a surrogate pair. */
export function partsPair(text: string, at: number): boolean {
  return isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at));
}

/**
 * The longest beginning of a text with at most so many UTF-16 units that ends between characters as people see
 * them, where the browser can tell; never inside a surrogate pair.
 */
export function cutText(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const end = graphemeEnd(text, maxUnits);
  if (end > 0) return text.slice(0, end);
  // One character with more marks than there is room for: some of it says more than nothing.
  return text.slice(0, partsPair(text, maxUnits) ? maxUnits - 1 : maxUnits);
}

function graphemeEnd(text: string, maxUnits: number): number {
  // Older browsers have no segmenter.
  if (typeof Intl.Segmenter === 'undefined') return 0;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if (index + segment.length > maxUnits) break;
    end = index + segment.length;
  }
  return end;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
