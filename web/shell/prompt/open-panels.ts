/** Decides which panels are open beside a prompt, where there is room beside its text and where they lie over it. */
import { z } from 'zod';
import { type PanelId, panelIds, placePanels } from '../../features/editor/stage/panel-columns.ts';
import { storedAtom } from '../../features/stored-atom.ts';

/** Stores which panels a person left open. `versions`: null where nobody chose: it is open as long as it finds room. */
export const OpenPanels = z.object({
  variables: z.boolean(),
  /** Absent in what an earlier release stored. */
  settings: z.boolean().default(false),
  tryIt: z.boolean().default(false),
  notes: z.boolean(),
  versions: z.boolean().nullable(),
});
export type OpenPanels = z.infer<typeof OpenPanels>;

export const openPanelsAtom = storedAtom('panels', OpenPanels, {
  variables: false,
  settings: false,
  tryIt: false,
  notes: false,
  versions: null,
});

/** Says what of a prompt can be open beside its text. */
export type PromptParts = { readonly isReviewed: boolean; readonly hasVersions: boolean };

/** Returns the panels that are open where `columns` of them fit, in their order. */
export function openBeside(stored: OpenPanels, parts: PromptParts, columns: number): PanelId[] {
  const others = panelIds.filter((id) => {
    if (id === 'review') return parts.isReviewed;
    return id !== 'versions' && stored[id];
  });
  const isHistoryOpen = stored.versions ?? others.length < columns;
  return parts.hasVersions && isHistoryOpen ? [...others, 'versions'] : others;
}

/** Returns those of the open panels that are seen, behind no other's tab. */
export function seenOf(
  open: readonly PanelId[],
  at: { readonly columns: number; readonly front: PanelId | null },
): ReadonlySet<PanelId> {
  return new Set(placePanels(open, at).map(({ front }) => front));
}
