import { lazy, Suspense, useState } from 'react';
import type { OfflineUse } from './open-library-props.ts';

// Loaded on demand: the first screen does not show it.
const PreferencesDialog = lazy(async () => ({
  default: (await import('../features/preferences/preferences-dialog.tsx')).PreferencesDialog,
}));

interface PreferencesOverlayProps {
  readonly offline: Pick<OfflineUse, 'readiness'>;
  readonly open: boolean;
  onClose(): void;
}

export function PreferencesOverlay({ offline, open, onClose }: PreferencesOverlayProps) {
  const [wasOpen, setWasOpen] = useState(false);
  if (open && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <PreferencesDialog open={open} storage={offline.readiness} onClose={onClose} />
    </Suspense>
  );
}
