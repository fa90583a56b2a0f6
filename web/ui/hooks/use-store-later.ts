import { startTransition, useEffect, useState } from 'react';

/**
 * Reads a store whose changes may be drawn a moment later: in slices, between which the page answers keys.
 * `useSyncExternalStore` draws each change at once, however long that takes. Keep both functions between renders.
 */
export function useStoreLater<T>(read: () => T, subscribe: (listener: () => void) => () => void): T {
  const [value, setValue] = useState(read);
  useEffect(() => {
    const take = () => startTransition(() => setValue(read));
    // It may have changed before anybody listened.
    take();
    return subscribe(take);
  }, [read, subscribe]);
  return value;
}
