import type { ToastRequest } from '../../ui/toaster-store.ts';
import { EditorToolbar, type EditorToolbarProps } from './editor-toolbar.tsx';
import type { OpenEditor } from './open-editor-type.ts';
import type { PaneCommands } from './pane-commands.ts';
import { SaveVersionDialog } from './save-version-dialog.tsx';
import { useVersionSaving } from './use-version-saving.ts';

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
      <SaveVersionDialog
        open={saving.isAsking}
        sameAs={saving.sameAs}
        saving={saving.isSaving}
        onClose={saving.stopAsking}
        onSave={(description) => void saving.save(description)}
      />
    </>
  );
}
