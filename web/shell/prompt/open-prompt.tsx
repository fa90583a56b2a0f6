import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Suspense, useEffect } from 'react';
import { t } from '#shared/language/translate.ts';
import { versionCountOf } from '../../data/queries/version-items.ts';
import { compare } from '../../features/compare/feature.tsx';
import type { WantedWords } from '../../features/editor/find/use-find.ts';
import { fullscreenAtom } from '../../features/editor/reading-atoms.ts';
import { syncCentre } from '../../features/sync-status/feature.tsx';
import type { OpenTab } from '../../features/tabs/open-tab.ts';
import { versionLabels } from '../../features/versions/feature.tsx';
import { workspaceDialogs } from '../../features/workspace-dialogs/feature.tsx';
import type { RowAddress } from '../../session/address.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { ErrorBoundary } from '../../ui/boundary/error-screen.tsx';
import { useCommands } from '../../ui/commands.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { lazyPart } from '../../ui/load-again.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { narrowWindow } from '../workspace/use-drawer.ts';
import {
  addressIsChosenAtom,
  drawerOpenAtom,
  findWantedAtom,
  focusWantedAtom,
  openTextAtom,
  openVersionAtom,
  reviewedConflictAtom,
  sidebarAtom,
  treeViewAtom,
} from '../workspace/workspace-atoms.ts';
import { CountsBelow, type OpenVersion, usePromptPanels } from './prompt-panels.tsx';
import { usePanels } from './use-panels.ts';
import { useShowCases } from './use-show-cases.ts';

// It comes with the first prompt that is opened: the first screen does not need it.
const EditorPane = lazyPart(async () => (await import('../../features/editor/editor-pane.tsx')).EditorPane);

export interface OpenPromptProps {
  readonly tab: OpenTab;
  /** All that are open, for fullscreen's own bar. */
  readonly tabs: readonly OpenTab[];
  onCopyLink(address: RowAddress): void;
  onSelect(promptId: number): void;
  onClose(promptId: number): void;
  /** Called when its text changes; null: nobody asks. */
  readonly onEdited: ((promptId: number) => void) | null;
}

export function OpenPrompt(props: OpenPromptProps) {
  const library = useLibrary();
  const { tab, tabs, onSelect, onClose } = props;
  const versions = useLive(() => versionCountOf(library, tab.id), [library, tab.id]) ?? 0;
  const setOpenText = useSetAtom(openTextAtom);
  const openVersion = useOpenVersion(tab.id);
  const askForLabels = useSetAtom(versionLabels.openAtom);
  const onShowCases = useShowCases(tab.id);
  useCommands(() => ({
    labels:
      versions > 0 && (() => askForLabels({ promptId: tab.id, versionId: openVersion.id, onShowCases })),
  }));
  const [reviewed, review] = useAtom(reviewedConflictAtom);
  const isReviewing = reviewed?.promptId === tab.id;
  const panels = usePanels({ isReviewed: isReviewing, hasVersions: versions > 0 });
  const onCompare = useCompare(tab.id);
  const beside = usePromptPanels({
    ...{ panels, openVersion, onCompare },
    promptId: tab.id,
    onCopyLink: (id) => props.onCopyLink({ kind: 'prompt', id: tab.id, version: id }),
  });
  const openSyncCentre = useSetAtom(syncCentre.openAtom);
  const [focusWanted, setFocusWanted] = useAtom(focusWantedAtom);
  const showTag = useShownTag();
  const askForReferences = useReferences();
  const find = useWantedFind(tab.id, openVersion.id);
  return (
    <ErrorBoundary of={tab.id}>
      {props.onEdited !== null && <EditWatch promptId={tab.id} onEdited={props.onEdited} />}
      <Suspense fallback={<Spinner label={t('Loading prompt...')} />}>
        <EditorPane
          prompt={tab}
          {...{ openVersion, panels, beside }}
          onText={setOpenText}
          counts={<CountsBelow promptId={tab.id} versionId={openVersion.id} />}
          isReviewing={isReviewing}
          acts={{
            review: ({ id, description }) => review({ promptId: tab.id, versionId: id, description }),
            compare: onCompare,
            openPrompt: onSelect,
            openSyncCentre: () => openSyncCentre(true),
            showTag,
            renamed: (title) => askForReferences(tab, title),
          }}
          tabs={{ tabs, onSelect, onClose }}
          focus={{ isWanted: focusWanted === tab.id, onTaken: () => setFocusWanted(null), find }}
        />
      </Suspense>
    </ErrorBoundary>
  );
}

type EditWatchProps = { readonly promptId: number; onEdited(promptId: number): void };

/** Drawn only where somebody asks: a key draws nothing. */
function EditWatch({ promptId, onEdited }: EditWatchProps) {
  const text = useAtomValue(openTextAtom);
  useEffect(() => text?.onText(() => onEdited(promptId)), [text, promptId, onEdited]);
  return null;
}

/** Returns what compares a version of this prompt with another one, or with the current text. */
function useCompare(promptId: number): (before: number, after?: number | null) => void {
  const setCompared = useSetAtom(compare.openAtom);
  const textOf = (versionId: number | null) => ({ promptId, versionId });
  return (before, after = null) => setCompared({ before: textOf(before), after: textOf(after) });
}

/** Returns what lists the prompts with a tag in the sidebar. */
function useShownTag(): (tag: string) => void {
  const setView = useSetAtom(treeViewAtom);
  const setSidebar = useSetAtom(sidebarAtom);
  const setDrawn = useSetAtom(drawerOpenAtom);
  const setFullscreen = useSetAtom(fullscreenAtom);
  const isNarrow = useMediaQuery(narrowWindow);
  return (tag) => {
    // It is looked at in the sidebar, which fullscreen covers.
    setFullscreen(false);
    setView(({ order }) => ({ order, favorites: false, tags: [tag] }));
    setSidebar((before) => ({ ...before, isHidden: false }));
    setDrawn(isNarrow);
  };
}

/** Returns what asks about the references to a prompt by the title that it had. */
function useReferences(): (tab: OpenTab, title: string) => void {
  const ask = useSetAtom(workspaceDialogs.openAtom);
  return ({ projectName: project, title: before }, title) =>
    ask({
      kind: 'updateReferences',
      renaming: { from: { project, title: before }, to: { project, title } },
    });
}

/** Returns what is to be found in this text. */
function useWantedFind(promptId: number, versionId: number | null): WantedWords {
  const [wanted, setWanted] = useAtom(findWantedAtom);
  const isHere = wanted?.promptId === promptId && wanted.versionId === versionId;
  return { words: isHere ? wanted.words : null, onTaken: () => setWanted(null) };
}

/** The old version of this prompt that is open; a person opens one, or goes back from it, by choice. */
function useOpenVersion(promptId: number): OpenVersion {
  const [shown, setShown] = useAtom(openVersionAtom);
  const setAddressIsChosen = useSetAtom(addressIsChosenAtom);
  return {
    id: shown?.promptId === promptId ? shown.versionId : null,
    open(versionId) {
      setAddressIsChosen(true);
      setShown(versionId === null ? null : { promptId, versionId });
    },
    leave: () => setShown(null),
  };
}
