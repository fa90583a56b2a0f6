import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  columnsIn,
  columnWidths,
  leastPanel,
  leastText,
  type PanelId,
  panelIds,
  placePanels,
} from './panel-columns.ts';

test.each([
  ['a phone', 24, 0],
  ['a tablet beside its sidebar', 46, 0],
  ['a laptop of 1280 px beside its sidebar', 62, 1],
  ['a desk of 1440 px beside its sidebar', 72, 2],
  ['a desk of 1920 px', 120, 5],
])('%s has room for so many columns of panels', (_name, room, columns) => {
  expect(columnsIn(room, 0)).toBe(columns);
});

test('lines that take room of their own leave room for fewer columns', () => {
  expect([0, 1.5].map((line) => columnsIn(35 + 2 * 16, line))).toEqual([2, 1]);
});

test('panels that find no column of their own share the last one, and the one asked for last is seen', () => {
  const open: PanelId[] = ['variables', 'notes', 'versions'];
  expect(placePanels(open, { columns: 2, front: 'versions' })).toEqual([
    { panels: ['variables'], front: 'variables' },
    { panels: ['notes', 'versions'], front: 'versions' },
  ]);
  expect(placePanels(open, { columns: 0, front: null })).toEqual([{ panels: open, front: 'variables' }]);
  expect(placePanels(open, { columns: 4, front: null })).toHaveLength(3);
});

const rooms = fc.double({ min: leastText + leastPanel, max: 300, noNaN: true });
const opened = fc.subarray([...panelIds]);
const chosenWidths = fc.record(
  Object.fromEntries(panelIds.map((id) => [id, fc.double({ min: 0, max: 400, noNaN: true })])),
  { requiredKeys: [] },
);

test('whatever is open and however wide it was made, the text keeps its least width and each panel is in one column', () => {
  fc.assert(
    fc.property(
      rooms,
      opened,
      chosenWidths,
      fc.constantFrom(...panelIds, null),
      (room, open, chosen, front) => {
        const columns = placePanels(open, { columns: columnsIn(room, 0), front });
        const widths = columnWidths(columns, { room, chosen });
        expect(columns.flatMap(({ panels }) => panels)).toEqual(open);
        expect(columns.every((column) => column.panels.includes(column.front))).toBe(true);
        expect(widths.every((width) => width >= leastPanel - 1e-9)).toBe(true);
        const taken = widths.reduce((total, width) => total + width, 0);
        expect(room - taken).toBeGreaterThanOrEqual(leastText - 1e-6);
      },
    ),
  );
});
