import { Suspense, useState } from 'react';
import type { Library } from '../data/database/library.ts';
import { lazyPart } from '../ui/load-again.ts';
import { useToaster } from '../ui/provider.tsx';

// Loaded on demand: the first screen does not show it.
const BinDialog = lazyPart(async () => (await import('../features/bin/bin-dialog.tsx')).BinDialog);

interface BinOverlayProps {
  readonly library: Library;
  readonly now: () => number;
  readonly open: boolean;
  onClose(): void;
}

export function BinOverlay(props: BinOverlayProps) {
  const { open } = props;
  const toaster = useToaster();
  const [wasOpen, setWasOpen] = useState(false);
  if (open && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <BinDialog {...props} notify={toaster.show} />
    </Suspense>
  );
}
