import { type PointerEvent, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { useStableAct } from '../../ui/hooks/use-stable-act.ts';
import { type Drag, type DragPoint, followDrag } from '../../ui/keys/drag.ts';
import { whenHeld } from '../../ui/keys/long-press.ts';

type MovedTab = { readonly id: number; readonly title: string };
type Dragged = { readonly id: number; readonly place: number; readonly over: number };

/** A tab as it is drawn while one is dragged. */
export type TabMoveLook = {
  readonly isDragged: boolean;
  /** The side of the tab on which the dragged one would stand. */
  readonly edge: 'before' | 'after' | undefined;
};

type TabMoves = {
  onMove(id: number, place: number): void;
  /** A drag begins: a finger that was held may have opened the menu. */
  onBegin(): void;
};

/**
 * Moves tabs by a mouse that drags them, by a finger that is held and then moved, and by steps; `announced` tells of steps
 * to those who do not see them.
 */
export function useTabMoves(tabs: readonly MovedTab[], { onMove, onBegin }: TabMoves) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [announced, setAnnounced] = useState('');
  // A drag goes over many renders.
  const move = useStableAct(onMove);
  const endHold = useStableAct(onBegin);
  const draggedTo = useStableAct((id: number, point: DragPoint, strip: Element): Dragged | null => {
    const under = tabUnder(point, strip);
    const over = tabs.findIndex((tab) => tab.id === under?.id);
    const from = tabs.findIndex((tab) => tab.id === id);
    if (under === null || over < 0 || from < 0) return null;
    const gap = over + (under.isFirstHalf ? 0 : 1);
    const place = gap > from ? gap - 1 : gap;
    return { id, place, over: under.id };
  });

  function onPointerDown({ id, title }: MovedTab, event: PointerEvent<HTMLElement>): void {
    const strip = event.currentTarget.parentElement;
    if (event.button !== 0 || strip === null) return;
    if (event.target instanceof Element && event.target.closest('.tab-close') !== null) return;
    const drag: Drag = {
      name: title,
      scroller: strip,
      onMove(point) {
        const next = draggedTo(id, point, strip);
        setDragged((before) =>
          before?.place === next?.place && before?.over === next?.over ? before : next,
        );
      },
      onDrop(point) {
        const next = draggedTo(id, point, strip);
        if (next !== null) move(id, next.place);
      },
      onEnd: () => setDragged(null),
    };
    followMouseOrFinger(event.nativeEvent, { ...drag, onBegin: endHold });
  }

  return {
    announced,
    step(id: number, by: -1 | 1): void {
      const from = tabs.findIndex((tab) => tab.id === id);
      const place = Math.min(Math.max(from + by, 0), tabs.length - 1);
      const name = isolatedName(tabs[from]?.title ?? '');
      setAnnounced(t('{name}: place {place} of {count}', { name, place: place + 1, count: tabs.length }));
      onMove(id, place);
    },
    onPointerDown,
    look(tab: MovedTab): TabMoveLook {
      const from = tabs.findIndex(({ id }) => id === dragged?.id);
      const isMoved = dragged !== null && from !== dragged.place;
      return {
        isDragged: dragged?.id === tab.id,
        edge: isMoved && tabs[dragged.place]?.id === tab.id ? sideOf(from, dragged.place) : undefined,
      };
    },
  };
}

/** A finger scrolls the tabs, until it is held. */
function followMouseOrFinger(event: globalThis.PointerEvent, drag: Drag): void {
  if (event.pointerType !== 'touch') followDrag(event, drag);
  else whenHeld(event, () => followDrag(event, { ...drag, held: true }));
}

function sideOf(from: number, place: number): 'before' | 'after' {
  return place < from ? 'before' : 'after';
}

/** Returns the tab that is nearest to a point, wherever the point is above or below the tabs. */
function tabUnder({ x }: DragPoint, strip: Element): { id: number; isFirstHalf: boolean } | null {
  const isLeftFirst = getComputedStyle(strip).direction === 'ltr';
  const places = [...strip.querySelectorAll<HTMLElement>('[data-tab]')].map((tab) => ({
    id: Number(tab.dataset.tab),
    place: tab.getBoundingClientRect(),
  }));
  const distance = ({ place }: (typeof places)[number]) => Math.max(place.left - x, x - place.right);
  const [under] = places.sort((a, b) => distance(a) - distance(b));
  if (under === undefined) return null;
  const isLeft = x < (under.place.left + under.place.right) / 2;
  return { id: under.id, isFirstHalf: isLeft === isLeftFirst };
}
