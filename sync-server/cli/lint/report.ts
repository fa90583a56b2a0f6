/** Writes what was found: a line for each finding, or one JSON. Neither has a word of a text, so that no log has a secret. */
import { t } from '#shared/language/translate.ts';
import type { Finding } from '#shared/lint/lint-prompt.ts';
import { linesOf } from '#shared/templates/lines.ts';
import type { PromptToLint } from './prompt-to-lint.ts';

export type ReportedFinding = {
  readonly prompt: string;
  readonly rule: string;
  readonly severity: Finding['severity'];
  /** From 1, of the file or of the text; null: of the prompt as a whole. Columns count UTF-16 units. */
  readonly line: number | null;
  readonly column: number | null;
  readonly reason: string;
  readonly fix: string | null;
};

export function reportedFindings(
  { name, subject, linesBefore }: PromptToLint,
  findings: readonly Finding[],
): ReportedFinding[] {
  const places = placesIn(subject.text, findings);
  return findings.map(({ rule, severity, reason, fix, range }) => {
    const place = range === null ? undefined : places.get(range.start);
    return {
      ...{ prompt: name, rule, severity },
      line: place === undefined ? null : place.line + linesBefore,
      column: place?.column ?? null,
      reason: t(reason.sentence, reason.values),
      fix: fix === null ? null : t(fix.label.sentence, fix.label.values),
    };
  });
}

/** As compilers write it, so that editors lead to the place. */
export function lineOf({ prompt, rule, severity, line, column, reason, fix }: ReportedFinding): string {
  const at = line === null ? '' : `:${line}:${column}`;
  return `${prompt}${at}: ${severity} ${rule}: ${reason}${fix === null ? '' : ` Fix: ${fix}.`}`;
}

type Place = { readonly line: number; readonly column: number };

/** Goes through the text once, however many findings there are; they come in its order. */
function placesIn(text: string, findings: readonly Finding[]): Map<number, Place> {
  const places = new Map<number, Place>();
  const starts = findings.flatMap(({ range }) => (range === null ? [] : [range.start]));
  let at = 0;
  let line = 0;
  for (const { start, next } of linesOf(text)) {
    line += 1;
    for (; at < starts.length; at += 1) {
      const wanted = starts[at] ?? 0;
      if (wanted >= next && next < text.length) break;
      places.set(wanted, { line, column: wanted - start + 1 });
    }
  }
  return places;
}
