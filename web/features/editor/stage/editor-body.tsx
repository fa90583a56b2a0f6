import { chakra, Splitter, type SystemStyleObject, useSplitterContext } from '@chakra-ui/react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import { useLastFocus } from '../../../ui/dialog/last-focus.tsx';
import { ResizeHandle } from '../../../ui/panel/resize-handle.tsx';
import type { BesidePanel, PanePanels } from './pane-panels.ts';
import type { PanelId } from './panel-columns.ts';
import { columnElementId, PanelTabs, panelTabId, tabsHeight } from './panel-tabs.tsx';
import { useEscape } from './use-escape.ts';
import { type PanelColumns, usePanelColumns } from './use-panel-columns.ts';

export type EditorBodyProps = {
  /** The panels that are open, in their order. */
  readonly beside: readonly BesidePanel[];
  readonly panels: Pick<PanePanels, 'front' | 'bringToFront' | 'hide' | 'onRoom'>;
  /** The text, and the line about it. */
  readonly children: ReactNode;
};

/**
 * The text and its panels: in columns beside each other that a person makes wider or narrower, several in the last one
 * behind tabs where they find no room, or over the text where there is no room for any.
 */
export function EditorBody({ beside, panels, children }: EditorBodyProps) {
  const place = useRef<HTMLDivElement>(null);
  const over = useRef<HTMLDivElement>(null);
  const open = beside.filter(({ isApart }) => isApart !== true).map(({ id }) => id);
  const desk = usePanelColumns(place, { ...panels, open });
  const { isOver } = desk;
  useEscape(place, { on: isOver, first: true, run: panels.hide });
  useFocusWithin(over, isOver);
  return (
    <Splitter.Root
      ref={place}
      position="relative"
      flex="auto"
      minH="0"
      keyboardResizeBy={2}
      ids={{ panel: columnElementId }}
      {...desk.splitter}
    >
      <Splitter.Panel
        id="text"
        className="editor-column"
        display="flex"
        flexDirection="column"
        inert={isOver}
        // Half a sentence says nothing.
        css={isOver ? { '& .editor-footer > *': { visibility: 'hidden' } } : {}}
      >
        {children}
      </Splitter.Panel>
      {isOver && <Veil onPress={panels.hide} />}
      <SharedTabs {...{ beside, desk }} onFront={panels.bringToFront} />
      {beside.map((panel) => (
        <Beside key={panel.id} {...{ panel, desk, over }} />
      ))}
    </Splitter.Root>
  );
}

type BesideProps = {
  readonly panel: BesidePanel;
  readonly desk: PanelColumns;
  readonly over: RefObject<HTMLDivElement | null>;
};

/** One panel in its place. It is the same element in each: nothing is lost that was typed, opened or scrolled in it. */
function Beside({ panel: { id, title, content }, desk, over }: BesideProps) {
  const { isOver, columns } = desk;
  const column = columns.find(({ panels }) => panels.includes(id));
  const isSeen = column?.front === id;
  const isShared = isSeen && column.panels.length > 1;
  return (
    <>
      {!isOver && isSeen && (
        <ResizeHandle
          id={`${column.before}:${column.id}`}
          label={t('Width of {panel}', { panel: title })}
          onReset={() => desk.reset(column)}
        />
      )}
      <Splitter.Panel
        ref={isOver && isSeen ? over : undefined}
        id={isSeen ? column.id : `behind-${id}`}
        className="editor-beside"
        hidden={!isSeen}
        css={panelCss}
        data-over={isOver || undefined}
        pt={isShared ? tabsHeight : undefined}
        width={isOver && isSeen ? `${column.width}rem` : undefined}
        tabIndex={isOver ? -1 : undefined}
        {...(isShared ? ({ role: 'tabpanel', 'aria-labelledby': panelTabId(id) } as const) : {})}
      >
        {content}
      </Splitter.Panel>
    </>
  );
}

type SharedTabsProps = Pick<EditorBodyProps, 'beside'> & {
  readonly desk: PanelColumns;
  onFront(id: PanelId): void;
};

/** The tabs over the last column, where several panels share it; as wide as it, while a person drags it too. */
function SharedTabs({ beside, desk, onFront }: SharedTabsProps) {
  const { getSizes } = useSplitterContext();
  const column = desk.columns.at(-1);
  if (column === undefined || column.panels.length < 2) return null;
  const part = (getSizes().at(-1) ?? 0) / 100;
  const width = desk.isOver ? `${column.width}rem` : `calc((100% - ${desk.lines}rem) * ${part})`;
  return (
    <PanelTabs
      panels={beside.filter(({ id }) => column.panels.includes(id))}
      column={column}
      style={{ width }}
      onFront={onFront}
    />
  );
}

function Veil({ onPress }: { onPress(): void }) {
  return (
    <chakra.button
      type="button"
      className="editor-veil"
      position="absolute"
      inset="0"
      zIndex="4"
      bg="backdrop"
      aria-label={t('Hide panels')}
      tabIndex={-1}
      onClick={onPress}
    />
  );
}

const panelCss: SystemStyleObject = {
  display: 'flex',
  flexDirection: 'column',
  bg: 'bg.subtle',
  '&[hidden]': { display: 'none' },
  // A panel among tabs has its title there.
  '&[role=tabpanel] > aside > header:not(:has(button))': { display: 'none' },
  '&[data-over]': {
    position: 'absolute',
    insetBlock: '0',
    insetInlineEnd: '0',
    zIndex: '5',
    maxW: 'calc(100% - {sizes.target})',
    boxShadow: 'lg',
    outline: '0',
  },
};

/** The panels have the focus while they lie over the text; then the element that had it before, unless it has moved on. */
function useFocusWithin(panel: RefObject<HTMLElement | null>, isOver: boolean): void {
  const lastFocus = useLastFocus();
  useEffect(() => {
    if (!isOver) return;
    const before = lastFocus.current;
    const element = panel.current;
    // A dialog, a menu or the search's results would close without it.
    if (!hasFocusElsewhere(element)) element?.focus({ preventScroll: true });
    return () => {
      const isGone = element?.isConnected !== true;
      const isElsewhere = document.activeElement !== document.body && document.activeElement !== element;
      if (isGone && !isElsewhere) before?.focus({ preventScroll: true });
    };
  }, [isOver, panel, lastFocus]);
}

/** Whether the focus is beside the pane of the panel, or in a layer above the page; fullscreen is one that has the panel in it. */
function hasFocusElsewhere(panel: HTMLElement | null): boolean {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return false;
  const layer = focused.closest('[role=dialog], [role=alertdialog], [role=menu]');
  if (layer !== null) return !layer.contains(panel);
  return panel?.closest('.editor-pane')?.contains(focused) !== true;
}
