import { message } from '#shared/language/message.ts';
import type { Rule } from '../finding.ts';

const mostOptions = 5;

/** Finds options of a `select` that no enabled case has, once there is such a case. One without a value has the default. */
export const untestedOption: Rule = {
  name: 'untested-option',
  title: message('Options that no test case has'),
  severity: 'note',
  *find({ whole, marks, enabled }) {
    if (enabled.length === 0) return;
    for (const { name, field } of whole.found.variables) {
      if (field.type !== 'select') continue;
      const tested = new Set(enabled.map(({ values }) => givenValue(values, name) ?? field.default));
      const untested = field.options.filter((option) => !tested.has(option));
      if (untested.length === 0) continue;
      const place = marks.find((mark) => mark.name === name && mark.field !== null);
      const more = untested.length - mostOptions;
      const shown = untested.slice(0, mostOptions).join(', ');
      yield {
        range: place === undefined ? null : { start: place.start, end: place.end },
        reason: {
          sentence: message('No test case has these options of {name}: {options}.'),
          values: { name, options: more > 0 ? `${shown} +${more}` : shown },
        },
        fix: null,
      };
    }
  },
};

function givenValue(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
