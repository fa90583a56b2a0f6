import type { KeyboardEvent } from 'react';
import { pressedKey } from '../../ui/keys/pressed-key.ts';
import type { SearchBoxState } from './use-search-box.ts';

/** Does what a key in the search field means: arrows walk, Enter chooses or searches, Escape closes or clears. */
export function followSearchKey(box: SearchBoxState, event: KeyboardEvent<HTMLInputElement>): void {
  switch (pressedKey(event)) {
    case 'ArrowDown':
      box.move(1);
      break;
    case 'ArrowUp':
      box.move(-1);
      break;
    case 'Enter':
      if (box.isActive) box.chooseActive();
      else {
        box.setIsOpen(true);
        box.searchNow();
      }
      break;
    case 'Escape':
      if (box.isShown) box.setIsOpen(false);
      else box.clear();
      break;
    default:
      return;
  }
  event.preventDefault();
}
