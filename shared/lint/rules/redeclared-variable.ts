import { message } from '#shared/language/message.ts';
import { variablesOf } from '#shared/templates/variables.ts';
import type { Rule } from '../finding.ts';

/** Finds places that declare a variable otherwise than the first one does, which is the one that holds. */
export const redeclaredVariable: Rule = {
  name: 'redeclared-variable',
  title: message('Variables that are declared twice'),
  severity: 'warning',
  *find({ marks }) {
    for (const { name, start, end } of variablesOf(marks).conflicts) {
      yield {
        range: { start, end },
        reason: {
          sentence: message('{name} is declared above; this type or default has no effect.'),
          values: { name },
        },
        fix: {
          label: { sentence: message('Leave the name alone here') },
          edits: [{ start, end, text: `{{${name}}}` }],
        },
      };
    }
  },
};
