import { message } from '#shared/language/message.ts';
import type { Rule } from '../finding.ts';

const mostPlaces = 3;

/** Finds values of value sets and enabled cases whose variable the text with its snippets does not have. */
export const unusedValue: Rule = {
  name: 'unused-value',
  title: message('Values without a variable'),
  severity: 'note',
  *find({ whole, valueSets, enabled }) {
    const names = new Set(whole.found.variables.map(({ name }) => name));
    const unused = new Map<string, string[]>();
    for (const { name: source, values } of [...valueSets, ...enabled]) {
      for (const name of Object.keys(values)) {
        if (names.has(name)) continue;
        const places = unused.get(name) ?? [];
        unused.set(name, places);
        places.push(source);
      }
    }
    for (const [name, places] of unused) {
      const more = places.length - mostPlaces;
      const shown = places.slice(0, mostPlaces).join(', ');
      yield {
        range: null,
        reason: {
          sentence: message('{name} has a value in {places}, and the text has no such variable.'),
          values: { name, places: more > 0 ? `${shown} +${more}` : shown },
        },
        fix: null,
      };
    }
  },
};
