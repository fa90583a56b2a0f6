import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { VersionText } from '../../../data/queries/version-items.ts';
import type { ToastRequest } from '../../../ui/toast/toaster-store.ts';
import { versionToasts } from '../editor-toasts.ts';
import type { OpenEditor } from '../open-editors/open-editor-type.ts';

export type VersionSavingOptions = {
  /** Null while no text is open. */
  editor: OpenEditor | null;
  /** Whether the text is that of an old version. */
  isVersion: boolean;
  /** The number of that version; null for the current text, and until it is read. */
  version: number | null;
  /** Returns the newest version that somebody saved. */
  newestVersion(): Promise<VersionText | undefined>;
  notify(toast: ToastRequest): void;
};

/** The text that is to be saved, and the version before it. */
type Asked = { readonly of: OpenEditor; readonly text: string; readonly newest: VersionText | null };

/** Asks for the description of a version of the current text; one made of an old version names that version. */
export function useVersionSaving(options: VersionSavingOptions) {
  const { editor, isVersion, version, notify } = options;
  // By their editors: another text that is shown meanwhile is neither asked about nor saved.
  const [asked, setAsked] = useState<Asked | null>(null);

  const [saved, setSaved] = useState<OpenEditor | null>(null);

  async function save(description: string): Promise<void> {
    if (editor === null) return;
    setSaved(editor);
    const outcome = await editor.saveVersion(description);
    setSaved(null);
    setAsked(null);
    notify(versionToasts()[outcome]);
  }

  /** A person decides whether there is to be a version like the one before it. */
  async function ask(of: OpenEditor): Promise<void> {
    // A version can be saved where the newest one cannot be read.
    const newest = (await options.newestVersion().catch(() => undefined)) ?? null;
    setAsked({ of, text: of.text(), newest });
  }

  return {
    isAsking: asked !== null && asked.of === editor,
    text: asked?.text ?? '',
    newest: asked?.newest ?? null,
    isSaving: saved !== null && saved === editor,
    begin() {
      if (isVersion)
        void save(version === null ? t('Updated version') : t('Updated version {version}', { version }));
      else if (editor !== null) void ask(editor);
    },
    stopAsking: () => setAsked(null),
    save,
  };
}
