import type { PageAddress } from '../session/address.ts';

/** An address with its history, as a window has them, for tests. */
export function memoryAddress(first = '/') {
  const entries = [first];
  let at = 0;
  const listeners = new Set<() => void>();
  const read = () => entries[at] ?? '/';
  function move(to: number): void {
    at = to;
    for (const listener of listeners) listener();
  }
  const address: PageAddress = {
    read,
    write(path, { replace }) {
      if (!replace) at += 1;
      entries.splice(at, replace ? 1 : entries.length, path);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    linkTo: (path) => `https://promptory.example${path}`,
  };
  return {
    ...address,
    entries: () => [...entries],
    back: () => move(at - 1),
    forward: () => move(at + 1),
    /** A link is followed in this window. */
    follow(path: string): void {
      address.write(path, { replace: false });
      move(at);
    },
  };
}
