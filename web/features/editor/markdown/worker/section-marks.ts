import type { ShownPrompt } from '#shared/templates/shown-prompt.ts';
import { formatReference } from '#shared/templates/snippet-syntax.ts';
import type { TreeMarks } from './mark-tree.ts';
import type { Section } from './sections.ts';
import type { SnippetEdge } from './snippet-edges.ts';

/** Returns what is to be marked in a section, at places that count from its start. */
export function marksIn({ marks, snippets }: ShownPrompt, { from, to }: Section): TreeMarks {
  const begun: SnippetEdge[] = [];
  const ended: SnippetEdge[] = [];
  for (const { start, end, reference } of snippets) {
    const whole = { start: start - from, end: end - from };
    const written = formatReference(reference);
    if (from <= start && start < to) begun.push({ side: 'start', at: whole.start, whole, written });
    // The one inside of another comes after it, and ends before it.
    if (from < end && end <= to) ended.unshift({ side: 'end', at: whole.end, whole, written });
  }
  return {
    marks: marks
      .filter(({ start, end }) => start < to && end > from)
      .map((mark) => ({ ...mark, start: mark.start - from, end: mark.end - from })),
    edges: [...ended, ...begun],
  };
}
