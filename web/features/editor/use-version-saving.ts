import { useState } from 'react';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { versionToasts } from './editor-toasts.ts';
import type { OpenEditor } from './open-editor-type.ts';

export type VersionSavingOptions = {
  /** Null while no text is open. */
  editor: OpenEditor | null;
  /** The number of the old version whose text is open; null for the current text. */
  version: number | null;
  notify(toast: ToastRequest): void;
};

/** A version of the current text is asked for a description; one made of an old version says which. */
export function useVersionSaving({ editor, version, notify }: VersionSavingOptions) {
  const [isAsking, setIsAsking] = useState(false);
  const [isSaving, setIsSaving] = useState(false);

  async function save(description: string): Promise<void> {
    if (editor === null) return;
    setIsSaving(true);
    const outcome = await editor.saveVersion(description);
    setIsSaving(false);
    setIsAsking(false);
    notify(versionToasts[outcome]);
  }

  return {
    isAsking,
    isSaving,
    begin() {
      if (version === null) setIsAsking(true);
      else void save(`Updated version ${version}`);
    },
    stopAsking: () => setIsAsking(false),
    save,
  };
}
