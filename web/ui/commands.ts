import { createContext, useContext, useEffect, useLayoutEffect, useRef } from 'react';

/** Opens a feature; its definition has the title. */
type FeatureCommandId = `feature ${string}`;

/** Returns the command that opens a feature of this name. */
export function featureCommand(name: string): FeatureCommandId {
  return `feature ${name}`;
}

/** Names everything that a person can have done from the command palette. */
export type CommandId =
  | FeatureCommandId
  | 'newProject'
  | 'newPrompt'
  | 'search'
  | 'saveVersion'
  | 'updateVersion'
  | 'showSidebar'
  | 'hideSidebar'
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
  | 'comparePrompt'
  | 'discardEdits'
  | 'showVariables'
  | 'hideVariables'
  | 'showSettings'
  | 'hideSettings'
  | 'showTryIt'
  | 'hideTryIt'
  | 'sortOwn'
  | 'sortCreated'
  | 'sortEdited'
  | 'sortTitle'
  | 'showFavorites'
  | 'showAllPrompts'
  | 'moveTabLeft'
  | 'moveTabRight'
  | 'exportPrompt'
  | 'deletePrompt'
  | 'uploadFile'
  | 'nextTab'
  | 'previousTab'
  | 'closeTab'
  | 'closeOtherTabs'
  | 'closeTabsToRight'
  | 'reopenTab'
  | 'lightTheme'
  | 'darkTheme'
  | 'syncNow'
  | 'logout';

/** Lists what a part of the screen can do; what has no function is not possible now. */
export type Offer = { readonly [id in CommandId]?: (() => void) | false | null | undefined };
export type Commands = { readonly [id in CommandId]?: (() => void) | undefined };

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
  return Object.fromEntries(offered.map(([id, run]) => [id, run || undefined]));
}
