import { chakra } from '@chakra-ui/react';
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStableActs } from '../../ui/hooks/use-stable-act.ts';
import { useMeasuredRows } from '../../ui/list/use-measured-rows.ts';
import { LabelsMenu } from './labels-menu.tsx';
import { useVersionItems } from './use-version-items.ts';
import { useVersionKeys } from './use-version-keys.ts';
import type { useVersionPanel } from './use-version-panel.ts';
import { type OpenVersionMenu, VersionMenu } from './version-menu.tsx';
import { CurrentRow, type RowPlace, VersionRow, type VersionRowActs, WaitingRow } from './version-row.tsx';

export type VersionListProps = {
  readonly ref: RefObject<HTMLOListElement | null>;
  readonly panel: ReturnType<typeof useVersionPanel>;
  readonly now: number;
  readonly activeVersionId: number | null;
};

type OpenMenu = OpenVersionMenu & { readonly kind: 'version' | 'labels' };

/** Pixels of a row with one line of description; every row is measured once it is drawn. */
const usualHeight = 90;
const padding = 4;
const noLabels: readonly string[] = [];
const usualSize = { width: 288, height: 720 };

const Scroller = chakra('div', {
  base: { flex: 'auto', minH: '0', overflowY: 'auto', overscrollBehavior: 'contain' },
});

const Rows = chakra('ol', {
  base: {
    position: 'relative',
    color: 'fg.muted',
    fontSize: 'xs',
    overflowWrap: 'anywhere',
    // A finger that is held on a row asks for its menu.
    WebkitTouchCallout: 'none',
    _finger: { userSelect: 'none' },
  },
});

/**
 * The current text and the versions under it, newest first: row n is the version `ids[n - 1]`. Only those in sight are
 * drawn; the first row always, because the focus goes there when its own row is deleted.
 */
export function VersionList({ ref, panel, now, activeVersionId }: VersionListProps) {
  const { ids, selection, setSelection } = panel;
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const keys = useVersionKeys({ list: ref, ids, selection, setSelection });
  const acts = useVersionActs(panel, { openMenu: setMenu, toggle: keys.onToggle });
  const rowKey = useCallback((row: number) => (row === 0 ? 'current' : (ids[row - 1] ?? row)), [ids]);
  const { rows, height, measureElement, scrollToRow, onFocus } = useMeasuredRows({
    ...{ scroller, rowKey, usualHeight, padding, usualSize },
    count: ids.length + 1,
  });
  useActiveInSight(activeVersionId, ids, scrollToRow);
  const places = rows.map(({ index }) => index - 1);
  const items = useVersionItems(panel.library, ids, places);
  return (
    <Scroller ref={scroller} className="version-list">
      <Rows
        ref={ref}
        aria-busy={!panel.isRead}
        {...(selection !== null && { 'data-own-escape': '' })}
        {...{ style: { height }, onFocus, ...keys.listeners }}
      >
        {rows.map(({ key, index, start, size }) => {
          const place: RowPlace = { index, start, count: ids.length + 1, measure: measureElement };
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
              {...place}
              version={version}
              isActive={version.id === activeVersionId}
              isSelected={selection?.has(version.id) ?? null}
              now={now}
              labels={panel.labels.labelsOf.get(version.id) ?? noLabels}
              acts={acts}
            />
          );
        })}
      </Rows>
      {menu?.kind === 'version' && (
        <VersionMenu {...menu} panel={panel} onDismiss={() => setMenu({ ...menu, anchor: null })} />
      )}
      {menu?.kind === 'labels' && (
        <LabelsMenu {...menu} labels={panel.labels} onDismiss={() => setMenu({ ...menu, anchor: null })} />
      )}
    </Scroller>
  );
}

function useVersionActs(
  panel: VersionListProps['panel'],
  { openMenu, toggle }: { openMenu(menu: OpenMenu): void; toggle(id: number): void },
): VersionRowActs {
  return useStableActs<VersionRowActs>({
    onOpen: ({ id }) => void panel.open(id),
    onToggle: ({ id }) => toggle(id),
    onLabels: (version, anchor) => openMenu({ kind: 'labels', version, anchor }),
    onCompare: ({ id }) => panel.compareWithCurrent(id),
    onCopyLink: ({ id }) => panel.copyLink(id),
    onRestore: ({ id }) => panel.restore(id),
    onDelete: panel.askToDelete,
    onRuns: ({ id }) => panel.showRuns(id),
    onMenu: (version, anchor) => openMenu({ kind: 'version', version, anchor }),
  });
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
