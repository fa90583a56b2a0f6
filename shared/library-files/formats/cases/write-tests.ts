import { variableMarks } from '#shared/templates/variables.ts';
import { cellsOf } from '../table.ts';
import { type FoundCase, fieldsInNotes, metadataWith } from './case-notes.ts';
import { guardedValues } from './guarded-values.ts';

/** The names that variables have in the written file; those that are not in it keep theirs. */
type Names = ReadonlyMap<string, string>;

/** Returns a case as a test of promptfoo: `TestReader` reads it back. `defaults`: the usual values of variables. */
export function testOfCase(
  { name, enabled, values: own, checks, threshold, notes }: FoundCase,
  { names = new Map(), defaults: usual = {} }: { names?: Names; defaults?: FoundCase['values'] } = {},
): Record<string, unknown> {
  const values = { ...usual, ...own };
  const defaults = Object.entries(usual).filter(([each]) => !Object.hasOwn(own, each));
  const { notes: written, fields } = fieldsInNotes(notes);
  const { metadata: others, ...more } = fields;
  const nameOf = (each: string) => names.get(each) ?? each;
  const named = (of: readonly [string, string][]) =>
    of.map(([each, value]): [string, string] => [nameOf(each), value]);
  const metadata = metadataWith(
    {
      ...{ notes: written, enabled, checks: checks.filter(isOwnCheck) },
      defaults: Object.fromEntries(named(defaults)),
    },
    others,
  );
  return {
    ...more,
    description: name,
    vars: guardedValues(named(Object.entries(values))),
    assert: checks.filter((check) => !isOwnCheck(check)).map((check) => renamed(check, { values, names })),
    ...(threshold === null ? {} : { threshold }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** True for a check that promptfoo would refuse: one of ours, or no assertion at all. */
export function isOwnCheck(check: unknown): boolean {
  const type = cellsOf(check)?.type;
  return typeof type !== 'string' || /^(not-)?promptory:/.test(type);
}

/** Returns a check in which the values of the case are filled in by the names of the file. */
function renamed(value: unknown, by: { values: FoundCase['values']; names: Names }): unknown {
  if (typeof value === 'string') return renamedText(value, by);
  if (Array.isArray(value)) return value.map((each) => renamed(each, by));
  const fields = cellsOf(value);
  if (fields === null) return value;
  return Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, renamed(each, by)]));
}

function renamedText(text: string, { values, names }: { values: FoundCase['values']; names: Names }): string {
  if (names.size === 0) return text;
  let written = '';
  let end = 0;
  for (const { start, end: next, name } of variableMarks(text)) {
    const own = names.get(name) ?? name;
    const isSame = own === name && text.startsWith('{{', start);
    if (isSame || !Object.hasOwn(values, name)) continue;
    written += `${text.slice(end, start)}{{ ${own} }}`;
    end = next;
  }
  return written + text.slice(end);
}
