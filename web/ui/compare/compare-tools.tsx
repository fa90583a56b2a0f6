import { Button } from '@chakra-ui/react';
import { LuArrowDown, LuArrowLeftRight, LuArrowUp } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { Checkbox } from '../dialog-parts/checkbox.tsx';
import { IconButton } from '../icon-button.tsx';

export type CompareToolsProps = {
  /** How many changes there are, and the one that was gone to. */
  readonly count: number;
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

export function CompareTools(props: CompareToolsProps) {
  const { count, current, summary, ignoreWhitespace, onGo, onSwap, onIgnoreWhitespace } = props;
  const { insertsSnippets = false, onInsertSnippets } = props;
  return (
    <div className="compare-tools" role="toolbar" aria-label={t('Comparison')}>
      <div className="compare-steps">
        <StepButton {...{ count, onGo }} by={-1} />
        <StepButton {...{ count, onGo }} by={1} />
        <p className="compare-summary">
          <span role="status">
            {current === null
              ? t('{count, plural, =0 {No changes} one {# change} other {# changes}}', { count })
              : t('Change {number, number} of {count, number}', { number: current + 1, count })}
          </span>
          {summary !== '' && <span className="compare-counts">{summary}</span>}
        </p>
      </div>
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
    </div>
  );
}

const option = { className: 'compare-option', size: 'sm', px: '1' } as const;

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
      disabled={count === 0}
      onClick={() => onGo(by)}
    >
      {by > 0 ? <LuArrowDown /> : <LuArrowUp />}
    </Button>
  );
}
