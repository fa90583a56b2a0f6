import { Button, chakra, Span } from '@chakra-ui/react';
import { LuArrowDown, LuArrowLeftRight, LuArrowUp } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { Checkbox } from '../dialog-parts/checkbox.tsx';
import { IconButton } from '../icon-button.tsx';
import { narrow } from './narrow.ts';

export type CompareToolsProps = {
  /** How many changes there are, where that is known, and the one that was gone to. */
  readonly count: number | null;
  readonly current: number | null;
  readonly summary: string;
  readonly ignoreWhitespace: boolean;
  onGo(by: 1 | -1): void;
  /** Without these two there is nothing to choose. */
  onSwap?(): void;
  onIgnoreWhitespace?(ignored: boolean): void;
  /** Whether snippets stand in the texts with their own; without the second there are none. */
  readonly insertsSnippets?: boolean | undefined;
  readonly onInsertSnippets?: ((inserted: boolean) => void) | undefined;
};

const Tools = chakra('div', {
  base: {
    display: 'flex',
    flex: 'none',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '2',
    px: '2',
    pb: '1',
    borderBottomWidth: '1px',
    [narrow]: { columnGap: '0', px: '1' },
  },
});

const Steps = chakra('div', {
  base: { display: 'flex', flex: 'auto', alignItems: 'center', minW: '0', [narrow]: { display: 'contents' } },
});

const Summary = chakra('p', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '3',
    minW: '0',
    ps: '2',
    fontSize: 'sm',
    fontVariantNumeric: 'tabular-nums',
    [narrow]: { order: '-1', flex: 'auto', pt: '1' },
  },
});

export function CompareTools(props: CompareToolsProps) {
  const { count, current, summary, ignoreWhitespace, onGo, onSwap, onIgnoreWhitespace } = props;
  const { insertsSnippets = false, onInsertSnippets } = props;
  return (
    <Tools role="toolbar" aria-label={t('Comparison')}>
      <Steps>
        <StepButton {...{ count, onGo }} by={-1} />
        <StepButton {...{ count, onGo }} by={1} />
        <Summary>
          <span role="status">{count !== null && wordsOf(count, current)}</span>
          {summary !== '' && <Span color="fg.muted">{summary}</Span>}
        </Summary>
      </Steps>
      {onInsertSnippets !== undefined && (
        <Checkbox {...option} checked={insertsSnippets} onChange={onInsertSnippets}>
          {t('Insert snippets')}
        </Checkbox>
      )}
      {onIgnoreWhitespace !== undefined && (
        <Checkbox {...option} checked={ignoreWhitespace} onChange={onIgnoreWhitespace}>
          {t('Ignore whitespace')}
        </Checkbox>
      )}
      {onSwap !== undefined && (
        <IconButton label={t('Swap sides')} icon={<LuArrowLeftRight />} onClick={onSwap} />
      )}
    </Tools>
  );
}

function wordsOf(count: number, current: number | null): string {
  return current === null
    ? t('{count, plural, =0 {No changes} one {# change} other {# changes}}', { count })
    : t('Change {number, number} of {count, number}', { number: current + 1, count });
}

const option = {
  size: 'sm',
  px: '1',
  // The first of them has the room before it.
  css: { [narrow]: { ms: 'auto', '& + &': { ms: '0' } } },
} as const;

type StepButtonProps = Pick<CompareToolsProps, 'count' | 'onGo'> & { readonly by: 1 | -1 };

function StepButton({ count, onGo, by }: StepButtonProps) {
  const label = by > 0 ? t('Next change') : t('Previous change');
  return (
    <Button
      variant="ghost"
      px="0"
      aspectRatio="1"
      aria-label={label}
      data-tooltip={`${label} (Alt+${by > 0 ? '↓' : '↑'})`}
      aria-keyshortcuts={by > 0 ? 'Alt+ArrowDown' : 'Alt+ArrowUp'}
      disabled={count === null || count === 0}
      onClick={() => onGo(by)}
    >
      {by > 0 ? <LuArrowDown /> : <LuArrowUp />}
    </Button>
  );
}
