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
  // By their editors: another text that is shown meanwhile is neither asked about nor saved.
  const [asked, setAsked] = useState<OpenEditor | null>(null);
  const [saved, setSaved] = useState<OpenEditor | null>(null);

  async function save(description: string): Promise<void> {
    if (editor === null) return;
    setSaved(editor);
    const outcome = await editor.saveVersion(description);
    setSaved(null);
    setAsked(null);
    notify(versionToasts[outcome]);
  }

  return {
    isAsking: asked !== null && asked === editor,
    isSaving: saved !== null && saved === editor,
    begin() {
      if (version === null) setAsked(editor);
      else void save(`Updated version ${version}`);
    },
    stopAsking: () => setAsked(null),
    save,
  };
}
