/**
 * Looks at a prompt without a model: each rule of `lintRules` finds what it knows of.
 *
 * 1. It is pure, never throws and changes nothing; its work grows with the length of the texts.
 * 2. Secrets are found before (`secrets/find-secrets.ts`): that takes another thread and a promise.
 * 3. A rule that is switched off by its name is not asked.
 */
import { findMarks, type VariableMark } from '#shared/templates/marks.ts';
import { partRanges, readPrompt } from '#shared/templates/prompt-parts.ts';
import type { Fix, Found, LintSubject, ReadSubject, Severity } from './finding.ts';
import { lintRules } from './lint-rules.ts';

/** One place or matter that a rule names. */
export type Finding = Found & { readonly rule: string; readonly severity: Severity };

/** Of one rule in one prompt; more say no more. */
const mostOfRule = 100;

/** Returns the findings in the order of the text; those about the whole prompt come last. `off`: names of rules. */
export function lintPrompt(subject: LintSubject, off: ReadonlySet<string> = new Set()): Finding[] {
  const read = readSubject(subject);
  const findings: Finding[] = [];
  for (const { name, severity, find } of lintRules) {
    if (off.has(name)) continue;
    let count = 0;
    for (const found of find(read)) {
      findings.push({ rule: name, severity, ...found });
      count += 1;
      if (count === mostOfRule) break;
    }
  }
  return findings.sort((one, other) => placeOf(one) - placeOf(other));
}

/**
 * Returns a text after a fix.
 *
 * @internal The editor makes the edits itself; tests of the rules compare texts.
 */
export function textWithFix(text: string, { edits }: Fix): string {
  let next = text;
  for (const edit of edits.toSorted((one, other) => other.start - one.start)) {
    next = next.slice(0, edit.start) + edit.text + next.slice(edit.end);
  }
  return next;
}

function placeOf({ range }: Found): number {
  return range?.start ?? Number.MAX_SAFE_INTEGER;
}

function readSubject(subject: LintSubject): ReadSubject {
  return {
    ...subject,
    marks: marksOf(subject.text),
    whole: readPrompt(subject.resolved),
    enabled: subject.cases.filter(({ enabled }) => enabled),
  };
}

/** A message of a chat is read by itself, as where it is filled. */
function marksOf(text: string): VariableMark[] {
  return partRanges(text).flatMap((part) =>
    findMarks(text.slice(part.start, part.end)).flatMap((mark) =>
      mark.kind === 'variable'
        ? [{ ...mark, start: mark.start + part.start, end: mark.end + part.start }]
        : [],
    ),
  );
}
