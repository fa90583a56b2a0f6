import { message } from '#shared/language/message.ts';
import type { VariableMark } from '#shared/templates/marks.ts';
import type { Fix, Found, ReadSubject, Rule } from '../finding.ts';
import { nearName } from '../near-name.ts';
import { renamed } from './renamed-variable.ts';

/** Finds variables without a default that no value set and no enabled case has, once there are any of these. */
export const undefinedVariable: Rule = {
  name: 'undefined-variable',
  title: message('Variables without a value'),
  severity: 'warning',
  *find(subject) {
    const sources = [...subject.valueSets, ...subject.enabled];
    if (sources.length === 0) return;
    const given = new Set(sources.flatMap(({ values }) => Object.keys(values)));
    const { variables } = subject.whole.found;
    const isFilled = new Set(
      variables
        .filter(({ name, field }) => field.default !== null || given.has(name))
        .map(({ name }) => name),
    );
    const names = new Set(variables.map(({ name }) => name));
    const unused = [...given].filter((name) => !names.has(name));
    for (const mark of subject.marks) {
      if (!isFilled.has(mark.name)) yield foundAt(mark, subject, unused);
    }
  },
};

function foundAt(mark: VariableMark, { text }: ReadSubject, unused: readonly string[]): Found {
  const { name, start, end } = mark;
  const reason = {
    sentence: message('No value set and no test case has a value for {name}.'),
    values: { name },
  };
  const near = nearName(name, unused);
  return { range: { start, end }, reason, fix: near === null ? null : fixBy(text, mark, near) };
}

function fixBy(text: string, mark: VariableMark, near: string): Fix | null {
  const edit = renamed(text, mark, near);
  if (edit === null) return null;
  return { label: { sentence: message('Rename it to {name}'), values: { name: near } }, edits: [edit] };
}
