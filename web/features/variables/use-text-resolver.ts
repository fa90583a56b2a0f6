import { useMemo } from 'react';
import type { Library } from '../../data/database/library.ts';
import { resolveText, watchResolved } from '../../data/queries/resolve-text.ts';
import type { TextResolver } from './template-view.ts';

/** Returns what inserts the snippets of a text from the library; `key` is that of the text itself. */
export function useTextResolver(library: Library, key: string): TextResolver {
  return useMemo(
    () => ({
      resolve: (text) => resolveText(library, { key, text }),
      watch: (text, listener) => watchResolved(library, { key, text }, listener),
    }),
    [library, key],
  );
}
