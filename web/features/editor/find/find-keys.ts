import type { KeyboardEvent } from 'react';
import { pressedKey } from '../../../ui/keys/pressed-key.ts';

/** Attributes of a field: what is looked for is no word of a language, so no capital letters and no corrections. */
export const verbatim = {
  autoCapitalize: 'none',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const;

/** Runs on Enter, unless an input method takes it. */
export function onEnter(event: KeyboardEvent, run: () => void): void {
  if (pressedKey(event) !== 'Enter') return;
  event.preventDefault();
  run();
}
