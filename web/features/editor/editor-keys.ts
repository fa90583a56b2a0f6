import type { TextFormat } from '#shared/text/toggle-format.ts';

export type KeyCommands = {
  format(format: TextFormat): void;
  save(): void;
};

/** Runs the command of a key in the editor, and returns whether it was one. */
export function runEditorKey(event: KeyboardEvent, { format, save }: KeyCommands): boolean {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!isCommand || event.isComposing) return false;
  switch (event.key.toLowerCase()) {
    case 'b':
      format('bold');
      return true;
    case 'i':
      format('italic');
      return true;
    case 's':
      // The browser would offer to save the page.
      save();
      return true;
    default:
      return false;
  }
}
