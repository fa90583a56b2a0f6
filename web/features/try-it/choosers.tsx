import { Button, Flex, Span } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LuChevronDown } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { namedVersionsOf } from '../../data/queries/palette-rows.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { Menu, MenuCheck, MenuItem, MenuSeparator } from '../../ui/menu/menu.tsx';
import { modelKey } from './columns.ts';
import type { TriedModels } from './use-tried-models.ts';
import type { TryIt } from './use-try-it.ts';

type ChoosersProps = { readonly tryIt: TryIt; readonly promptId: number; onOpenModels(): void };

/** A menu for each thing that a run is made of. */
export function Choosers({ tryIt, promptId, onOpenModels }: ChoosersProps) {
  const { models, texts, sets, files } = tryIt;
  const setName = (id: number | null) =>
    id === null ? t('As in Variables') : (sets.find((set) => set.id === id)?.name ?? '');
  return (
    <Flex gap="2" wrap="wrap">
      <ModelChooser {...{ models, onOpenModels }} />
      <TextChooser {...{ texts, promptId }} />
      <Chooser label={t('Values')} chosen={texts.sets.map(setName)}>
        {[null, ...sets.map(({ id }) => id)].map((id) => (
          <MenuCheck
            key={id}
            staysOpen
            checked={texts.sets.includes(id)}
            onToggle={() => texts.toggleSet(id)}
          >
            {setName(id)}
          </MenuCheck>
        ))}
      </Chooser>
      {files.length > 0 && (
        <Chooser
          label={t('Files')}
          chosen={files.filter(({ id }) => texts.files.includes(id)).map(({ name }) => name)}
        >
          {files.map(({ id, name }) => (
            <MenuCheck
              key={id}
              staysOpen
              checked={texts.files.includes(id)}
              onToggle={() => texts.toggleFile(id)}
            >
              {name}
            </MenuCheck>
          ))}
        </Chooser>
      )}
    </Flex>
  );
}

type ModelChooserProps = {
  readonly models: TriedModels;
  /** Left out: they cannot be opened from here. */
  onOpenModels?(): void;
};

export function ModelChooser({ models, onOpenModels }: ModelChooserProps) {
  const entries = models.entries ?? [];
  const nameOf = (key: string) => entries.find((entry) => modelKey(entry) === key)?.name ?? '';
  return (
    <Chooser label={t('Models')} chosen={models.chosen.map(nameOf)}>
      {entries.map((entry) => (
        <MenuCheck
          key={modelKey(entry)}
          staysOpen
          checked={models.chosen.includes(modelKey(entry))}
          hint={entry.from === 'node' ? t('by the server') : undefined}
          onToggle={() => models.toggle(modelKey(entry))}
        >
          {entry.name}
        </MenuCheck>
      ))}
      {onOpenModels !== undefined && <MenuSeparator />}
      {onOpenModels !== undefined && <MenuItem onSelect={onOpenModels}>{t('Models...')}</MenuItem>}
    </Chooser>
  );
}

/** An older version can be opened in the history, and is then tried as it stands in the editor. */
const versionsListed = 30;

type TextChooserProps = {
  readonly texts: Pick<TryIt['texts'], 'versions' | 'toggleVersion'>;
  readonly promptId: number;
};

export function TextChooser({ texts, promptId }: TextChooserProps) {
  const library = useLibrary();
  const all = useLive(() => namedVersionsOf(library, promptId), [library, promptId]) ?? [];
  const listed = all.filter(({ id }, place) => place < versionsListed || texts.versions.includes(id));
  const nameOf = (id: number | null) =>
    id === null
      ? t('Current text')
      : t('Version {number}', { number: all.find((version) => version.id === id)?.version ?? '' });
  return (
    <Chooser label={t('Texts')} chosen={texts.versions.map(nameOf)}>
      {[{ id: null, labels: [] as readonly string[] }, ...listed].map(({ id, labels }) => (
        <MenuCheck
          key={id}
          staysOpen
          checked={texts.versions.includes(id)}
          hint={labels.length === 0 ? undefined : labels.join(', ')}
          onToggle={() => texts.toggleVersion(id)}
        >
          {nameOf(id)}
        </MenuCheck>
      ))}
    </Chooser>
  );
}

type ChooserProps = {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly children: ReactNode;
};

/** A button that names what is chosen, and its menu. */
function Chooser({ label, chosen: [first, ...others], children }: ChooserProps) {
  return (
    <Menu
      label={label}
      side="start"
      trigger={
        <Button size="sm" variant="outline" maxW="full">
          <Span color="fg.muted">{label}</Span>
          <Span truncate dir="auto">
            {first ?? t('none')}
          </Span>
          {others.length > 0 && <Span>+{others.length}</Span>}
          <LuChevronDown />
        </Button>
      }
    >
      {children}
    </Menu>
  );
}
