import { Button } from '@chakra-ui/react';
import { LuArrowDown, LuArrowLeftRight, LuArrowUp } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { IconButton } from '../icon-button.tsx';
import '../check.css';

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
        <Option label={t('Insert snippets')} checked={insertsSnippets} onChange={onInsertSnippets} />
      )}
      {onIgnoreWhitespace !== undefined && (
        <Option label={t('Ignore whitespace')} checked={ignoreWhitespace} onChange={onIgnoreWhitespace} />
      )}
      {onSwap !== undefined && (
        <IconButton label={t('Swap sides')} icon={<LuArrowLeftRight />} onClick={onSwap} />
      )}
    </div>
  );
}

type OptionProps = {
  readonly label: string;
  readonly checked: boolean;
  onChange(checked: boolean): void;
};

function Option({ label, checked, onChange }: OptionProps) {
  return (
    <label className="compare-option">
      <input
        className="ui-check"
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}

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
