import { Button } from '@chakra-ui/react';
import { type CSSProperties, type ReactNode, type Ref, type RefObject, useImperativeHandle } from 'react';
import { LuUnfoldVertical } from 'react-icons/lu';
import { noLine } from '#shared/diff/compare-texts.ts';
import { t } from '#shared/language/translate.ts';
import { CompareLine } from './compare-line.tsx';
import { changeAt } from './folded-rows.ts';
import type { Compared } from './use-comparison.ts';
import { useListedRows } from './use-listed-rows.ts';

export type CompareRowsHandle = { goToChange(change: number): void };

/**
 * A change by its number, from 0, with the part of the text before that belongs to it: from behind the change before it
 * up to its own end, in UTF-16 units. So every place belongs to one change.
 */
export type ChangeRange = { readonly change: number; readonly from: number; readonly to: number };

export type CompareRowsProps = {
  readonly compared: Compared;
  /** The change that was gone to. */
  readonly current: number | null;
  readonly renderChange: ((change: ChangeRange) => ReactNode) | undefined;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly ref: Ref<CompareRowsHandle>;
};

/** The rows in sight; each is as high as its words. */
export function CompareRows({ scroller, compared, current, renderChange, ref }: CompareRowsProps) {
  const listed = useListedRows(compared.comparison, scroller);
  useImperativeHandle(ref, () => ({ goToChange: listed.goToChange }));

  function open(more: () => void): void {
    more();
    // The button goes.
    scroller.current?.focus();
  }

  return (
    <ol
      className="compare-space"
      style={{ height: listed.height, '--compare-digits': digitsOf(compared) } as CSSProperties}
      onFocus={listed.onFocus}
    >
      {listed.rows.map(({ key, index, start }) => {
        const item = listed.item(index);
        const place = {
          ref: listed.measureElement,
          'data-index': index,
          'aria-setsize': listed.count,
          'aria-posinset': index + 1,
          style: { transform: `translateY(${start}px)` },
        };
        if (item.kind === 'row')
          return <Row key={key} {...{ compared, place, current, renderChange }} row={item.row} />;
        return (
          <li key={key} {...place} className="compare-row">
            {item.kind === 'more' ? (
              <Fold onOpen={() => open(listed.showMore)}>
                {t('Show {count, plural, one {# more line} other {# more lines}}', { count: item.count })}
              </Fold>
            ) : (
              <Fold onOpen={() => open(() => listed.unfold(item.from))}>
                {t('Show {count, plural, one {# unchanged line} other {# unchanged lines}}', {
                  count: item.to - item.from,
                })}
              </Fold>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** The width of the numbers. */
function digitsOf({ comparison: { before, after } }: Compared): number {
  const lines = Math.max(before.numbers.length, after.numbers.length, 10);
  return String(lines).length;
}

function Fold({ children, onOpen }: { readonly children: string; onOpen(): void }) {
  return (
    <div className="compare-fold">
      <Button variant="ghost" size="sm" onClick={onOpen}>
        <LuUnfoldVertical />
        {children}
      </Button>
    </div>
  );
}

type RowProps = Pick<CompareRowsProps, 'compared' | 'current' | 'renderChange'> & {
  readonly row: number;
  readonly place: object;
};

function Row({ compared, row, place, current, renderChange }: RowProps) {
  const { comparison } = compared;
  const { changes } = comparison;
  const change = changeAt(changes, row);
  const before = comparison.rows.before[row] ?? noLine;
  const after = comparison.rows.after[row] ?? noLine;
  const isChanged = change !== null;
  const isLast = isChanged && changes[2 * change + 1] === row + 1;
  return (
    <li
      {...place}
      className="compare-row"
      data-changed={isChanged || undefined}
      data-current={(isChanged && change === current) || undefined}
    >
      <CompareLine
        text={compared.before}
        of={comparison.before}
        side="before"
        line={before}
        {...{ isChanged }}
      />
      <CompareLine text={compared.after} of={comparison.after} side="after" line={after} {...{ isChanged }} />
      {isLast && renderChange !== undefined && (
        <div className="compare-choices">{renderChange(rangeOf(compared, change))}</div>
      )}
    </li>
  );
}

function rangeOf({ comparison }: Compared, change: number): ChangeRange {
  const { rows, changes, before } = comparison;
  const endOfChange = (of: number) => {
    const next = rows.before[changes[2 * of + 1] ?? 0];
    return next === undefined ? Number.POSITIVE_INFINITY : (before.starts[next] ?? 0);
  };
  const isLast = 2 * change + 2 >= changes.length;
  return {
    change,
    from: change === 0 ? Number.NEGATIVE_INFINITY : endOfChange(change - 1),
    to: isLast ? Number.POSITIVE_INFINITY : endOfChange(change),
  };
}
