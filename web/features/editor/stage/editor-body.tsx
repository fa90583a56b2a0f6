import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { useLastFocus } from '../../../ui/last-focus.tsx';
import { useEscape } from './use-escape.ts';

export type EditorBodyProps = {
  /** The panels that are shown, in their order. */
  readonly beside: ReactNode;
  onHidePanels(): void;
  /** Called with whether the panels lie over the text, at every change. */
  onPanelsOver?(isOver: boolean): void;
  /** The text, and the line about it. */
  readonly children: ReactNode;
};

/** The text and its panels: beside each other, or the panels over the text where the style sheet finds no room. */
export function EditorBody({ beside, onHidePanels, onPanelsOver, children }: EditorBodyProps) {
  const place = useRef<HTMLDivElement>(null);
  const panels = useRef<HTMLDivElement>(null);
  const isOver = useIsOver(panels);
  useEscape(place, { on: isOver, first: true, run: onHidePanels });
  useFocusWithin(panels, isOver);
  useEffect(() => onPanelsOver?.(isOver), [onPanelsOver, isOver]);
  return (
    <div ref={place} className="editor-body">
      <div className="editor-column" inert={isOver}>
        {children}
      </div>
      {isOver && (
        <button
          type="button"
          className="editor-veil"
          aria-label={t('Hide panels')}
          tabIndex={-1}
          onClick={onHidePanels}
        />
      )}
      <div ref={panels} className="editor-beside" tabIndex={isOver ? -1 : undefined}>
        {beside}
      </div>
    </div>
  );
}

/** The style sheet decides by the room on the stage, and a review does not close over what was chosen in it. */
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
