import { useState } from 'react';

/** Holds whether a menu is open, and whether it is still there while it closes. */
export function useClosingMenu() {
  const [isOpen, setIsOpen] = useState(false);
  const [isThere, setIsThere] = useState(false);
  return {
    isThere,
    close: () => setIsOpen(false),
    props: {
      open: isOpen,
      onOpenChange(open: boolean): void {
        setIsOpen(open);
        if (open) setIsThere(true);
      },
      onClosed: () => setIsThere(false),
    },
  };
}
