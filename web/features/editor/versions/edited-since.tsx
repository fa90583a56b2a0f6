import { Button } from '@chakra-ui/react';
import { LuChevronDown, LuGitCompare, LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { refusalMessages } from '#shared/model/messages.ts';
import { discardEdits } from '../../../data/commit/restore-version.ts';
import type { Library } from '../../../data/database/library.ts';
import { editedSince, newestSavedVersion } from '../../../data/queries/version-items.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { useCommands } from '../../../ui/commands.ts';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { Menu, MenuItem } from '../../../ui/menu/menu.tsx';
import { useNotify } from '../../../ui/provider.tsx';
import type { ToastRequest } from '../../../ui/toast/toaster-store.ts';
import type { OpenEditor } from '../open-editors/open-editor-type.ts';

export type EditedSinceProps = {
  readonly promptId: number;
  /** Null while no text is open. */
  readonly editor: OpenEditor | null;
  /** Without it, the text cannot be compared here. */
  readonly onCompare?: ((versionId: number) => void) | undefined;
};

/** Shows that the current text is not that of the newest version, compares them, and goes back to it. */
export function EditedSince({ promptId, editor, onCompare }: EditedSinceProps) {
  const library = useLibrary();
  const notify = useNotify();
  // A number and no object: an autosave that changes nothing of it draws nothing.
  const version = useLive(() => editedSince(library, promptId), [library, promptId]);
  const isEdited = version !== undefined && version !== null;
  const discardNow = editor !== null && (() => void discard({ library, promptId, editor, notify }));
  useCommands(() => ({
    compareNewest: isEdited && onCompare !== undefined && (() => void compare()),
    discardEdits: isEdited && discardNow,
  }));
  if (!isEdited) return null;

  async function compare(): Promise<void> {
    await editor?.save();
    const newest = await newestSavedVersion(library, promptId);
    if (newest !== undefined) onCompare?.(newest.id);
  }

  return (
    <Menu
      trigger={
        <Button variant="ghost" size="xs" color="inherit" fontWeight="normal">
          {t('Edited since version {version}', { version })}
          <LuChevronDown aria-hidden />
        </Button>
      }
    >
      {onCompare !== undefined && (
        <MenuItem icon={<LuGitCompare />} onSelect={() => void compare()}>
          {t('Compare with version {version}', { version })}
        </MenuItem>
      )}
      <MenuItem
        icon={<LuTrash2 />}
        danger
        disabled={editor === null}
        onSelect={() => discardNow !== false && discardNow()}
      >
        {t('Discard edits')}
      </MenuItem>
    </Menu>
  );
}

type Discarded = Pick<EditedSinceProps, 'promptId'> & {
  readonly library: Library;
  readonly editor: OpenEditor;
  notify(toast: ToastRequest): void;
};

/**
 * The editor goes first, as if the person had typed it: so an undo brings the edits back. Where they cannot be kept as a
 * version, it goes back itself.
 */
async function discard({ library, promptId, editor, notify }: Discarded): Promise<void> {
  const failed = (description: string) =>
    notify({ title: t('The edits were not discarded'), description, kind: 'destructive' });
  const isSaved = await editor.save();
  const newest = await newestSavedVersion(library, promptId);
  const text = editor.text();
  if (!isSaved || newest === undefined || !editor.replaceAll(newest.content)) {
    return failed(t('Your text is still in the editor.'));
  }
  try {
    const outcome = await discardEdits(library, { promptId, versionId: newest.id, text });
    if (outcome.ok) {
      editor.focus();
      return notify({
        title: t('Edits discarded'),
        description: t('They are kept in the version history, and Undo brings them back.'),
      });
    }
    editor.step('undo');
    failed(refusalMessages[outcome.code]);
  } catch {
    editor.step('undo');
    failed(t('Your text is still in the editor.'));
  }
}
