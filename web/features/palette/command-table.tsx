import type { ReactNode } from 'react';
import {
  LuArrowLeft,
  LuArrowLeftToLine,
  LuArrowRight,
  LuArrowRightToLine,
  LuBot,
  LuBraces,
  LuChevronsDownUp,
  LuChevronsUpDown,
  LuClipboardCopy,
  LuCopy,
  LuCopyPlus,
  LuEye,
  LuFileOutput,
  LuFilePlus2,
  LuFolderInput,
  LuFolderPlus,
  LuFoldVertical,
  LuGitCompare,
  LuHistory,
  LuLink,
  LuListFilter,
  LuLogOut,
  LuMaximize2,
  LuMinimize2,
  LuMoon,
  LuNotebookPen,
  LuPanelLeft,
  LuPencil,
  LuPlay,
  LuRedo2,
  LuRefreshCw,
  LuReplace,
  LuRotateCcw,
  LuSave,
  LuSearch,
  LuSettings2,
  LuSlidersHorizontal,
  LuStar,
  LuSun,
  LuTag,
  LuTags,
  LuTextCursorInput,
  LuTextSearch,
  LuTrash2,
  LuUndo2,
  LuUpload,
  LuUser,
  LuX,
} from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { CommandId } from '../../ui/commands.ts';

export type ListedCommand = {
  readonly id: CommandId;
  readonly title: string;
  readonly icon: ReactNode;
  /** Other words that a person may look for it by. */
  readonly also?: string;
  /** It is done while the key or the button is down: browsers give the clipboard only then. */
  readonly atOnce?: true;
};

/** Returns every command there is, the most important ones first. `opening`: those that open a feature. */
export function commandTable(opening: readonly ListedCommand[]): readonly ListedCommand[] {
  return [...promptCommands(), ...tabCommands(), ...sidebarCommands(), ...opening, ...appCommands()];
}

function promptCommands(): readonly ListedCommand[] {
  return [
    { id: 'newPrompt', title: t('New Prompt'), icon: <LuFilePlus2 /> },
    { id: 'newProject', title: t('New Project'), icon: <LuFolderPlus /> },
    { id: 'search', title: t('Search prompts'), icon: <LuSearch />, also: t('Find text') },
    { id: 'saveVersion', title: t('Save New Version'), icon: <LuSave /> },
    { id: 'updateVersion', title: t('Update the open version'), icon: <LuSave />, also: t('Save') },
    { id: 'findInText', title: t('Find in the text'), icon: <LuTextSearch /> },
    { id: 'replaceInText', title: t('Replace in the text'), icon: <LuReplace /> },
    { id: 'copyText', title: t('Copy the prompt’s text'), icon: <LuCopy />, atOnce: true },
    { id: 'copyMessages', title: t('Copy as messages'), icon: <LuClipboardCopy />, atOnce: true },
    { id: 'systemMessage', title: t('Insert system message'), icon: <LuSettings2 /> },
    { id: 'userMessage', title: t('Insert user message'), icon: <LuUser /> },
    { id: 'assistantMessage', title: t('Insert assistant message'), icon: <LuBot /> },
    { id: 'foldMessage', title: t('Fold or open this message'), icon: <LuFoldVertical /> },
    { id: 'foldMessages', title: t('Fold all messages'), icon: <LuChevronsDownUp /> },
    { id: 'openMessages', title: t('Open all messages'), icon: <LuChevronsUpDown />, also: t('Unfold') },
    { id: 'copyLink', title: t('Copy link to the prompt'), icon: <LuLink />, atOnce: true },
    { id: 'compareNewest', title: t('Compare with the newest version'), icon: <LuGitCompare /> },
    { id: 'comparePrompt', title: t('Compare with...'), icon: <LuGitCompare />, also: t('Difference') },
    { id: 'discardEdits', title: t('Discard edits'), icon: <LuUndo2 /> },
    { id: 'viewMode', title: t('Switch to View mode'), icon: <LuEye />, also: t('Markdown') },
    { id: 'editMode', title: t('Switch to Edit mode'), icon: <LuPencil />, also: t('Markdown') },
    { id: 'showSidebar', title: t('Show projects'), icon: <LuPanelLeft />, also: t('Sidebar') },
    { id: 'hideSidebar', title: t('Hide projects'), icon: <LuPanelLeft />, also: t('Sidebar') },
    { id: 'showVersions', title: t('Show Version History'), icon: <LuHistory /> },
    { id: 'hideVersions', title: t('Hide Version History'), icon: <LuHistory /> },
    { id: 'labels', title: t('Labels of versions...'), icon: <LuTag />, also: t('Move a label') },
    { id: 'showNotes', title: t('Show Notes'), icon: <LuNotebookPen /> },
    { id: 'hideNotes', title: t('Hide Notes'), icon: <LuNotebookPen /> },
    { id: 'showVariables', title: t('Show Variables'), icon: <LuBraces />, also: t('Value set') },
    { id: 'hideVariables', title: t('Hide Variables'), icon: <LuBraces /> },
    { id: 'showSettings', title: t('Show Settings'), icon: <LuSlidersHorizontal />, also: t('Model') },
    { id: 'hideSettings', title: t('Hide Settings'), icon: <LuSlidersHorizontal /> },
    { id: 'showTryIt', title: t('Try it'), icon: <LuPlay />, also: t('Run on a model') },
    { id: 'hideTryIt', title: t('Hide Try it'), icon: <LuPlay /> },
    { id: 'fullscreen', title: t('Fullscreen'), icon: <LuMaximize2 /> },
    { id: 'leaveFullscreen', title: t('Exit Fullscreen'), icon: <LuMinimize2 /> },
    { id: 'undo', title: t('Undo'), icon: <LuUndo2 /> },
    { id: 'redo', title: t('Redo'), icon: <LuRedo2 /> },
    { id: 'renamePrompt', title: t('Rename Prompt'), icon: <LuTextCursorInput /> },
    { id: 'addFavorite', title: t('Add to favourites'), icon: <LuStar /> },
    { id: 'removeFavorite', title: t('Remove from favourites'), icon: <LuStar /> },
    { id: 'editTags', title: t('Tags...'), icon: <LuTags /> },
    { id: 'duplicatePrompt', title: t('Duplicate Prompt'), icon: <LuCopyPlus /> },
    { id: 'exportPrompt', title: t('Export Prompt...'), icon: <LuFileOutput /> },
    { id: 'movePrompt', title: t('Move to project...'), icon: <LuFolderInput /> },
    { id: 'deletePrompt', title: t('Delete Prompt'), icon: <LuTrash2 /> },
    { id: 'uploadFile', title: t('Upload Resource'), icon: <LuUpload />, also: t('Add a file') },
  ];
}

