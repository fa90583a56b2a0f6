import { createContext, useContext } from 'react';
import type { Library } from '../data/database/library.ts';
import type { OpenLibraryProps } from './open-library-type.ts';

/** Null where no library is open. */
export const OpenLibraryContext = createContext<OpenLibraryProps | null>(null);

/** Returns what the open library lends to its screens; throws outside of one. */
export function useOpenLibrary(): OpenLibraryProps {
  const open = useContext(OpenLibraryContext);
  if (open === null) throw new Error('This screen needs an open library around it.');
  return open;
}

export function useLibrary(): Library {
  return useOpenLibrary().library;
}

/** Returns the clock for dates. */
export function useNow(): () => number {
  return useOpenLibrary().now;
}
