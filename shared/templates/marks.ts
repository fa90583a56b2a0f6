import { codeSpans, type Range } from './code-spans.ts';
import { isEscaped } from './escapes.ts';
import { type Fence, fenceAfter } from './fences.ts';
import { linesOf } from './lines.ts';
import { type SnippetSyntax, snippetAt } from './snippet-syntax.ts';
import { dollarAt, doubleAt, singleAt, type VariableSyntax } from './variable-syntax.ts';

export type VariableMark = Range & Omit<VariableSyntax, 'end'> & { readonly kind: 'variable' };
export type SnippetMark = Range & SnippetSyntax & { readonly kind: 'snippet' };

/** A variable or the reference to a snippet, as it stands in a text. */
export type Mark = VariableMark | SnippetMark;

export type MarkedLine = {
  readonly marks: readonly Mark[];
  /** The state at the start of the next line. */
  readonly fence: Fence;
};

/**
 * Finds the variables and snippets of one line, given the state in which it starts, so that an editor can draw a part
 * of a text. Their offsets count from the start of the line.
 *
 * 1. Variables are `{{name}}`, `${name}` and `{name}`; snippets `{{> Project/Title}}`. Each is in one line.
 * 2. In fenced code there are none; in `code` between backticks all but `{name}`, which there is mostly code.
 * 3. A backslash before the first brace, or before the $, keeps it as text; two are a backslash, and it counts.
 * 4. A name begins with a letter or _, and has letters, digits, _ and - of every script. In {{ }} and ${ } it may also
 *    have dots and spaces inside; spaces around it do not count. It has at most 100 characters.
 * 5. `{name}` is none directly after an ASCII letter or digit, one of _ ^ ) ] or a } that ends no variable; and none in
 *    a line after the quote that opens a formatted string of Python, like f".
 * 6. Three braces or more are text, as is `${{`; and whatever is in braces but not as written here.
 */
export function markLine(line: string, fence: Fence): MarkedLine {
  const after = fenceAfter(line, fence);
  return { marks: fence === '' && after === '' ? marksOf(line) : [], fence: after };
}

/** Finds the variables and snippets of a text in their order. */
export function findMarks(text: string): Mark[] {
  const found: Mark[] = [];
  if (!text.includes('{')) return found;
  let fence: Fence = '';
  for (const { start, end } of linesOf(text)) {
    const line = markLine(text.slice(start, end), fence);
    fence = line.fence;
    for (const mark of line.marks) found.push(start === 0 ? mark : moved(mark, start));
  }
  return found;
}

function moved(mark: Mark, by: number): Mark {
  if (mark.kind === 'variable') return { ...mark, ...shifted(mark, by) };
  const { projectRange, titleRange } = mark;
  return {
    ...mark,
    ...shifted(mark, by),
    projectRange: shifted(projectRange, by),
    titleRange: shifted(titleRange, by),
  };
}

function shifted({ start, end }: Range, by: number): Range {
  return { start: start + by, end: end + by };
}

const formattedString = /(?<![\p{L}\p{N}_])(?:f|rf|fr)["']/iu;

/** Reading a mark stops at the next brace, where the next one may begin: no part of a line is read more than twice. */
function marksOf(line: string): Mark[] {
  const marks: Mark[] = [];
  let at = line.indexOf('{');
  if (at < 0) return marks;
  const spans = codeSpans(line);
  const formatted = formattedString.exec(line)?.index ?? line.length;
  let span = 0;
  while (at >= 0) {
    while ((spans[span]?.end ?? line.length) <= at) span += 1;
    const isCode = (spans[span]?.start ?? line.length) < at || formatted < at;
    let braces = 1;
    while (line[at + braces] === '{') braces += 1;
    const mark = markAt(line, { at, braces, isCode, joined: marks.at(-1)?.end === at });
    if (mark !== null) marks.push(mark);
    at = line.indexOf('{', mark?.end ?? at + braces);
  }
  return marks;
}

type Place = { at: number; braces: number; isCode: boolean; joined: boolean };

function markAt(line: string, { at, braces, isCode, joined }: Place): Mark | null {
  if (isEscaped(line, at)) return null;
  const afterDollar = line[at - 1] === '$';
  if (afterDollar && (braces === 2 || isEscaped(line, at - 1))) return null;
  if (braces === 2 && line[at + 2] === '>') {
    const snippet = snippetAt(line, at);
    return snippet === null ? null : { kind: 'snippet', start: at, ...snippet };
  }
  const start = afterDollar ? at - 1 : at;
  const variable = afterDollar
    ? dollarAt(line, at)
    : braces === 2
      ? doubleAt(line, at)
      : isCode
        ? null
        : singleAt(line, at, joined);
  return variable === null ? null : { kind: 'variable', start, ...variable };
}
