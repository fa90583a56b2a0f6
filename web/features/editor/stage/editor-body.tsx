import { chakra, Flex, type SystemStyleObject } from '@chakra-ui/react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { useLastFocus } from '../../../ui/last-focus.tsx';
import { panelsOver, sharedColumn } from './stage-room.ts';
import { useEscape } from './use-escape.ts';

const Column = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    flex: 'auto',
    minW: '0',
    // Half a sentence says nothing.
    [panelsOver]: { '&[inert] .editor-footer > *': { visibility: 'hidden' } },
  },
});

const panelsByRoom: SystemStyleObject = {
  _empty: { display: 'none' },
  [sharedColumn]: {
    flexDirection: 'column',
    '& > aside': { flex: '1 1 0' },
    '&:has(> aside + aside)': { width: '20rem', overflowY: 'auto', overscrollBehavior: 'contain' },
    '&:has(> aside + aside) > aside': { flex: '1 0 11rem', width: 'auto' },
    // As tall as its notes, up to some of them: the panel beside it has the rest.
    '& > .notes-panel:has(+ aside)': {
      flex: '0 0 auto',
      '--notes-max-height': 'clamp(11rem, 25vh, 18rem)',
    },
    '&:has(> aside + aside) > .variables-panel': { flex: '3 0 22rem' },
    '& > aside + aside': { borderTopWidth: '1px' },
  },
  [panelsOver]: {
    position: 'absolute',
    insetBlock: '0',
    insetEnd: '0',
    zIndex: '5',
    maxW: 'full',
    bg: 'bg.subtle',
    boxShadow: 'lg',
    '&:has(> aside)': { maxW: 'calc(100% - {sizes.target})' },
  },
};

export type EditorBodyProps = {
  /** The panels that are shown, in their order. */
  readonly beside: ReactNode;
  onHidePanels(): void;
  /** Called with whether the panels lie over the text, at every change. */
  onPanelsOver?(isOver: boolean): void;
  /** The text, and the line about it. */
  readonly children: ReactNode;
};

/** The text and its panels: beside each other, or the panels over the text where there is no room. */
export function EditorBody({ beside, onHidePanels, onPanelsOver, children }: EditorBodyProps) {
  const place = useRef<HTMLDivElement>(null);
  const panels = useRef<HTMLDivElement>(null);
  const isOver = useIsOver(panels);
  useEscape(place, { on: isOver, first: true, run: onHidePanels });
  useFocusWithin(panels, isOver);
  useEffect(() => onPanelsOver?.(isOver), [onPanelsOver, isOver]);
  return (
    <Flex ref={place} position="relative" flex="auto" minH="0">
      <Column className="editor-column" inert={isOver}>
        {children}
      </Column>
      {isOver && (
        <chakra.button
          type="button"
          className="editor-veil"
          position="absolute"
          inset="0"
          zIndex="4"
          bg="backdrop"
          aria-label={t('Hide panels')}
          tabIndex={-1}
          onClick={onHidePanels}
        />
      )}
      <Flex
        ref={panels}
        className="editor-beside"
        flex="none"
        minH="0"
        outline="0"
        css={panelsByRoom}
        tabIndex={isOver ? -1 : undefined}
      >
        {beside}
      </Flex>
    </Flex>
  );
}

/** The styles decide by the room on the stage, and a review does not close over what was chosen in it. */
function useIsOver(panels: RefObject<HTMLElement | null>): boolean {
  const [isOver, setIsOver] = useState(false);
  useLayoutEffect(() => {
    const element = panels.current;
    if (element?.parentElement == null) return;
    const look = () =>
      setIsOver(getComputedStyle(element).position === 'absolute' && element.querySelector('aside') !== null);
    const watch = new ResizeObserver(look);
    watch.observe(element);
    watch.observe(element.parentElement);
    return () => watch.disconnect();
  }, [panels]);
  return isOver;
}

/** The panels have the focus while they lie over the text; then the element that had it before, unless it has moved on. */
function useFocusWithin(panels: RefObject<HTMLElement | null>, isOver: boolean): void {
  const lastFocus = useLastFocus();
  useEffect(() => {
    if (!isOver) return;
    const before = lastFocus.current;
    const element = panels.current;
    // A dialog or a menu would close without it.
    if (!hasFocusAbove(element)) element?.focus({ preventScroll: true });
    return () => {
      const isGone = element?.querySelector('aside') == null;
      const isElsewhere = document.activeElement !== document.body && document.activeElement !== element;
      if (isGone && !isElsewhere) before?.focus({ preventScroll: true });
    };
  }, [isOver, panels, lastFocus]);
}

/** Whether the focus is in a layer above the page; fullscreen is one that has the panels in it. */
function hasFocusAbove(panels: HTMLElement | null): boolean {
  const layer = document.activeElement?.closest('[role=dialog], [role=alertdialog], [role=menu]');
  return layer != null && !layer.contains(panels);
}
