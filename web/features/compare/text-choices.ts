/** Lists the texts of a prompt that a side of a comparison can be, and all prompts. */
import { t } from '#shared/language/translate.ts';
import { type FuzzyEntry, foldLetters, queryWords, rankEntries } from '#shared/text/fuzzy-match.ts';
import type { NamedVersion } from '../../data/queries/palette-rows.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { type OptionRows, optionRows } from '../../ui/options/option-rows.ts';

export type ChoiceTarget =
  | { readonly kind: 'text'; readonly versionId: number | null }
  | { readonly kind: 'prompt'; readonly id: number; readonly color: string }
  /** Leads to the list of all prompts. */
  | { readonly kind: 'prompts' };

export type Choice = FuzzyEntry & {
  readonly target: ChoiceTarget;
  readonly title: string;
  /** A description, or the project. */
  readonly detail: string;
  readonly labels: readonly string[];
};

const noLabels: readonly string[] = [];

/** Returns the current text of a prompt, and its versions. */
export function textChoices(versions: readonly NamedVersion[]): Choice[] {
  const current = t('Current text');
  return [
    choice({ kind: 'text', versionId: null }, current),
    ...versions.map(({ id, version, description, labels }) =>
      choice({ kind: 'text', versionId: id }, t('Version {number}', { number: version }), {
        detail: description,
        labels,
      }),
    ),
  ];
}

export function promptChoices({ projects, prompts }: Outline): Choice[] {
  const places = new Map(projects.map((project) => [project.id, project]));
  return prompts.map(({ id, title, projectId }) => {
    const project = places.get(projectId);
    const target = { kind: 'prompt', id, color: project?.color ?? 'gray' } as const;
    return choice(target, title, { detail: project?.name ?? '' });
  });
}

function choice(
  target: ChoiceTarget,
  title: string,
  { detail = '', labels = noLabels }: Partial<Pick<Choice, 'detail' | 'labels'>> = {},
): Choice {
  const beside = foldLetters([...labels, detail].join(' '));
  return { ...{ target, title, detail, labels, beside }, name: foldLetters(title), weight: 0 };
}

/** Returns those that a query finds, below a heading; the way to another prompt stays as the last one. */
export function choiceRows(
  choices: readonly Choice[],
  query: string,
  { heading, hasOthers }: { readonly heading: string; readonly hasOthers: boolean },
): OptionRows<Choice> {
  const words = queryWords(query);
  const found = rankEntries(words, choices).flatMap((index) => choices[index] ?? []);
  const others = hasOthers ? [choice({ kind: 'prompts' }, t('Another prompt...'))] : [];
  return optionRows([{ title: heading, entries: found }, { entries: others }], words);
}

/** Returns a name of a choice that no other one in its list has. */
export function choiceKey({ target }: Choice): string {
  switch (target.kind) {
    case 'text':
      return `text-${target.versionId}`;
    case 'prompt':
      return `prompt-${target.id}`;
    case 'prompts':
      return 'prompts';
  }
}
