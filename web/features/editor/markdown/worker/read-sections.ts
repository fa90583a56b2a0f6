/**
 * Reads a text section by section, and reports before each step that may take long, so that the watcher knows
 * what took it. A text that cannot be read is given up where that is found out; the rest is shown as it is.
 */
import type { MarkdownPart, ReadReport, ReadRequest } from '../markdown-parts.ts';
import { boundedParts } from './bounded-parts.ts';
import type { CodeColoring } from './color-code.ts';
import { type MarkdownParser, markdownParser } from './parse-markdown.ts';
import { marksIn } from './section-marks.ts';
import { definitionsFor, sectionsOfParts } from './sections.ts';
import { shownSource } from './shown-source.ts';

/** Elements and texts of a whole text; the page keeps them all, so what follows is shown as it is. */
const nodesOfAPage = 100_000;

/** `coloring`: null where code stays without colors. */
export type SectionReader = (
  request: ReadRequest,
  coloring: CodeColoring | null,
) => Generator<ReadReport, void>;

export function sectionReader(mostNodes = nodesOfAPage): SectionReader {
  let parse: MarkdownParser | undefined;
  return function* read({ job, source: given, from: first, isFirstUncolored }, coloring) {
    const shown = shownSource(given);
    const { text } = shown;
    if (text !== given.text) yield { kind: 'text', job, text };
    const definitions = definitionsFor(text);
    let nodes = 0;
    for (const section of sectionsOfParts(text, shown.parts)) {
      const { from, to } = section;
      if (from < first) continue;
      if (nodes > mostNodes) {
        yield { kind: 'failed', job, from };
        return;
      }
      yield { kind: 'parsing', job, from };
      try {
        parse ??= markdownParser();
        const source = text.slice(from, to) + definitions(section);
        const tree = parse(source, { keepsBreaks: given.keepsBreaks, ...marksIn(shown, section) });
        if (coloring !== null && (from > first || !isFirstUncolored)) {
          yield { kind: 'coloring', job, from };
          coloring.color(tree);
        }
        const blocks = boundedParts(tree.children, source);
        const { role } = section;
        const parts: MarkdownPart[] = role === undefined ? blocks : [{ kind: 'message', role }, ...blocks];
        for (const part of parts) if (part.kind === 'formatted') nodes += part.nodes;
        yield { kind: 'parts', job, parts };
      } catch {
        yield { kind: 'failed', job, from };
        return;
      }
    }
    yield { kind: 'ended', job };
  };
}
