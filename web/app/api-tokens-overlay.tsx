import { Suspense, useState } from 'react';
import type { Library } from '../data/database/library.ts';
import { lazyPart } from '../ui/load-again.ts';
import { useToaster } from '../ui/provider.tsx';
import type { Session } from './session.ts';

// Loaded on demand: the first screen does not show it.
const ApiTokensDialog = lazyPart(
  async () => (await import('../features/account/api-tokens-dialog.tsx')).ApiTokensDialog,
);

interface ApiTokensOverlayProps {
  readonly library: Library;
  readonly session: Session;
  readonly now: () => number;
  readonly open: boolean;
  onClose(): void;
}

export function ApiTokensOverlay({ session, ...props }: ApiTokensOverlayProps) {
  const { open } = props;
  const toaster = useToaster();
  const [wasOpen, setWasOpen] = useState(false);
  if (open && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <ApiTokensDialog {...props} actions={session.account} notify={toaster.show} />
    </Suspense>
  );
}
