import { Tabs } from '@chakra-ui/react';
import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import type { BesidePanel } from './pane-panels.ts';
import { isPanelId, type PanelId } from './panel-columns.ts';
import type { PlacedColumn } from './use-panel-columns.ts';

export const panelTabId = (id: string) => `panel-tab-${id}`;
/** `id`: of a column, or the text, in the splitter. */
export const columnElementId = (id: string | number) => `beside-${id}`;

/** How high the tabs are: the panel below them begins there. */
export const tabsHeight = '2.75rem';

export interface PanelTabsProps {
  /** The panels that share a column. */
  readonly panels: readonly Pick<BesidePanel, 'id' | 'title'>[];
  readonly column: PlacedColumn;
  readonly style: CSSProperties;
  onFront(id: PanelId): void;
}

/** The tabs of the panels that share a column, over the one that is seen. */
export function PanelTabs({ panels, column: { id: columnId, front }, style, onFront }: PanelTabsProps) {
  const list = useFrontInSight(front);
  return (
    <Tabs.Root
      value={front}
      ids={{ trigger: panelTabId, content: () => columnElementId(columnId) }}
      onValueChange={({ value }) => isPanelId(value) && onFront(value)}
      position="absolute"
      insetBlockStart="0"
      insetInlineEnd="0"
      zIndex="6"
      style={style}
      size="sm"
    >
      <Tabs.List
        ref={list}
        aria-label={t('Panels')}
        h={tabsHeight}
        bg="bg.subtle"
        borderStartWidth="1px"
        // The line by which the column is dragged lies over its edge.
        ps="1.5"
        overflowX="auto"
      >
        {panels.map(({ id, title }) => (
          <Tabs.Trigger key={id} value={id} h="full" px="3" flex="none">
            {title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
    </Tabs.Root>
  );
}

/** Scrolls the tab in front into the list, which may have no room for all of them. */
function useFrontInSight(front: string) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const scroller = list.current;
    const tab = document.getElementById(panelTabId(front))?.getBoundingClientRect();
    if (scroller === null || tab === undefined) return;
    const { left, right } = scroller.getBoundingClientRect();
    if (tab.right > right) scroller.scrollLeft += tab.right - right;
    if (tab.left < left) scroller.scrollLeft -= left - tab.left;
  }, [front]);
  return list;
}
