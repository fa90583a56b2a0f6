import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useContext, useMemo } from 'react';
import { t } from '#shared/language/translate.ts';
import { filesOf, namedVersionsOf } from '../../data/queries/palette-rows.ts';
import { promptOf } from '../../data/queries/queries.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { fullscreenAtom } from '../../features/editor/reading-atoms.ts';
import { PaletteDialog, type PaletteJump, type TypedAhead } from '../../features/palette/palette-dialog.tsx';
import type { PaletteLabel } from '../../features/palette/palette-entries.tsx';
import { ShortcutSheet } from '../../features/palette/shortcut-sheet.tsx';
import { focusProject } from '../../features/sidebar/focus-sidebar.ts';
import { offeredLabels } from '../../features/versions/version-labels.ts';
import { moveLabel } from '../../session/labels/move-label.ts';
import { useLibrary, useOpenLibrary } from '../../session/open-library-context.ts';
import type { OpenLibraryProps } from '../../session/open-library-type.ts';
import { CommandsContext, commandsNow } from '../../ui/commands.ts';
import { useKeptRequest } from '../../ui/hooks/use-kept-request.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useNotify } from '../../ui/provider.tsx';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';
import type { Resources } from '../resources/use-resources.ts';
import { focusableOnce } from '../workspace/focusable-once.ts';
import { openingCommands } from '../workspace/open-features.tsx';
import type { Drawer } from '../workspace/use-drawer.ts';
import type { WorkspaceActions } from '../workspace/use-workspace.ts';
import {
  addressIsChosenAtom,
  focusWantedAtom,
  openVersionAtom,
  tabMemoryAtom,
} from '../workspace/workspace-atoms.ts';
import { mainId } from '../workspace/workspace-main.tsx';

export interface PaletteProps {
  readonly view: 'palette' | 'shortcuts' | null;
  readonly typed: TypedAhead | undefined;
  readonly outline: Outline;
  readonly selectedPromptId: number | null;
  readonly actions: WorkspaceActions;
  readonly resources: Resources;
  readonly drawer: Drawer;
  onOpenPrompt(promptId: number): void;
  onClose(): void;
}

/** The command palette and the sheet of shortcuts. */
export function Palette(props: PaletteProps) {
  const { view, onClose } = props;
  // Another one for each opening: it begins with what can be done then.
  const { shown, opening } = useKeptRequest(view === 'palette' ? view : null);
  return (
    <>
      {shown !== null && <OpenedPalette key={opening} {...props} />}
      <ShortcutSheet open={view === 'shortcuts'} onClose={onClose} />
    </>
  );
}

type Listed = {
  readonly versions: Awaited<ReturnType<typeof namedVersionsOf>>;
  readonly files: Awaited<ReturnType<typeof filesOf>>;
  readonly labels: readonly PaletteLabel[];
};
const nothingListed: Listed = { versions: [], files: [], labels: [] };

function OpenedPalette(props: PaletteProps) {
  const library = useLibrary();
  const { view, typed, outline, selectedPromptId, onClose } = props;
  const registry = useContext(CommandsContext);
  const readCommands = useCallback(() => commandsNow(registry), [registry]);
  const { opened } = useAtomValue(tabMemoryAtom);
  const recentPromptIds = useMemo(
    () => opened.filter((id) => id !== selectedPromptId),
    [opened, selectedPromptId],
  );
  const openVersion = useAtomValue(openVersionAtom);
  const isOpen = view === 'palette';
  const listed = useLive(async () => {
    if (!isOpen) return nothingListed;
    const [files, versions, prompt] = await Promise.all([
      filesOf(library),
      selectedPromptId === null ? [] : namedVersionsOf(library, selectedPromptId),
      selectedPromptId === null ? undefined : promptOf(library, selectedPromptId),
    ]);
    return { files, versions, labels: offeredLabels(prompt?.attributes?.labels ?? []) };
  }, [library, isOpen, selectedPromptId]);
  const opening = useMemo(openingCommands, []);
  const jumps = useJumps(props);
  return (
    <PaletteDialog
      open={isOpen}
      contents={{
        ...(listed ?? nothingListed),
        ...{ outline, recentPromptIds },
        openVersionId: openVersion?.promptId === selectedPromptId ? openVersion.versionId : null,
      }}
      {...{ typed, onClose }}
      isComplete={listed !== undefined}
      commandsNow={readCommands}
      openingCommands={opening}
      {...jumps}
    />
  );
}

function useJumps(props: PaletteProps) {
  const lent = useOpenLibrary();
  const notify = useNotify();
  const { selectedPromptId, actions, resources, drawer, onOpenPrompt } = props;
  const setFullscreen = useSetAtom(fullscreenAtom);
  const setAddressIsChosen = useSetAtom(addressIsChosenAtom);
  const setOpenVersion = useSetAtom(openVersionAtom);
  const setFocusWanted = useSetAtom(focusWantedAtom);
  return {
    onGoTo(target: PaletteJump): void {
      switch (target.kind) {
        case 'prompt':
          resources.leaveSelection();
          onOpenPrompt(target.id);
          return;
        case 'project':
          // It is looked at in the sidebar, which fullscreen covers.
          setFullscreen(false);
          actions.selectProject(target.id);
          drawer.show();
          return;
        case 'version':
          if (selectedPromptId === null) return;
          setAddressIsChosen(true);
          setOpenVersion({ promptId: selectedPromptId, versionId: target.id });
          setFocusWanted(selectedPromptId);
          return;
        case 'label':
          if (selectedPromptId === null) return;
          void putLabel(lent, { promptId: selectedPromptId, ...target }, notify);
          return;
        case 'file':
          resources.open(target.resource);
      }
    },
    focusAfterJump({ kind, id }: PaletteJump): HTMLElement | null {
      // From there the text takes it, which may not be open yet.
      return kind === 'project' ? focusProject(id) : focusableOnce(document.getElementById(mainId));
    },
  };
}

async function putLabel(
  lent: OpenLibraryProps,
  { promptId, label, id, version }: { promptId: number; label: string; id: number; version: number },
  notify: (toast: ToastRequest) => void,
): Promise<void> {
  const problem = await moveLabel(lent, { promptId, label, version: { id, version } }, notify);
  if (problem === null) return;
  notify({ title: t('The label could not be moved'), description: problem, kind: 'destructive' });
}
