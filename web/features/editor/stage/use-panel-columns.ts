import type { SplitterRootProps } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { useLineWidth } from '../../../ui/panel/resize-handle.tsx';
import { partOfRoom, useRoom } from '../../../ui/panel/use-room.ts';
import {
  columnsIn,
  columnWidths,
  leastPanel,
  leastText,
  type PanelColumn,
  type PanelId,
  type PanelWidths,
  placePanels,
} from './panel-columns.ts';
import { panelWidthsAtom } from './panel-memory.ts';

/** `id`: of its first panel. `before`: of the column, or the text, that it stands after. `width` in rem. */
export type PlacedColumn = PanelColumn & {
  readonly id: PanelId;
  readonly before: PanelId | 'text';
  readonly width: number;
};

export type PanelColumns = {
  /** The panels lie over the text: there is no room beside it. */
  readonly isOver: boolean;
  /** The room that the lines between the columns take, in rem. */
  readonly lines: number;
  readonly columns: readonly PlacedColumn[];
  readonly splitter: Pick<SplitterRootProps, 'panels' | 'defaultSize' | 'onResizeEnd'>;
  /** Gives the column after a line, and the one before it, their usual widths again. */
  reset(column: PlacedColumn): void;
};

type Opened = {
  readonly open: readonly PanelId[];
  readonly front: PanelId | null;
  onRoom(columns: number): void;
};

/** Returns where the open panels stand in the room that `place` has. */
export function usePanelColumns(
  place: RefObject<HTMLElement | null>,
  { open, front, onRoom }: Opened,
): PanelColumns {
  const room = useRoom(place);
  const line = useLineWidth();
  const fitting = columnsIn(room, line);
  const isKnown = room > 0;
  const report = useEffectEvent(onRoom);
  useLayoutEffect(() => {
    if (isKnown) report(fitting);
  }, [isKnown, fitting]);
  const [chosen, setChosen] = useAtom(panelWidthsAtom);
  const placed = placePanels(open, { columns: fitting, front });
  const isOver = open.length > 0 && fitting === 0;
  // Over the text they take none of its room.
  const free = isOver ? Number.POSITIVE_INFINITY : room - line * placed.length;
  const widths = columnWidths(placed, { room: free, chosen });
  const columns = placed.map((column, index): PlacedColumn => {
    const [id = column.front] = column.panels;
    const before = placed[index - 1]?.panels[0] ?? 'text';
    return { ...column, id, before, width: widths[index] ?? leastPanel };
  });
  const beside = isOver ? [] : columns;
  return {
    ...{ isOver, lines: line * beside.length },
    columns,
    splitter: {
      panels: [
        { id: 'text', minSize: beside.length === 0 ? '0rem' : `${leastText}rem` },
        ...beside.map(asSplitterPanel),
      ],
      // The text has the rest.
      defaultSize: [undefined as never, ...beside.map(({ width }) => `${width}rem`)],
      onResizeEnd: ({ size }) => setChosen((before) => ({ ...before, ...changedWidths(beside, size, room) })),
    },
    reset: ({ id, before }) =>
      setChosen(({ [id]: _one, ...others }) => {
        if (before === 'text') return others;
        const { [before]: _other, ...rest } = others as PanelWidths;
        return rest;
      }),
  };
}

function asSplitterPanel({ id }: PlacedColumn) {
  return { id, minSize: `${leastPanel}rem`, resizeBehavior: 'preserve-pixel-size' as const };
}

/** `size`: per cent of the room, of the text first. Returns what a person changed, to a tenth of a rem. */
function changedWidths(
  columns: readonly PlacedColumn[],
  size: readonly (number | string)[],
  room: number,
): PanelWidths {
  const changed = columns.flatMap(({ id, width }, index) => {
    const now = partOfRoom(size[index + 1], room);
    return Math.abs(now - width) < 0.2 ? [] : [[id, now] as const];
  });
  return Object.fromEntries(changed);
}
