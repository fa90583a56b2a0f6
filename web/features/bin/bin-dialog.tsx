import { Box, Button, Stack, Text } from '@chakra-ui/react';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { fileSize } from '#shared/text/file-size.ts';
import { daysInBin, mostBinBytes } from '../../data/bin/clear-bin.ts';
import type { BinItem } from '../../data/database/library-db.ts';
import { useLibrary, useNow } from '../../session/open-library-context.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { VirtualList } from '../../ui/list/virtual-list.tsx';
import { useNotify } from '../../ui/provider.tsx';
import type { ScreenProps } from '../on-demand.tsx';
import { BinPreview } from './bin-preview.tsx';
import { BinRow } from './bin-row.tsx';
import { foundItems, itemName } from './bin-words.ts';
import { type BinQuestion, useBin } from './use-bin.ts';
import './bin.css';

/** From so many on it is worth searching. */
const searchedFrom = 8;

/** Lists what was deleted in the last 30 days, to be restored or deleted for good. */
export function BinDialog({ open, onClose }: ScreenProps<true>) {
  const library = useLibrary();
  const now = useNow();
  const bin = useBin(library, useNotify());
  const { items } = bin;
  const start = useRef<HTMLDivElement>(null);
  const [question, setQuestion] = useState<BinQuestion | null>(null);
  const [preview, setPreview] = useState<BinItem | null>(null);
  const restore = (item: BinItem) => void bin.restore(item);
  const focusOutcome = () => bin.outcomeLine.current;
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        width="wide"
        title={t('Bin')}
        description={binRule()}
        initialFocus={start}
        footer={
          <BinButtons
            hasItems={items !== undefined && items.length > 0}
            onEmpty={() => setQuestion({ kind: 'all' })}
            onClose={onClose}
          />
        }
      >
        <Stack ref={start} tabIndex={-1} gap="3" minW="0" outline="0">
          {items !== undefined && (
            <BinContent
              {...{ items }}
              now={now()}
              bytes={bin.bytes}
              busy={bin.busy}
              onPreview={setPreview}
              onRestore={restore}
              onRemove={(item) => setQuestion({ kind: 'item', item })}
            />
          )}
          <Text {...note} _empty={{ position: 'absolute' }} role="status" tabIndex={-1} ref={bin.outcomeLine}>
            {bin.outcome}
          </Text>
        </Stack>
      </Dialog>
      <BinPreviewOf
        {...{ preview }}
        onClose={() => setPreview(null)}
        onRestore={restore}
        focusAfterRestoring={focusOutcome}
      />
      <BinQuestionOf
        question={question}
        count={items?.length ?? 0}
        onClose={() => setQuestion(null)}
        onConfirm={(asked) => void bin.remove(asked)}
        focusAfterwards={focusOutcome}
      />
    </>
  );
}

const note = { textStyle: 'sm', color: 'fg.muted' } as const;

type BinButtonsProps = { readonly hasItems: boolean; onEmpty(): void; onClose(): void };

function BinButtons({ hasItems, onEmpty, onClose }: BinButtonsProps) {
  return (
    <>
      {hasItems && (
        <Button variant="ghost" onClick={onEmpty}>
          {t('Empty bin')}
        </Button>
      )}
      <Button variant="solid" onClick={onClose}>
        {t('Done')}
      </Button>
    </>
  );
}

function binRule(): string {
  return t(
    'What you delete stays on this device for {days} days, up to {megabytes} MB. The oldest is removed first.',
    { days: daysInBin, megabytes: mostBinBytes / 1024 / 1024 },
  );
}

type BinContentProps = {
  readonly items: readonly BinItem[];
  readonly now: number;
  readonly bytes: number;
  readonly busy: ReadonlySet<string>;
  onPreview(item: BinItem): void;
  onRestore(item: BinItem): void;
  onRemove(item: BinItem): void;
};

function BinContent({ items, now, bytes, busy, ...acts }: BinContentProps) {
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const found = useMemo(() => foundItems(items, wanted), [items, wanted]);
  const isNarrow = useMediaQuery('(max-width: 639px)');
  const height = isNarrow ? 140 : 84;
  const rowHeight = useCallback(() => height, [height]);
  const rowKey = useCallback((row: number) => found[row]?.key ?? row, [found]);
  if (items.length === 0) {
    return (
      <EmptyState compact icon={<LuTrash2 />} title={t('The bin is empty')}>
        {t(
          'Projects, prompts, versions, kept runs, test cases and files that you delete can be restored from here.',
        )}
      </EmptyState>
    );
  }
  return (
    <>
      {items.length >= searchedFrom && (
        <TextField
          label={t('Search the bin')}
          verbatim
          autoComplete="off"
          value={query}
          onChange={setQuery}
        />
      )}
      <Text {...note}>
        {t('{count, plural, one {# deletion} other {# deletions}}, {size}', {
          count: items.length,
          size: fileSize(bytes),
        })}
      </Text>
      {found.length === 0 && <Text {...note}>{t('Nothing in the bin has this name.')}</Text>}
      <Box
        borderWidth="1px"
        borderRadius="md"
        overflow="hidden"
        hidden={found.length === 0}
        style={{ height: `min(${found.length * height + 2}px, 50vh)` }}
      >
        <VirtualList
          // Its places are computed once for each height.
          key={height}
          count={found.length}
          label={t('Deleted')}
          rowHeight={rowHeight}
          rowKey={rowKey}
          renderRow={(row) => {
            const item = found[row];
            return item && <BinRow {...{ item, now }} busy={busy.has(item.key)} {...acts} />;
          }}
        />
      </Box>
    </>
  );
}

type BinPreviewOfProps = {
  readonly preview: BinItem | null;
  onClose(): void;
  onRestore(item: BinItem): void;
  focusAfterRestoring(): HTMLElement | null;
};

/** The words stay while the dialog closes. */
function BinPreviewOf({ preview, onClose, onRestore, focusAfterRestoring }: BinPreviewOfProps) {
  const [last, setLast] = useState(preview);
  const isRestored = useRef(false);
  if (preview !== null && preview !== last) setLast(preview);
  if (last === null) return null;
  return (
    <BinPreview
      item={last}
      open={preview !== null}
      onClose={() => {
        isRestored.current = false;
        onClose();
      }}
      onRestore={(item) => {
        isRestored.current = true;
        onClose();
        onRestore(item);
      }}
      focusAfterwards={(opener) => (isRestored.current ? focusAfterRestoring() : opener)}
    />
  );
}

type BinQuestionOfProps = {
  readonly question: BinQuestion | null;
  readonly count: number;
  onClose(): void;
  onConfirm(question: BinQuestion): void;
  focusAfterwards(): HTMLElement | null;
};

function BinQuestionOf({ question, count, onClose, onConfirm, focusAfterwards }: BinQuestionOfProps) {
  const [last, setLast] = useState(question);
  if (question !== null && question !== last) setLast(question);
  const isAll = last?.kind === 'all';
  return (
    <ConfirmDialog
      open={question !== null}
      onClose={onClose}
      onConfirm={() => {
        if (question !== null) onConfirm(question);
        onClose();
      }}
      title={isAll ? t('Empty bin') : t('Delete for good')}
      question={
        last?.kind === 'item'
          ? t('{name} can then no longer be restored on this device.', { name: itemName(last.item) })
          : t(
              '{count, plural, one {# deletion} other {# deletions}} can then no longer be restored on this device.',
              { count },
            )
      }
      confirmText={isAll ? t('Empty bin') : t('Delete for good')}
      finalFocus={focusAfterwards}
    />
  );
}
