/** Finds what can be completed at the caret, and what a choice writes there. */

import { isEscaped, nextBrace } from '#shared/templates/escapes.ts';
import { formatReference, type Pin, type SnippetName, snippetAt } from '#shared/templates/snippet-syntax.ts';
import { foldLetters, queryWords, rankEntries } from '#shared/text/fuzzy-match.ts';

/** A reference that is being written; `from` is where it begins in its line. */
export type Completion = {
  readonly from: number;
  readonly query: string;
  /** Behind an @: the prompt whose versions and labels are to be listed, if there is one of that name. */
  readonly pinned: { readonly name: SnippetName; readonly query: string } | null;
};

/** Returns null where no reference is open before the caret. */
export function completionAt(line: string, caret: number): Completion | null {
  const from = caret < 3 ? -1 : line.lastIndexOf('{{>', caret - 3);
  if (from < 0 || isEscaped(line, from) || line[from - 1] === '{' || line[from - 1] === '$') return null;
  const brace = nextBrace(line, from + 3);
  if (brace >= 0 && brace < caret) return null;
  const query = line.slice(from + 3, caret);
  return { from, query, pinned: pinnedIn(query) };
}

function pinnedIn(query: string): Completion['pinned'] {
  const sign = query.lastIndexOf('@');
  if (sign < 0 || isEscaped(query, sign)) return null;
  const name = snippetAt(`{{>${query.slice(0, sign)}}}`, 0);
  if (name === null || name.pin !== null) return null;
  return { name: { project: name.project, title: name.title }, query: query.slice(sign + 1).trim() };
}

/** Something that can be chosen. */
export type Choice = { readonly name: SnippetName; readonly pin: Pin; readonly detail: string };

export type RankedNames = { rank(query: string): readonly Choice[] };

const mostChoices = 50;

/** Folds the names once, for every key that follows. */
export function rankedNames(names: readonly SnippetName[]): RankedNames {
  const entries = names.map(({ project, title }) => ({
    name: foldLetters(title),
    beside: foldLetters(project),
    weight: 0,
  }));
  return {
    rank: (query) =>
      rankEntries(queryWords(query.replace(/[\\/]/g, ' ')), entries)
        .slice(0, mostChoices)
        .flatMap((at) => names[at] ?? [])
        .map((name) => ({ name, pin: null, detail: '' })),
  };
}

export type ChosenRange = { readonly from: number; readonly to: number; readonly insert: string };

/** Returns the change of the line that writes a choice; `isOpen` leaves it open behind an @. */
export function chosenRange(
  line: string,
  { from, caret }: { readonly from: number; readonly caret: number },
  { choice, isOpen = false }: { readonly choice: Choice; readonly isOpen?: boolean },
): ChosenRange {
  const written = formatReference({ ...choice.name, pin: choice.pin });
  if (isOpen) return { from, to: caret, insert: `${written.slice(0, -2)}@` };
  return { from, to: endOf(line, { from, caret }, choice), insert: written };
}

/** Returns the end of what a choice replaces: the rest of the reference too, if it is the end of the chosen name. */
function endOf(line: string, { from, caret }: { from: number; caret: number }, { name }: Choice): number {
  const end = snippetAt(line, from)?.end ?? nextBrace(line, caret) + 2;
  if (end < caret + 2 || line.slice(end - 2, end) !== '}}') return caret;
  const rest = line.slice(caret, end - 2).trim();
  return rest === '' || name.title.endsWith(rest) ? end : caret;
}
