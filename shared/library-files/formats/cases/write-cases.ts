import { writeYaml } from '../../yaml.ts';
import type { FoundCase } from './case-notes.ts';
import { casesAsCsv } from './cases-csv.ts';
import { itemOfCase } from './langfuse-items.ts';
import { testOfCase } from './write-tests.ts';

/** The forms in which the cases of a prompt leave the app. */
export const caseFormats = ['csv', 'jsonl', 'promptfoo', 'langfuse'] as const;
export type CaseFormat = (typeof caseFormats)[number];

/** Returns cases as the text of a file; `readCasesFile` reads each form back. */
export function writeCases(cases: readonly FoundCase[], format: CaseFormat): string {
  switch (format) {
    case 'csv':
      return casesAsCsv(cases);
    case 'jsonl':
      return asLines(cases.map((row) => testOfCase(row)));
    case 'langfuse':
      return asLines(cases.map((row) => itemOfCase(row)));
    case 'promptfoo':
      // Its reader is one of YAML 1.1, which takes more texts for dates and numbers.
      return writeYaml(
        cases.map((row) => testOfCase(row)),
        { compat: 'yaml-1.1' },
      );
  }
}

function asLines(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
