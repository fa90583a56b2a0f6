import { useState } from 'react';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { versionToasts } from './editor-toasts.ts';
import type { OpenEditor } from './open-editor-type.ts';

export type VersionSavingOptions = {
  /** Null while no text is open. */
  editor: OpenEditor | null;
  /** Whether the text is that of an old version. */
  isVersion: boolean;
  /** The number of that version; null for the current text, and until it is read. */
  version: number | null;
  /** Returns the number of the newest version if it has this text; else null. */
  sameVersion(text: string): Promise<number | null>;
  notify(toast: ToastRequest): void;
};

/** Asks for the description of a version of the current text; one made of an old version names that version. */
export function useVersionSaving(options: VersionSavingOptions) {
  const { editor, isVersion, version, notify } = options;
  // By their editors: another text that is shown meanwhile is neither asked about nor saved.
  const [asked, setAsked] = useState<{ of: OpenEditor; sameAs: number | null } | null>(null);

  const [saved, setSaved] = useState<OpenEditor | null>(null);

  async function save(description: string): Promise<void> {
    if (editor === null) return;
    setSaved(editor);
    const outcome = await editor.saveVersion(description);
    setSaved(null);
    setAsked(null);
    notify(versionToasts[outcome]);
  }

  /** A person decides whether there is to be a version like the one before it. */
  async function ask(of: OpenEditor): Promise<void> {
    // A version can be saved where the newest one cannot be read.
    setAsked({ of, sameAs: await options.sameVersion(of.text()).catch(() => null) });
  }

  return {
    isAsking: asked !== null && asked.of === editor,
    sameAs: asked?.sameAs ?? null,
    isSaving: saved !== null && saved === editor,
    begin() {
      if (isVersion) void save(version === null ? 'Updated version' : `Updated version ${version}`);
      else if (editor !== null) void ask(editor);
    },
    stopAsking: () => setAsked(null),
    save,
  };
}
