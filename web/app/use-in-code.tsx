import { useAtom } from 'jotai';
import { Suspense } from 'react';
import type { Library } from '../data/database/library.ts';
import type { Outline } from '../data/rows/outline.ts';
import { lazyPart } from '../ui/load-again.ts';
import type { ToastRequest } from '../ui/toaster-store.ts';
import { useKeptRequest } from '../ui/use-kept-request.ts';
import type { PageAddress } from './address.ts';
import { ErrorBoundary } from './error-screen.tsx';
import { usedInCodeAtom } from './workspace-atoms.ts';

// Few ask for it: it comes with the first one.
const UseInCodeDialog = lazyPart(
  async () => (await import('../features/use-in-code/use-in-code-dialog.tsx')).UseInCodeDialog,
);

type UseInCodeProps = {
  readonly library: Library;
  readonly outline: Outline;
  readonly page: PageAddress;
  notify(toast: ToastRequest): void;
};

/** The programs that read a prompt, where a person asked for them. */
export function UseInCode({ page, ...props }: UseInCodeProps) {
  const [used, setUsed] = useAtom(usedInCodeAtom);
  const { shown, opening } = useKeptRequest(used);
  if (shown === null) return null;
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <UseInCodeDialog
          key={opening}
          {...props}
          used={shown}
          server={page.linkTo('/')}
          open={used !== null}
          onClose={() => setUsed(null)}
        />
      </Suspense>
    </ErrorBoundary>
  );
}
