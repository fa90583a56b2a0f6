/** Reads and writes a text with YAML before it, between two lines of three dashes; the text is kept to the code unit. */
import { jsonSettings } from '#shared/model/prompt-settings.ts';
import { withoutMark } from './bytes.ts';
import type { Reason } from './files.ts';
import { readYaml, writeYaml } from './yaml.ts';

export type SplitText = { readonly head: string; readonly body: string };

export type ReadFrontMatter =
  | { kind: 'none' }
  | { kind: 'refused'; reason: Reason }
  | { kind: 'found'; fields: Readonly<Record<string, unknown>>; head: string; body: string };

const opening = /^---[ \t]*\r?\n/;
/** Not by the flag for several lines, to which U+2028 within a text is an end of a line too. */
const closing = /(?<=^|\n)---[ \t]*(?:\r?\n|$)/;

/** Returns what stands between the lines of dashes and what comes after them, or null if a text has no such beginning. */
function splitFrontMatter(text: string): SplitText | null {
  const marked = withoutMark(text);
  const open = opening.exec(marked);
  if (open === null) return null;
  const rest = marked.slice(open[0].length);
  const close = closing.exec(rest);
  if (close === null) return null;
  return { head: rest.slice(0, close.index), body: rest.slice(close.index + close[0].length) };
}

/**
 * `asTexts`: fields whose numbers, truths and dates are texts. `isLoose`: of a tool whose people write texts that YAML reads
 * as something else, such as `globs: *.ts`.
 */
export function readFrontMatter(
  text: string,
  { asTexts = ['title', 'tags'], isLoose = false }: { asTexts?: readonly string[]; isLoose?: boolean } = {},
): ReadFrontMatter {
  const split = splitFrontMatter(text);
  if (split === null) return { kind: 'none' };
  const exact = readYaml(split.head, { asTexts });
  const read = exact.ok || !isLoose ? exact : readYaml(withQuotes(split.head), { asTexts });
  if (!read.ok) return { kind: 'refused', reason: read.reason };
  const fields = fieldsOf(read.value);
  return fields === null ? { kind: 'none' } : { kind: 'found', fields, ...split };
}

const oddValue = /^([A-Za-z][\w-]{0,99}):[ \t]+([*@`%[{].*|(?!["'|>&!]).*(?:: | #).*)$/;

/** Puts quotes around the texts of single lines that YAML takes for something else. */
function withQuotes(head: string): string {
  return head
    .split(/\r?\n/)
    .map((line) => {
      const [, name, value] = line.length > 5000 ? [] : (oddValue.exec(line) ?? []);
      return name === undefined || value === undefined ? line : `${name}: ${JSON.stringify(value.trim())}`;
    })
    .join('\n');
}

/** JSON of settings stands there as a person wrote it. */
export function writeFrontMatter(fields: Readonly<Record<string, unknown>>, body: string): string {
  return `---\n${writeYaml(fields, { asBlocks: jsonSettings })}---\n${body}`;
}

function fieldsOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}
