import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import { LuGitCompare } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';

export type SelectionBarProps = {
  readonly count: number;
  onAll(): void;
  onNone(): void;
  onCompare(): void;
  onDelete(): void;
};

/** The buttons for the selected versions, and how many they are. */
export function SelectionBar({ count, onAll, onNone, onCompare, onDelete }: SelectionBarProps) {
  return (
    <Stack
      role="toolbar"
      aria-label={t('Selected versions')}
      flex="none"
      gap="1"
      px="2"
      pt="1"
      pb="2"
      borderBottomWidth="1px"
    >
      <HStack gap="1">
        <Button variant="ghost" size="sm" onClick={onAll}>
          {t('All')}
        </Button>
        <Button variant="ghost" size="sm" onClick={onNone}>
          {t('None')}
        </Button>
        <Text
          role="status"
          flex="1"
          pe="1"
          textAlign="end"
          textStyle="xs"
          fontVariantNumeric="tabular-nums"
          color="fg.muted"
        >
          {t('{count, number} selected', { count })}
        </Text>
      </HStack>
      <HStack gap="1">
        <Button
          flex="1"
          size="sm"
          disabled={count !== 2}
          data-tooltip={t('Compares the two selected versions')}
          onClick={onCompare}
        >
          <LuGitCompare />
          {t('Compare')}
        </Button>
        <Button
          flex="1"
          size="sm"
          variant="solid"
          colorPalette="danger"
          disabled={count === 0}
          onClick={onDelete}
        >
          {t('Delete')}
        </Button>
      </HStack>
    </Stack>
  );
}
