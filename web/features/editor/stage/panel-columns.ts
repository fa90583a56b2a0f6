/** Decides which panels stand beside a text, which of them share a column, and how wide each column is. Widths in rem. */

/** In the order in which they stand. */
export const panelIds = ['review', 'variables', 'settings', 'tryIt', 'notes', 'versions'] as const;
export type PanelId = (typeof panelIds)[number];

/** 560 px: panels never leave a text less. */
export const leastText = 35;
export const leastPanel = 16;

const usualWidths: Readonly<Record<PanelId, number>> = {
  ...{ review: 24, variables: 22, settings: 20, tryIt: 26 },
  ...{ notes: 20, versions: 18 },
};

/** The widths that a person chose; the others are the usual ones. */
export type PanelWidths = { readonly [Id in PanelId]?: number | undefined };

export type PanelColumn = {
  /** More than one: they share it, each behind a tab. */
  readonly panels: readonly PanelId[];
  /** The one of them that is seen. */
  readonly front: PanelId;
};

/** Returns how many columns fit beside a text, each with a line of this width before it; 0: panels lie over it. */
export function columnsIn(room: number, line: number): number {
  return Math.max(0, Math.min(panelIds.length, Math.floor((room - leastText) / (leastPanel + line))));
}

/** `columns`: how many fit. Those that find no place of their own share the last one. `front`: the one asked for last. */
export function placePanels(
  open: readonly PanelId[],
  { columns, front }: { readonly columns: number; readonly front: PanelId | null },
): PanelColumn[] {
  const sharedFrom = Math.min(open.length, Math.max(1, columns)) - 1;
  const alone = open.slice(0, Math.max(0, sharedFrom)).map((id) => ({ panels: [id], front: id }));
  const shared = open.slice(Math.max(0, sharedFrom));
  const [first] = shared;
  if (first === undefined) return alone;
  return [...alone, { panels: shared, front: shared.find((id) => id === front) ?? first }];
}

/** Returns a width for each column: the chosen or usual one, each narrowed alike where the text would get too little. */
export function columnWidths(
  columns: readonly PanelColumn[],
  { room, chosen }: { readonly room: number; readonly chosen: PanelWidths },
): number[] {
  const wanted = columns.map(({ panels: [first], front }) => {
    const id = first ?? front;
    return Math.max(leastPanel, chosen[id] ?? usualWidths[id]);
  });
  const excess = sum(wanted) - (room - leastText);
  const spare = sum(wanted) - leastPanel * wanted.length;
  if (excess <= 0 || spare <= 0) return wanted;
  const part = Math.min(1, excess / spare);
  return wanted.map((width) => width - (width - leastPanel) * part);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

export function isPanelId(value: string): value is PanelId {
  return (panelIds as readonly string[]).includes(value);
}