function tabCommands(): readonly ListedCommand[] {
  return [
    { id: 'reopenTab', title: t('Reopen closed tab'), icon: <LuRotateCcw /> },
    { id: 'nextTab', title: t('Next tab'), icon: <LuArrowRightToLine /> },
    { id: 'previousTab', title: t('Previous tab'), icon: <LuArrowLeftToLine /> },
    { id: 'moveTabLeft', title: t('Move tab left'), icon: <LuArrowLeft /> },
    { id: 'moveTabRight', title: t('Move tab right'), icon: <LuArrowRight /> },
    { id: 'closeTab', title: t('Close tab'), icon: <LuX /> },
    { id: 'closeOtherTabs', title: t('Close other tabs'), icon: <LuX /> },
    { id: 'closeTabsToRight', title: t('Close tabs to the right'), icon: <LuX /> },
  ];
}

function sidebarCommands(): readonly ListedCommand[] {
  return [
    { id: 'showFavorites', title: t('Show only favourites'), icon: <LuStar /> },
    { id: 'showAllPrompts', title: t('Show all prompts'), icon: <LuListFilter /> },
    { id: 'sortOwn', title: t('Sort by manual order'), icon: <LuListFilter /> },
    { id: 'sortCreated', title: t('Sort by date created'), icon: <LuListFilter /> },
    { id: 'sortEdited', title: t('Sort by last edit'), icon: <LuListFilter />, also: t('Recently edited') },
    { id: 'sortTitle', title: t('Sort by name'), icon: <LuListFilter /> },
  ];
}

function appCommands(): readonly ListedCommand[] {
  return [
    { id: 'lightTheme', title: t('Switch to light theme'), icon: <LuSun /> },
    { id: 'darkTheme', title: t('Switch to dark theme'), icon: <LuMoon /> },
    { id: 'syncNow', title: t('Sync now'), icon: <LuRefreshCw /> },
    { id: 'logout', title: t('Logout'), icon: <LuLogOut />, also: t('Sign out') },
  ];
}
