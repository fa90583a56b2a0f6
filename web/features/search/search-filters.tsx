import { Input, SimpleGrid } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { outlineOf } from '../../data/queries/queries.ts';
import type { SearchChoices, SearchFilter } from '../../data/search/search-filter.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { Field } from '../../ui/field/field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';

type SearchFiltersProps = {
  readonly choices: SearchChoices;
  readonly filter: SearchFilter;
  onFilter(filter: SearchFilter): void;
};

/** Which prompts are looked through. A filter that nothing could be chosen in is left out. */
export function SearchFilters({ choices, filter, onFilter }: SearchFiltersProps) {
  const library = useLibrary();
  const projects = useLive(async () => (await outlineOf(library)).projects, [library]) ?? [];
  const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
  return (
    <SimpleGrid minChildWidth="9rem" columnGap="3" rowGap="2">
      <SelectField
        label={t('Project')}
        value={String(filter.projectId ?? '')}
        options={[
          { value: '', label: t('All projects') },
          ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(id) => onFilter({ ...filter, projectId: id === '' ? null : Number(id) })}
      />
      {choices.tags.length > 0 && (
        <SelectField
          label={t('Tag')}
          value={filter.tag ?? ''}
          options={[{ value: '', label: t('All tags') }, ...named(choices.tags)]}
          onChange={(tag) => onFilter({ ...filter, tag: tag === '' ? null : tag })}
        />
      )}
      {choices.labels.length > 0 && (
        <SelectField
          label={t('Label')}
          value={filter.label ?? ''}
          options={[{ value: '', label: t('All labels') }, ...named(choices.labels)]}
          onChange={(label) => onFilter({ ...filter, label: label === '' ? null : label })}
        />
      )}
      <Field label={t('Saved since')}>
        <Input
          type="date"
          value={filter.since === null ? '' : dayOf(filter.since)}
          onChange={({ target }) => onFilter({ ...filter, since: dateOf(target.value) })}
        />
      </Field>
    </SimpleGrid>
  );
}

/** The beginning of a day here; null of what is no day. */
function dateOf(day: string): string | null {
  const date = new Date(`${day}T00:00`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function dayOf(date: string): string {
  const at = new Date(date);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
