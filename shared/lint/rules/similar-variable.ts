import { message } from '#shared/language/message.ts';
import type { VariableMark } from '#shared/templates/marks.ts';
import type { Found, Rule } from '../finding.ts';
import { renamed } from './renamed-variable.ts';

/** Finds variables whose names differ by large and small letters, spaces, dots, `_` or `-` alone, but for those between digits. */
export const similarVariable: Rule = {
  name: 'similar-variable',
  title: message('Names of variables that differ by a detail'),
  severity: 'warning',
  *find({ text, marks }) {
    const alike = Map.groupBy(marks, ({ name }) =>
      name.toLowerCase().replace(/(?<!\d)[\s._-]|[\s._-](?!\d)/g, ''),
    );
    for (const places of alike.values()) {
      const kept = commonest(places);
      for (const mark of places) if (mark.name !== kept) yield foundAt(text, mark, kept);
    }
  },
};

function foundAt(text: string, mark: VariableMark, kept: string): Found {
  const { start, end, name } = mark;
  const values = { name, other: kept };
  const edit = renamed(text, mark, kept);
  return {
    range: { start, end },
    reason: { sentence: message('{name} and {other} are two variables.'), values },
    fix:
      edit === null
        ? null
        : { label: { sentence: message('Rename it to {name}'), values: { name: kept } }, edits: [edit] },
  };
}

/** Returns the name that most of the places have; the first one of those that have as many. */
function commonest(places: readonly VariableMark[]): string {
  const counts = new Map<string, number>();
  for (const { name } of places) counts.set(name, (counts.get(name) ?? 0) + 1);
  let kept = '';
  let most = 0;
  for (const [name, count] of counts) if (count > most) [kept, most] = [name, count];
  return kept;
}
