import { Text } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { MarkedName } from '../../ui/options/marked-name.tsx';
import { OptionLine } from '../../ui/options/option-line.tsx';
import { OptionList, type OptionListProps } from '../../ui/options/option-list.tsx';
import { Keys } from '../../ui/shortcuts/shortcut-list.tsx';
import { EntryIcon, keyOf, kindWord, type PaletteEntry } from './palette-entries.tsx';

export type PaletteOptionsProps = Pick<
  OptionListProps<PaletteEntry>,
  'list' | 'listId' | 'optionId' | 'active' | 'onActivate' | 'onChoose'
>;

/** The list of the palette. */
export function PaletteOptions(props: PaletteOptionsProps) {
  const { list } = props;
  if (list.stops.length === 0) {
    return (
      <Text role="status" py="6" px="4.5" color="fg.muted" textAlign="center">
        {t('Nothing has this name. To look inside prompts, use the search.')}
      </Text>
    );
  }
  return (
    <OptionList
      {...props}
      label={t('Commands and names')}
      keyOf={keyOf}
      renderOption={(entry) => (
        <OptionLine
          icon={<EntryIcon entry={entry} />}
          title={<MarkedName title={entry.title} name={entry.name} words={list.words} />}
          detail={entry.detail}
          kind={kindWord(entry)}
        >
          {entry.keys !== undefined && <Keys keys={entry.keys} />}
        </OptionLine>
      )}
    />
  );
}
