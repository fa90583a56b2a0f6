import type { LintSubject } from './finding.ts';

/** Returns a prompt to look at, of a text and whatever else a test needs. */
export function exampleSubject(text: string, more: Partial<LintSubject> = {}): LintSubject {
  return {
    text,
    resolved: text,
    broken: [],
    references: [],
    settings: {},
    valueSets: [],
    cases: [],
    contextWindow: null,
    secrets: [],
    ...more,
  };
}
