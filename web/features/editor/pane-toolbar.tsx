import { lazy, Suspense, useState } from 'react';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { EditorToolbar, type EditorToolbarProps } from './editor-toolbar.tsx';
import type { OpenEditor } from './open-editor-type.ts';
import type { PaneCommands } from './pane-commands.ts';
import { useVersionSaving } from './use-version-saving.ts';

const SaveVersionDialog = lazy(async () => ({
  default: (await import('./save-version-dialog.tsx')).SaveVersionDialog,
}));

export type PaneToolbarProps = Pick<
  EditorToolbarProps,
  | 'readOnly'
  | 'viewing'
  | 'setViewing'
  | 'isVersion'
  | 'version'
  | 'versionsShown'
  | 'notesShown'
  | 'onToggleNotes'
  | 'onToggleVersions'
> & {
  /** Null while no text is open. */
  readonly editor: OpenEditor | null;
  readonly commands: PaneCommands;
  /** Returns the number of the newest version if it has this text; else null. */
  sameVersion(text: string): Promise<number | null>;
  notify(toast: ToastRequest): void;
};

/** The toolbar of a pane, and the question for the description of a version. */
export function PaneToolbar({ editor, commands, sameVersion, notify, ...bar }: PaneToolbarProps) {
  const { isVersion, version } = bar;
  const saving = useVersionSaving({ editor, notify, sameVersion, isVersion, version });
  // Loaded with the first question, and drawn from then on: it takes its leave by itself.
  const [wasAsked, setWasAsked] = useState(false);
  if (saving.isAsking && !wasAsked) setWasAsked(true);
  return (
    <>
      <EditorToolbar
        {...bar}
        disabled={editor === null}
        saving={saving.isSaving}
        onFormat={(format) => editor?.format(format)}
        onStep={commands.step}
        onCopy={commands.copy}
        onSaveVersion={saving.begin}
      />
      {wasAsked && (
        <Suspense fallback={null}>
          <SaveVersionDialog
            open={saving.isAsking}
            sameAs={saving.sameAs}
            saving={saving.isSaving}
            onClose={saving.stopAsking}
            onSave={(description) => void saving.save(description)}
          />
        </Suspense>
      )}
    </>
  );
}
