/** The one table of the keys: the palette, the sheet of shortcuts and the preferences show it. */
import { t } from '#shared/language/translate.ts';
import { type CommandId, featureCommand } from '../commands.ts';
import { isApple } from '../keys/key-label.ts';

export type ShortcutPlace = 'everywhere' | 'text' | 'lists';

export type Shortcut = {
  readonly what: string;
  /** Pressed together, as on a keyboard with Ctrl: 'Ctrl+Shift+Z'. */
  readonly keys: string;
  readonly where: ShortcutPlace;
  /** The command that it runs. */
  readonly command?: CommandId;
  /** In a tab the key is the browser's own; it arrives in a window of the app's own. */
  readonly inOwnWindow?: true;
};

/** Returns the shortcuts in the order in which a person meets them. */
function shortcuts(): readonly Shortcut[] {
  return [
    { what: t('Command palette'), keys: 'Ctrl+K', where: 'everywhere' },
    { what: t('Help'), keys: 'F1', where: 'everywhere', command: featureCommand('help') },
    { what: t('Keyboard shortcuts'), keys: '?', where: 'everywhere', command: featureCommand('palette') },
    { what: t('Search in all prompts'), keys: 'Ctrl+Shift+F', where: 'everywhere', command: 'search' },
    { what: t('Search in all prompts, outside of a text'), keys: '/', where: 'everywhere' },
    { what: t('Show or hide the sidebar'), keys: 'Ctrl+\\', where: 'everywhere' },
    { what: t('Save at once'), keys: 'Ctrl+S', where: 'everywhere' },
    { what: t('Save New Version'), keys: 'Ctrl+Shift+S', where: 'everywhere', command: 'saveVersion' },
    { what: t('From the text to its toolbar and back'), keys: 'F6', where: 'everywhere' },
    { what: t('Go to the notification'), keys: 'F8', where: 'everywhere' },
    { what: t('Bold'), keys: 'Ctrl+B', where: 'text' },
    { what: t('Italic'), keys: 'Ctrl+I', where: 'text' },
    { what: t('Code block'), keys: 'Ctrl+E', where: 'text' },
    { what: t('Find in the text'), keys: 'Ctrl+F', where: 'text', command: 'findInText' },
    {
      what: t('Replace in the text'),
      keys: isApple() ? 'Ctrl+Alt+F' : 'Ctrl+H',
      where: 'text',
      command: 'replaceInText',
    },
    { what: t('Next and previous match'), keys: 'F3', where: 'text' },
    { what: t('Undo'), keys: 'Ctrl+Z', where: 'text', command: 'undo' },
    { what: t('Redo'), keys: 'Ctrl+Shift+Z', where: 'text', command: 'redo' },
    {
      what: t('Fold message'),
      keys: 'Ctrl+Enter',
      where: 'text',
      command: 'foldMessage',
    },
    { what: t('Leave the editor'), keys: 'Esc', where: 'text' },
    { what: t('Close the selected tab'), keys: 'Del', where: 'lists' },
    { what: t('Menu of a row'), keys: 'Shift+F10', where: 'lists' },
    {
      what: t('Select prompts one by one'),
      // There the space bar with a command key is the system's.
      keys: isApple() ? 'Ctrl+Click' : 'Ctrl+Space',
      where: 'lists',
    },
    { what: t('Select up to a prompt'), keys: 'Shift+↓', where: 'lists' },
    { what: t('Select all of a project'), keys: 'Ctrl+A', where: 'lists' },
    { what: t('End the selection'), keys: 'Esc', where: 'lists' },
    { what: t('Move a row up'), keys: 'Alt+Shift+↑', where: 'lists' },
    { what: t('Move a row down'), keys: 'Alt+Shift+↓', where: 'lists' },
    { what: t('Move a tab left'), keys: 'Ctrl+Shift+←', where: 'lists', command: 'moveTabLeft' },
    { what: t('Move a tab right'), keys: 'Ctrl+Shift+→', where: 'lists', command: 'moveTabRight' },
    { what: t('Next change of a comparison'), keys: 'Alt+↓', where: 'lists' },
    { what: t('Previous change of a comparison'), keys: 'Alt+↑', where: 'lists' },
    {
      what: t('Reopen closed tab, from the command palette'),
      keys: 'Ctrl+Shift+T',
      where: 'lists',
      command: 'reopenTab',
      inOwnWindow: true,
    },
  ];
}

/** Returns those whose keys arrive in this window. */
export function shortcutsHere(
  page: { matchMedia(query: string): Pick<MediaQueryList, 'matches'> } = window,
): readonly Shortcut[] {
  const isTab = page.matchMedia('(display-mode: browser)').matches;
  return shortcuts().filter(({ inOwnWindow }) => !(inOwnWindow && isTab));
}

/** Returns the keys of commands, of those that have any. */
export function keysOfCommands(): ReadonlyMap<CommandId, string> {
  return new Map(
    shortcutsHere().flatMap(({ command, keys }) => (command === undefined ? [] : [[command, keys] as const])),
  );
}
