import { Suspense, useState } from 'react';
import { lazyPart } from '../ui/load-again.ts';
import type { AppUpdate } from './app-update.ts';
import { languageChoice } from './language-choice.ts';
import type { OfflineUse } from './open-library-props.ts';

// Loaded on demand: the first screen does not show it.
const PreferencesDialog = lazyPart(
  async () => (await import('./preferences-with-shortcuts.tsx')).PreferencesWithShortcuts,
);

interface PreferencesOverlayProps {
  readonly offline: Pick<OfflineUse, 'readiness' | 'keepLanguage'>;
  readonly update: Pick<AppUpdate, 'take'>;
  readonly open: boolean;
  onClose(): void;
}

export function PreferencesOverlay({ offline, update, open, onClose }: PreferencesOverlayProps) {
  const [wasOpen, setWasOpen] = useState(false);
  if (open && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <PreferencesDialog
        open={open}
        language={languageChoice(window, { keep: offline.keepLanguage, reload: update.take })}
        storage={offline.readiness}
        onClose={onClose}
      />
    </Suspense>
  );
}
