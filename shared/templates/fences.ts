/** The state at the start of a line: '' outside fenced code, or the marks that opened the fence that it is in. */
export type Fence = string;

const opening = /^[ \t>]*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * Returns the state after a line. Three or more backticks or tildes open a fence, also in a quote or as the text of a
 * list entry; as many of the same and nothing else close it (CommonMark 0.31, section 4.5). One that is never closed
 * goes on to the end of the text.
 */
export function fenceAfter(line: string, fence: Fence): Fence {
  if (fence === '') {
    if (!line.includes('```') && !line.includes('~~~')) return '';
    return opening.exec(line)?.[1] ?? '';
  }
  if (!line.includes(fence)) return fence;
  const closing = line.replace(/^[ \t>]+/, '').trimEnd();
  return closing === fence.charAt(0).repeat(closing.length) ? '' : fence;
}
