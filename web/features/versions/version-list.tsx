import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useVersionItems } from './use-version-items.ts';
import type { useVersionPanel } from './use-version-panel.ts';
import { CurrentRow, type RowPlace, VersionRow, WaitingRow } from './version-row.tsx';
import { toggled } from './version-selection.ts';

export type VersionListProps = {
  readonly ref: RefObject<HTMLOListElement | null>;
  readonly panel: ReturnType<typeof useVersionPanel>;
  readonly now: number;
  readonly activeVersionId: number | null;
};

/** Pixels of a row with one line of description; every row is measured once it is drawn. */
const usualHeight = 72;
const padding = 4;
/** Before the panel is measured itself. */
const usualPanel = { width: 288, height: 720 };

/**
 * The current text and the versions under it, of which only those in sight are drawn. Two rows are always drawn: the
 * first, where the focus goes when its row is deleted, and the one with the focus, which would be lost with it.
 */
export function VersionList({ ref, panel, now, activeVersionId }: VersionListProps) {
  const { ids, selection, setSelection } = panel;
  const { scroller, virtual, rows, onFocus } = useVersionRows(ids);
  useActiveInSight(activeVersionId, ids, (row) => virtual.scrollToIndex(row, { align: 'auto' }));
  const items = useVersionItems(
    panel.library,
    ids,
    rows.map(({ index }) => index - 1),
  );
  return (
    <div ref={scroller} className="version-list">
      <ol
        ref={ref}
        className="version-rows"
        aria-busy={!panel.isRead}
        style={{ height: virtual.getTotalSize() }}
        onFocus={onFocus}
      >
        {rows.map(({ key, index, start, size }) => {
          const place: RowPlace = { index, start, count: ids.length + 1, ref: virtual.measureElement };
          if (index === 0)
            return (
              <CurrentRow
                key={key}
                place={place}
                isActive={activeVersionId === null}
                selecting={selection !== null}
                onOpen={panel.showCurrent}
              />
            );
          const version = items.get(ids[index - 1] ?? 0);
          if (version === undefined) return <WaitingRow key={key} place={place} height={size} />;
          return (
            <VersionRow
              key={key}
              place={place}
              version={version}
              isNewest={index === 1}
              isActive={version.id === activeVersionId}
              selection={
                selection && {
                  checked: selection.has(version.id),
                  disabled: false,
                  onToggle: () => setSelection(toggled(selection, version.id)),
                }
              }
              now={now}
              onOpen={() => void panel.open(version.id)}
              onRestore={() => panel.restore(version.id)}
              onDelete={() => panel.askToDelete(version)}
            />
          );
        })}
      </ol>
    </div>
  );
}

/** The rows to draw: row 0 is the current text, row n the version `ids[n - 1]`. */
function useVersionRows(ids: readonly number[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);
  const rowKey = useCallback((row: number) => (row === 0 ? 'current' : (ids[row - 1] ?? row)), [ids]);
  const rowsToDraw = useCallback(
    (range: Range) => {
      const rows = new Set([0, ...defaultRangeExtractor(range)]);
      const kept = ids.findIndex((id) => String(id) === focused.current) + 1;
      return [...rows.add(kept)].sort((a, b) => a - b);
    },
    [ids],
  );
  const virtual = useVirtualizer({
    count: ids.length + 1,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: rowKey,
    overscan: 4,
    paddingStart: padding,
    paddingEnd: padding,
    initialRect: usualPanel,
    rangeExtractor: rowsToDraw,
    useFlushSync: false,
  });
  return {
    scroller,
    virtual,
    rows: virtual.getVirtualItems(),
    onFocus({ target }: FocusEvent<HTMLElement>): void {
      const row = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? 0);
      focused.current = String(rowKey(row));
    },
  };
}

/** Scrolls to the old version that is open in the editor, once it and the list are known. */
function useActiveInSight(
  activeVersionId: number | null,
  ids: readonly number[],
  scrollTo: (row: number) => void,
): void {
  const isRead = ids.length > 0;
  const show = useEffectEvent((versionId: number) => {
    const at = ids.indexOf(versionId);
    if (at >= 0) scrollTo(at + 1);
  });
  useEffect(() => {
    if (isRead && activeVersionId !== null) show(activeVersionId);
  }, [isRead, activeVersionId]);
}
