import { atom } from 'jotai';
import { z } from 'zod';
import { emptyTabMemory, type TabMemory } from '../../data/database/tab-memory.ts';
import type { LintedText } from '../../features/lint/linted-text.ts';
import { type TreeView, wholeTree } from '../../features/sidebar/tree-view.ts';
import { storedAtom } from '../../features/stored-atom.ts';
import type { ShownText } from '../../features/variables/template-view.ts';
import type { Address } from '../../session/address.ts';
import { emptyWorkspace, type Workspace } from './workspace-rules.ts';

/** Holds what is only on this screen. Each open library has a store of its own: nothing is left of the one before. */
export const workspaceAtom = atom<Workspace>(emptyWorkspace);

/** The prompts that this device opened last, and the tabs that it closed last. */
export const tabMemoryAtom = atom<TabMemory>(emptyTabMemory);

/** How a person arranged the sidebar on this device. `width` in rem; null: the usual one. */
export const sidebarAtom = storedAtom(
  'sidebar',
  z.object({ width: z.number().nullable(), isHidden: z.boolean() }),
  { width: null, isHidden: false },
);

/** The sidebar where it lies over the page instead of beside it. */
export const drawerOpenAtom = atom(false);

/** The other side of a conflict that is being looked at, beside its prompt. */
export type ReviewedConflict = { promptId: number; versionId: number; description: string };

export const reviewedConflictAtom = atom<ReviewedConflict | null>(null);

/** The prompt that a person opened last, another object each time: its row is to be seen in the sidebar. */
export const revealedAtom = atom<{ readonly promptId: number } | null>(null);

/** The prompt whose text takes the focus as soon as it is there. */
export const focusWantedAtom = atom<number | null>(null);

/** The words that are to be found in a text as soon as it is open; `versionId`: null: in the current one. */
export type WantedFind = {
  readonly promptId: number;
  readonly versionId: number | null;
  readonly words: readonly string[];
};

export const findWantedAtom = atom<WantedFind | null>(null);

/** The panel that is to be open beside the text. */
export const wantedPanelAtom = atom<'notes' | 'tryIt' | null>(null);

/** The text that is open in the editor, for what is shown beside it. */
export const openTextAtom = atom<(ShownText & LintedText) | null>(null);

/** The old version that is open instead of its prompt's current text. */
export const openVersionAtom = atom<{ readonly promptId: number; readonly versionId: number } | null>(null);

/** The projects whose folder of files is expanded. */
export const expandedFoldersAtom = atom<ReadonlySet<number>>(new Set<number>());

/** How the sidebar is sorted and filtered. */
export const treeViewAtom = atom<TreeView>(wholeTree);

export const selectedResourceAtom = atom<number | null>(null);

/** The address that a person went to, until what it leads to is open. */
export const wantedAddressAtom = atom<Exclude<Address, { readonly kind: 'home' }> | null>(null);

/** Whether the next change of the address is a person's choice, which going back undoes. */
export const addressIsChosenAtom = atom(false);

/** Another program shared files with the app, which are to be looked for. */
export const areFilesSharedAtom = atom(false);
