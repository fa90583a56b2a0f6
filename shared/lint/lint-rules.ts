import type { Rule } from './finding.ts';
import { brokenSnippet } from './rules/broken-snippet.ts';
import { redeclaredVariable } from './rules/redeclared-variable.ts';
import { schemaContradiction } from './rules/schema-contradiction.ts';
import { secret } from './rules/secret.ts';
import { similarVariable } from './rules/similar-variable.ts';
import { tooLong } from './rules/too-long.ts';
import { undefinedVariable } from './rules/undefined-variable.ts';
import { untestedOption } from './rules/untested-option.ts';
import { unusedValue } from './rules/unused-value.ts';

/** The rules, in the order in which they are listed. `docs/lint.md` describes each. */
export const lintRules: readonly Rule[] = [
  secret,
  undefinedVariable,
  similarVariable,
  redeclaredVariable,
  brokenSnippet,
  schemaContradiction,
  tooLong,
  unusedValue,
  untestedOption,
];
