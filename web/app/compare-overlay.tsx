import { useAtom, useSetAtom } from 'jotai';
import { Suspense, useEffect } from 'react';
import type { Library } from '../data/database/library.ts';
import { lazyPart } from '../ui/load-again.ts';
import { useKeptRequest } from '../ui/use-kept-request.ts';
import { ErrorBoundary } from './error-screen.tsx';
import { comparedPairAtom } from './workspace-atoms.ts';

// It comes with the first comparison.
const CompareDialog = lazyPart(
  async () => (await import('../features/compare/compare-dialog.tsx')).CompareDialog,
);

/** The comparison of two texts of a prompt that a person asked for. */
export function CompareOverlay({
  library,
  promptId,
}: {
  readonly library: Library;
  readonly promptId: number;
}) {
  const [pair, setPair] = useAtom(comparedPairAtom);
  // It goes with its prompt, which another device may delete.
  useEffect(() => () => setPair((pair) => (pair?.promptId === promptId ? null : pair)), [promptId, setPair]);
  const { shown, opening } = useKeptRequest(pair);
  if (shown === null) return null;
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <CompareDialog
          key={opening}
          {...{ library }}
          pair={shown}
          open={pair !== null}
          onClose={() => setPair(null)}
        />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Returns what compares a version of this prompt with another one, or with the current text. */
export function useCompare(promptId: number): (before: number, after?: number | null) => void {
  const setPair = useSetAtom(comparedPairAtom);
  return (before, after = null) => setPair({ promptId, before, after });
}
