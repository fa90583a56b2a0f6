import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useContext, useMemo } from 'react';
import type { Library } from '../data/database/library.ts';
import { filesOf, namedVersionsOf } from '../data/queries/palette-rows.ts';
import type { Outline } from '../data/rows/outline.ts';
import { fullscreenAtom } from '../features/editor/reading-atoms.ts';
import { PaletteDialog, type PaletteJump, type TypedAhead } from '../features/palette/palette-dialog.tsx';
import { ShortcutSheet } from '../features/palette/shortcut-sheet.tsx';
import { focusProject } from '../features/sidebar/focus-sidebar.ts';
import { CommandsContext, commandsNow } from '../ui/commands.ts';
import { useKeptRequest } from '../ui/use-kept-request.ts';
import { useLive } from '../ui/use-live.ts';
import { focusableOnce } from './focusable-once.ts';
import type { Drawer } from './use-drawer.ts';
import type { Resources } from './use-resources.ts';
import type { WorkspaceActions } from './use-workspace.ts';
import { addressIsChosenAtom, focusWantedAtom, openVersionAtom, tabMemoryAtom } from './workspace-atoms.ts';
import { mainId } from './workspace-main.tsx';

export interface PaletteProps {
  readonly view: 'palette' | 'shortcuts' | null;
  readonly typed: TypedAhead | undefined;
  readonly library: Library;
  readonly outline: Outline;
  readonly selectedPromptId: number | null;
  readonly actions: WorkspaceActions;
  readonly resources: Resources;
  /** Null where the sidebar stands beside the page. */
  readonly drawer: Drawer | null;
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
};
const nothingListed: Listed = { versions: [], files: [] };

function OpenedPalette(props: PaletteProps) {
  const { view, typed, library, outline, selectedPromptId, onClose } = props;
  const registry = useContext(CommandsContext);
  const readCommands = useCallback(() => commandsNow(registry), [registry]);
  const { opened } = useAtomValue(tabMemoryAtom);
  const recentPromptIds = useMemo(
    () => opened.filter((id) => id !== selectedPromptId),
    [opened, selectedPromptId],
  );
  const isOpen = view === 'palette';
  const listed = useLive(async () => {
    if (!isOpen) return nothingListed;
    const [files, versions] = await Promise.all([
      filesOf(library),
      selectedPromptId === null ? [] : namedVersionsOf(library, selectedPromptId),
    ]);
    return { files, versions };
  }, [library, isOpen, selectedPromptId]);
  const jumps = useJumps(props);
  return (
    <PaletteDialog
      open={isOpen}
      {...{ typed, outline, recentPromptIds, onClose }}
      isComplete={listed !== undefined}
      commandsNow={readCommands}
      {...(listed ?? nothingListed)}
      {...jumps}
    />
  );
}

function useJumps({ selectedPromptId, actions, resources, drawer, onOpenPrompt }: PaletteProps) {
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
          drawer?.open();
          return;
        case 'version':
          if (selectedPromptId === null) return;
          setAddressIsChosen(true);
          setOpenVersion({ promptId: selectedPromptId, versionId: target.id });
          setFocusWanted(selectedPromptId);
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
