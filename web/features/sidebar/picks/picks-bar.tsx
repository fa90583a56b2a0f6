import { Button, chakra, Flex, HStack, Text } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import {
  LuFileOutput,
  LuFolderInput,
  LuGitCompare,
  LuStar,
  LuStarOff,
  LuTag,
  LuTags,
  LuTrash2,
  LuX,
} from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { ProgressBar } from '../../../ui/dialog-parts/progress-bar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { pressedKey } from '../../../ui/keys/pressed-key.ts';
import { moveAlong } from '../../../ui/shortcuts/move-along.ts';
import type { Bulk, BulkAct, PickedRows } from './tree-picks.ts';
import type { TreePicks } from './use-tree-picks.ts';

export interface PicksBarProps {
  readonly picks: TreePicks;
  readonly bulk: Bulk;
  /** Called once no row is selected any more: the bar, which has the focus, is about to go. */
  onLeft(): void;
}

/** In the place of the sidebar's head, so that no row moves away from under the pointer. */
const Place = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    gap: '1',
    px: '2',
    bg: 'accent.subtle',
    borderBottomWidth: '1px',
  },
});

/** Says how many rows are selected, and offers what can be done with all of them. */
export function PicksBar({ picks, bulk, onLeft }: PicksBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const { underWay } = bulk;
  if (underWay !== null) return <UnderWayBar {...underWay} onStop={bulk.onStop} />;
  function leave(): void {
    picks.leave();
    onLeft();
  }
  function onKeyDown(event: KeyboardEvent): void {
    moveAlong(event, bar.current);
    if (pressedKey(event) !== 'Escape') return;
    event.preventDefault();
    leave();
  }
  return (
    <Place ref={bar} role="toolbar" aria-label={t('Selected rows')} onKeyDown={onKeyDown}>
      <HStack gap="1">
        <Text flex="1" ps="2" truncate fontSize="sm" fontWeight="medium" fontVariantNumeric="tabular-nums">
          {t('{count, number} selected', { count: picks.rows.length })}
        </Text>
        {picks.rows.length === 2 && picks.rows[0]?.kind === 'prompt' && (
          <IconButton
            size="sm"
            label={t('Compare')}
            icon={<LuGitCompare />}
            onClick={() => bulk.onAct('compare', picks.rows)}
          />
        )}
        <IconButton size="sm" label={t('End selection')} icon={<LuX />} onClick={leave} />
      </HStack>
      <Flex gap="1" justify="space-between">
        {actsFor(picks.rows).map(({ act, label, icon, danger }) => (
          <IconButton
            key={act}
            size="sm"
            {...{ label, icon }}
            {...(danger ? { color: 'danger.fg' } : {})}
            onClick={() => bulk.onAct(act, picks.rows)}
          />
        ))}
      </Flex>
    </Place>
  );
}

type Offer = {
  readonly act: BulkAct;
  readonly label: string;
  readonly icon: ReactNode;
  readonly danger?: true;
};

/** Files stay in their project, and have no tags. */
function actsFor(rows: PickedRows): readonly Offer[] {
  const remove: Offer = { act: 'delete', label: t('Delete...'), icon: <LuTrash2 />, danger: true };
  const [first] = rows;
  if (first === undefined || first.kind === 'file') return [remove];
  const areFavorites = rows.every((row) => row.kind === 'prompt' && row.isFavorite);
  return [
    { act: 'move', label: t('Move to project...'), icon: <LuFolderInput /> },
    { act: 'tags', label: t('Tags...'), icon: <LuTags /> },
    areFavorites
      ? { act: 'favorite', label: t('Remove from favourites'), icon: <LuStarOff /> }
      : { act: 'favorite', label: t('Add to favourites'), icon: <LuStar /> },
    { act: 'label', label: t('Label...'), icon: <LuTag /> },
    { act: 'export', label: t('Export…'), icon: <LuFileOutput /> },
    remove,
  ];
}

type UnderWayBarProps = NonNullable<Bulk['underWay']> & { onStop(): void };

function UnderWayBar({ text, done, of, onStop }: UnderWayBarProps) {
  const label = useId();
  return (
    <Place>
      <HStack gap="1" px="2" justify="space-between">
        <Text id={label} role="status" fontSize="sm">
          {text}
        </Text>
        <Button size="sm" onClick={onStop}>
          {t('Cancel')}
        </Button>
      </HStack>
      <ProgressBar aria-labelledby={label} progress={{ done, of }} />
    </Place>
  );
}
