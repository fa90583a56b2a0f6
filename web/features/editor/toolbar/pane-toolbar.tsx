import { Suspense, useState } from 'react';
import { parseChat } from '#shared/templates/chat.ts';
import type { VersionText } from '../../../data/queries/version-items.ts';
import { isDialogOpen } from '../../../ui/dialog/topmost.ts';
import { lazyPart } from '../../../ui/load-again.ts';
import { useNotify } from '../../../ui/provider.tsx';
import type { Find } from '../find/use-find.ts';
import type { OpenEditor } from '../open-editors/open-editor-type.ts';
import { useSaveKey } from '../use-save-key.ts';
import { useVersionSaving } from '../versions/use-version-saving.ts';
import { EditorToolbar, type EditorToolbarProps } from './editor-toolbar.tsx';
import { type MessagesAnchor, MessagesMenu, MessagesTool } from './messages-menu.tsx';
import type { PaneCommands } from './pane-commands.ts';
import { usePaneCommands } from './use-pane-commands.ts';

const SaveVersionDialog = lazyPart(
  async () => (await import('../versions/save-version-dialog.tsx')).SaveVersionDialog,
);

export type PaneToolbarProps = Pick<
  EditorToolbarProps,
  'readOnly' | 'view' | 'isVersion' | 'version' | 'panels'
> & {
  /** Null while no text is open. */
  readonly editor: OpenEditor | null;
  readonly commands: PaneCommands;
  readonly find: Find;
  /** Returns the newest version that somebody saved. */
  newestVersion(): Promise<VersionText | undefined>;
};

/** The toolbar of a pane, and the question for the description of a version. */
export function PaneToolbar(props: PaneToolbarProps) {
  const notify = useNotify();
  const { editor, commands, newestVersion, find, ...bar } = props;
  const { isVersion, version, view } = bar;
  const saving = useVersionSaving({ editor, notify, newestVersion, isVersion, version });
  usePaneCommands(props, saving.begin);
  useSaveKey(() => !bar.readOnly && !isDialogOpen() && saving.begin(), { shift: true });
  const [anchor, setAnchor] = useState<MessagesAnchor>(null);
  // Loaded with the first question, and drawn from then on: it takes its leave by itself.
  const [wasAsked, setWasAsked] = useState(false);
  if (saving.isAsking && !wasAsked) setWasAsked(true);
  return (
    <>
      <EditorToolbar
        {...bar}
        disabled={editor === null}
        saving={saving.isSaving}
        finding={find.opening !== null}
        acts={{
          format: (format) => editor?.format(format),
          step: commands.step,
          copy: commands.copy,
          find: () => find.begin(false),
          saveVersion: saving.begin,
        }}
        messages={<MessagesTool disabled={editor === null} anchor={anchor} onOpen={setAnchor} />}
      />
      <MessagesMenu
        {...{ anchor, commands }}
        canWrite={!bar.readOnly && !view.viewing}
        viewing={view.viewing}
        isChat={() => editor !== null && parseChat(editor.text()) !== null}
        onClose={() => setAnchor(null)}
      />
      {wasAsked && (
        <Suspense fallback={null}>
          <SaveVersionDialog
            open={saving.isAsking}
            text={saving.text}
            newest={saving.newest}
            saving={saving.isSaving}
            onClose={saving.stopAsking}
            onSave={(description) => void saving.save(description)}
          />
        </Suspense>
      )}
    </>
  );
}
