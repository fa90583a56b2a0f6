import type { KeyboardEvent } from 'react';
import { commandKey, pressedKey } from '../../ui/keys/pressed-key.ts';
import { nextOption } from '../../ui/options/next-option.ts';
import type { PaletteEntry } from './palette-entries.tsx';

export type PaletteSteps = {
  /** The place of the active option; -1: there is none. */
  readonly at: number;
  readonly count: number;
  /** Returns the command that reopens a closed tab, where there is one. */
  reopen(): PaletteEntry | undefined;
  setActive(place: number): void;
  /** Chooses the active option. */
  choose(): void;
  onChoose(entry: PaletteEntry): void;
  onClose(): void;
};

/** Does what a key in the palette means: arrows walk round, pages stop at the ends, Enter chooses. */
export function followPaletteKey(event: KeyboardEvent, steps: PaletteSteps): void {
  // Enter that ends an input method's word is no choice, and its arrows walk through its own list.
  const key = pressedKey(event);
  const { at, count, reopen, setActive, choose, onChoose, onClose } = steps;
  if (commandKey(event, { shift: true }) === 't') {
    const command = reopen();
    if (command !== undefined) onChoose(command);
  } else if (commandKey(event) === 'k') onClose();
  // The dialog follows Esc a frame later than it is drawn.
  else if (key === 'Escape') onClose();
  else if (key === 'Enter') choose();
  else {
    const next = nextOption(key, at, count);
    if (next === null) return;
    setActive(next);
  }
  event.preventDefault();
  event.stopPropagation();
}
