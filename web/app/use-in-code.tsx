import { useAtom } from 'jotai';
import type { Library } from '../data/database/library.ts';
import type { Outline } from '../data/rows/outline.ts';
import type { ToastRequest } from '../ui/toaster-store.ts';
import { useKeptRequest } from '../ui/use-kept-request.ts';
import { useLaterPart } from '../ui/use-later-part.ts';
import type { PageAddress } from './address.ts';
import { ErrorBoundary } from './error-screen.tsx';
import { usedInCodeAtom } from './workspace-atoms.ts';

// Fetched last: few people ask for it.
const loadDialog = async () =>
  (await import('../features/use-in-code/use-in-code-dialog.tsx')).UseInCodeDialog;

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
  const close = () => setUsed(null);
  const UseInCodeDialog = useLaterPart(loadDialog, { isWanted: used !== null, onMissing: close });
  if (shown === null || UseInCodeDialog === null) return null;
  return (
    <ErrorBoundary>
      <UseInCodeDialog
        key={opening}
        {...props}
        used={shown}
        server={page.linkTo('/')}
        open={used !== null}
        onClose={close}
      />
    </ErrorBoundary>
  );
}
