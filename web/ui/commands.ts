import { createContext, useContext, useEffect, useLayoutEffect, useRef } from 'react';

/** Names everything that a person can have done from the command palette. */
export type CommandId =
  | 'newProject'
  | 'newPrompt'
  | 'search'
  | 'saveVersion'
  | 'updateVersion'
  | 'showVersions'
  | 'hideVersions'
  | 'showNotes'
  | 'hideNotes'
  | 'viewMode'
  | 'editMode'
  | 'labels'
  | 'fullscreen'
  | 'leaveFullscreen'
  | 'undo'
  | 'redo'
  | 'findInText'
  | 'replaceInText'
  | 'systemMessage'
  | 'userMessage'
  | 'assistantMessage'
  | 'foldMessage'
  | 'foldMessages'
  | 'openMessages'
  | 'copyMessages'
  | 'copyText'
  | 'copyLink'
  | 'renamePrompt'
  | 'duplicatePrompt'
  | 'movePrompt'
  | 'editTags'
  | 'addFavorite'
  | 'removeFavorite'
  | 'compareNewest'
  | 'discardEdits'
  | 'showVariables'
  | 'hideVariables'
  | 'sortOwn'
  | 'sortCreated'
  | 'sortEdited'
  | 'sortTitle'
  | 'showFavorites'
  | 'showAllPrompts'
  | 'moveTabLeft'
  | 'moveTabRight'
  | 'importLibrary'
  | 'importFiles'
  | 'exportFiles'
  | 'exportPrompt'
  | 'deletePrompt'
  | 'uploadFile'
  | 'nextTab'
  | 'previousTab'
  | 'closeTab'
  | 'closeOtherTabs'
  | 'reopenTab'
  | 'lightTheme'
  | 'darkTheme'
  | 'preferences'
  | 'account'
  | 'webhooks'
  | 'apiTokens'
  | 'bin'
  | 'syncNow'
  | 'readiness'
  | 'exportLibrary'
  | 'install'
  | 'shortcuts'
  | 'logout';

/** Lists what a part of the screen can do; what has no function is not possible now. */
export type Offer = { readonly [id in CommandId]?: (() => void) | false | null | undefined };
export type Commands = { readonly [id in CommandId]?: () => void };

export type CommandRegistry = Set<() => Offer>;

/** The palette reads it when it opens: until then an offer costs nothing. */
export const CommandsContext = createContext<CommandRegistry>(new Set());

/** Offers commands from where their action lives, as long as that is on the screen. */
export function useCommands(offer: () => Offer): void {
  const registry = useContext(CommandsContext);
  const newest = useRef(offer);
  useLayoutEffect(() => {
    newest.current = offer;
  });
  useEffect(() => {
    const read = () => newest.current();
    registry.add(read);
    return () => {
      registry.delete(read);
    };
  }, [registry]);
}

/** Returns what can be done at this moment. */
export function commandsNow(registry: CommandRegistry): Commands {
  const offered = [...registry].flatMap((read) => Object.entries(read()));
  return Object.fromEntries(offered.filter(([, run]) => typeof run === 'function'));
}
