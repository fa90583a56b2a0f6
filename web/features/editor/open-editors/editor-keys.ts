import type { TextFormat } from '#shared/text/toggle-format.ts';
import { commandKey } from '../../../ui/keys/pressed-key.ts';
import type { SourceEditor } from '../engine/source-editor.ts';

const formats: Readonly<Record<string, TextFormat>> = { b: 'bold', i: 'italic', e: 'code' };

/** Formats by a key in the text, and returns whether it was such a key. */
export function runFormatKey(event: KeyboardEvent, format: (wanted: TextFormat) => void): boolean {
  const wanted = formats[commandKey(event) ?? ''];
  if (wanted !== undefined) format(wanted);
  return wanted !== undefined;
}

/** Folds the message of the caret by Ctrl+Enter, or Cmd+Enter on a Mac, or opens it; returns whether it did. */
export function runFoldKey(event: KeyboardEvent, { folds }: Pick<SourceEditor, 'folds'>): boolean {
  return commandKey(event) === 'Enter' && folds.toggle();
}
