import { lazy, Suspense } from 'react';
import type { OpenEditor } from '../open-editor-type.ts';
import type { Find } from './use-find.ts';

// Loaded with the first search.
const FindBar = lazy(async () => ({ default: (await import('./find-bar.tsx')).FindBar }));

export type FindPlaceProps = {
  readonly find: Find;
  readonly editor: OpenEditor | null;
  readonly viewing: boolean;
  readonly readOnly: boolean;
};

/** The find bar above a text, once it was asked for. */
export function FindPlace({ find, editor, viewing, readOnly }: FindPlaceProps) {
  if (find.opening === null || editor === null) return null;
  return (
    <Suspense fallback={null}>
      <FindBar
        {...{ editor, viewing, readOnly }}
        opening={find.opening}
        onAsk={find.ask}
        onClose={find.close}
      />
    </Suspense>
  );
}
