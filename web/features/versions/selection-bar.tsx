import { Button } from '@chakra-ui/react';
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
    <div className="version-selection" role="toolbar" aria-label={t('Selected versions')}>
      <Button variant="ghost" size="sm" onClick={onAll}>
        {t('All')}
      </Button>
      <Button variant="ghost" size="sm" onClick={onNone}>
        {t('None')}
      </Button>
      <span className="version-selected" role="status">
        {t('{count, number} selected', { count })}
      </span>
      <Button
        size="sm"
        disabled={count !== 2}
        data-tooltip={t('Compares the two selected versions')}
        onClick={onCompare}
      >
        <LuGitCompare />
        {t('Compare')}
      </Button>
      <Button variant="solid" colorPalette="danger" size="sm" disabled={count === 0} onClick={onDelete}>
        {t('Delete')}
      </Button>
    </div>
  );
}
