/**
 * Ties what is open to the address of the page.
 * 1. What a person chooses is an entry of the history; what changes by itself replaces the entry that is shown.
 * 2. An address that leads to nothing here stays, and the screen says so; as soon as its row arrives, it opens.
 * 3. Only what a person went to is opened: no change of the library moves anybody.
 */
import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Library } from '../../data/database/library.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { resourceDialogs } from '../../features/resources/feature.tsx';
import { focusSearch } from '../../features/search/focus-search.ts';
import { type Address, type PageAddress, readAddress, writeAddress } from '../../session/address.ts';
import { usePreferences } from '../../ui/provider.tsx';
import type { WorkspaceActions } from '../workspace/use-workspace.ts';
import {
  addressIsChosenAtom,
  areFilesSharedAtom,
  openVersionAtom,
  revealedAtom,
  selectedResourceAtom,
  wantedAddressAtom,
  workspaceAtom,
} from '../workspace/workspace-atoms.ts';
import { leavePrompt, lookAtPrompt, openPrompt } from '../workspace/workspace-rules.ts';
import { type AddressState, type AddressTarget, useAddressTarget } from './use-address-target.ts';

type Place = {
  readonly page: PageAddress;
  readonly library: Library;
  readonly outline: Outline;
  readonly ask: WorkspaceActions['ask'];
};

/** Opens what the address leads to and keeps the address up to date; returns whether what it leads to is here. */
export function useAddress({ page, library, outline, ask }: Place): AddressState {
  const [wanted, setWanted] = useAtom(wantedAddressAtom);
  const state = useAddressTarget(library, outline);
  const { open, leave, closePreview } = useOpenTarget();
  const shown = useShownAddress();
  const store = useStore();

  // Before the first paint, so that nothing else flashes up.
  const target = state.kind === 'found' ? state.target : null;
  const openFound = useEffectEvent(() => {
    if (target !== null) open(target);
    setWanted(null);
  });
  const isFound = target !== null;
  useLayoutEffect(() => {
    if (isFound && wanted !== null) openFound();
  }, [isFound, wanted]);

  const act = wanted?.kind === 'act' ? wanted.act : null;
  const { selectedProjectId } = useAtomValue(workspaceAtom);
  const setFilesShared = useSetAtom(areFilesSharedAtom);
  const doAct = useEffectEvent(() => {
    setWanted(null);
    if (act === 'search') focusSearch();
    else if (act === 'shared') setFilesShared(true);
    else if (outline.projects.length === 0) ask({ kind: 'createProject' });
    else ask({ kind: 'createPrompt', projectId: selectedProjectId });
  });
  useEffect(() => {
    if (act !== null) doAct();
  }, [act]);

  const known = useRef(page.read());
  // After each render: what was chosen may be what is shown already.
  useEffect(() => {
    // Where a person has gone on, the router may draw everything before it is followed below.
    if (wanted !== null || page.read() !== known.current) return;
    const isChosen = store.get(addressIsChosenAtom);
    store.set(addressIsChosenAtom, false);
    if (shown !== known.current) page.write(shown, { replace: !isChosen });
    known.current = page.read();
  });

  const follow = useEffectEvent(() => {
    known.current = page.read();
    const address = readAddress(known.current);
    closePreview();
    if (address?.kind === 'home') leave();
    else setWanted(address);
  });
  useEffect(() => page.subscribe(() => follow()), [page]);

  return state;
}

/** Returns the address of what is on the screen. */
function useShownAddress(): string {
  const { selectedPromptId } = useAtomValue(workspaceAtom);
  const openVersion = useAtomValue(openVersionAtom);
  const request = useAtomValue(resourceDialogs.openAtom);
  if (request?.kind === 'preview') return writeAddress({ kind: 'file', id: request.resource.id });
  if (selectedPromptId === null) return writeAddress({ kind: 'home' });
  const version = openVersion?.promptId === selectedPromptId ? openVersion.versionId : null;
  return writeAddress({ kind: 'prompt', id: selectedPromptId, version });
}

function useOpenTarget() {
  const { previewTabs } = usePreferences();
  const setWanted = useSetAtom(wantedAddressAtom);
  const setWorkspace = useSetAtom(workspaceAtom);
  const setOpenVersion = useSetAtom(openVersionAtom);
  const setRevealed = useSetAtom(revealedAtom);
  const setRequest = useSetAtom(resourceDialogs.openAtom);
  const selectResource = useSetAtom(selectedResourceAtom);
  const closePreview = () => setRequest((before) => (before?.kind === 'preview' ? null : before));
  return {
    closePreview,
    open(target: AddressTarget): void {
      if (target.kind === 'file') {
        selectResource(target.resource.id);
        setRequest({ kind: 'preview', resource: target.resource });
        return;
      }
      const { id, versionId } = target;
      setOpenVersion(versionId === null ? null : { promptId: id, versionId });
      setRevealed({ promptId: id });
      setWorkspace((before) => (previewTabs ? lookAtPrompt : openPrompt)(before, id));
    },
    /** To the beginning of the history, where nothing was open. */
    leave(): void {
      setWanted(null);
      setOpenVersion(null);
      setWorkspace(leavePrompt);
    },
  };
}

/** Returns what is to be opened first: home is wherever the person was last. */
export function firstAddress(page: PageAddress): Exclude<Address, { readonly kind: 'home' }> | null {
  const address = readAddress(page.read());
  return address?.kind === 'home' ? null : address;
}
