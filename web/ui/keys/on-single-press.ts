import type { MouseEvent } from 'react';

/** Returns a listener that leaves out the second click of a double one: what is pressed may cost money. */
export function onSinglePress(act: () => void): (event: MouseEvent) => void {
  // Zero where a key or a program presses.
  return ({ detail }) => {
    if (detail < 2) act();
  };
}
