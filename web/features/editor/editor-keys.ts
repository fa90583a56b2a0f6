import type { TextFormat } from '#shared/text/toggle-format.ts';

const formats: Readonly<Record<string, TextFormat>> = { b: 'bold', i: 'italic', e: 'code' };

/** Returns the format that a key in the text stands for; undefined for any other key. */
export function formatOfKey(event: KeyboardEvent): TextFormat | undefined {
  return isCommand(event) && !event.isComposing ? formats[event.key.toLowerCase()] : undefined;
}

/** Ctrl+S, or Cmd+S on a Mac. */
export function isSaveKey(event: KeyboardEvent): boolean {
  return isCommand(event) && event.key.toLowerCase() === 's';
}

function isCommand(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
}
