import { useAtom } from 'jotai';
import { parseChat } from '#shared/templates/chat.ts';
import { useCommands } from '../../../ui/commands.ts';
import type { Find } from '../find/use-find.ts';
import type { OpenEditor } from '../open-editors/open-editor-type.ts';
import { fullscreenAtom } from '../reading-atoms.ts';
import type { PanelSwitch } from '../stage/pane-panels.ts';
import type { EditorToolbarProps } from './editor-toolbar.tsx';
import type { PaneCommands } from './pane-commands.ts';

type Pane = Pick<EditorToolbarProps, 'readOnly' | 'view' | 'isVersion' | 'panels'> & {
  readonly editor: OpenEditor | null;
  readonly commands: PaneCommands;
  readonly find: Find;
};

/** Offers what the toolbar of a pane does. `saveVersion`: begins to save one. */
export function usePaneCommands(pane: Pane, saveVersion: () => void): void {
  const { editor, commands, readOnly, isVersion, find } = pane;
  const { viewing, setViewing } = pane.view;
  const { notes, variables, settings, tryIt, versions } = pane.panels;
  const [fullscreen, setFullscreen] = useAtom(fullscreenAtom);
  useCommands(() => {
    const isOpen = editor !== null;
    const isChat = isOpen && parseChat(editor.text()) !== null;
    const canWrite = isOpen && !readOnly;
    return {
      saveVersion: canWrite && !isVersion && saveVersion,
      updateVersion: canWrite && isVersion && saveVersion,
      undo: canWrite && !viewing && (() => commands.step('undo')),
      redo: canWrite && !viewing && (() => commands.step('redo')),
      findInText: isOpen && (() => find.begin(false)),
      replaceInText: canWrite && !viewing && (() => find.begin(true)),
      systemMessage: canWrite && !viewing && (() => commands.insertMessage('system')),
      userMessage: canWrite && !viewing && (() => commands.insertMessage('user')),
      assistantMessage: canWrite && !viewing && (() => commands.insertMessage('assistant')),
      foldMessage: isChat && !viewing && commands.foldMessage,
      foldMessages: isChat && (() => commands.foldMessages(true, viewing)),
      openMessages: isChat && (() => commands.foldMessages(false, viewing)),
      copyMessages: isOpen && commands.copyMessages,
      copyText: isOpen && commands.copy,
      viewMode: !viewing && (() => setViewing(true)),
      editMode: viewing && (() => setViewing(false)),
      showNotes: toggleOf(notes, false),
      hideNotes: toggleOf(notes, true),
      showVariables: toggleOf(variables, false),
      hideVariables: toggleOf(variables, true),
      showSettings: toggleOf(settings, false),
      hideSettings: toggleOf(settings, true),
      showTryIt: toggleOf(tryIt, false),
      hideTryIt: toggleOf(tryIt, true),
      showVersions: toggleOf(versions, false),
      hideVersions: toggleOf(versions, true),
      fullscreen: !fullscreen && (() => setFullscreen(true)),
      leaveFullscreen: fullscreen && (() => setFullscreen(false)),
    };
  });
}

/** Returns what shows a panel that is hidden, or hides one that is shown; false for another one. */
function toggleOf(panel: PanelSwitch | null, isShown: boolean): false | (() => void) {
  return panel?.isShown === isShown && panel.toggle;
}
