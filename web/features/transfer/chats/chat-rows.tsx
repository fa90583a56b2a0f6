import { Box } from '@chakra-ui/react';
import { memo, useCallback } from 'react';
import { t } from '#shared/language/translate.ts';
import { noteDate } from '#shared/text/relative-time.ts';
import { useOpenLibrary } from '../../../session/open-library-context.ts';
import { VirtualList } from '../../../ui/list/virtual-list.tsx';
import type { FoundMessage } from './chat-messages.ts';
import '../transfer.css';

/** In pixels: of two lines of a message, and one of its conversation. */
const height = 76;
const borders = 2;

type ChatRowsProps = {
  readonly rows: readonly FoundMessage[];
  readonly picked: ReadonlySet<number>;
  readonly disabled: boolean;
  onPick(key: number): void;
};

/** Lists messages, each with a box to tick; it is not drawn again for what is only counted. */
export const ChatRows = memo(function ChatRows({ rows, picked, disabled, onPick }: ChatRowsProps) {
  const { now } = useOpenLibrary();
  const rowHeight = useCallback(() => height, []);
  const rowKey = useCallback((row: number) => rows[row]?.key ?? `none-${row}`, [rows]);
  const renderRow = (row: number) => {
    const found = rows[row];
    if (found === undefined) return null;
    const { key, role, title, at, words } = found;
    const date = at === null ? '' : noteDate(at, { now: now() });
    const place = [title, role === 'assistant' ? t('Answer') : '', date].filter((part) => part !== '');
    return (
      <label className="chat-row">
        <input type="checkbox" checked={picked.has(key)} disabled={disabled} onChange={() => onPick(key)} />
        <span className="chat-words">
          <bdi>{words}</bdi>
        </span>
        <span className="chat-place">
          <bdi>{place.join(' · ')}</bdi>
        </span>
      </label>
    );
  };
  return (
    <Box
      maxH="min(24rem, 45vh)"
      borderWidth="1px"
      borderRadius="md"
      overflow="hidden"
      style={{ height: Math.min(rows.length, 20) * height + borders }}
    >
      <VirtualList count={rows.length} {...{ rowHeight, rowKey, renderRow }} label={t('Messages')} />
    </Box>
  );
});
