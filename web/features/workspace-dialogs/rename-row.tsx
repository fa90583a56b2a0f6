import { t } from '#shared/language/translate.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import type { DialogRequest } from './dialog-request.ts';
import { RenameDialog } from './rename-dialog.tsx';

export interface RenameRowProps {
  readonly library: Library;
  readonly request: Extract<DialogRequest, { readonly kind: 'renameProject' | 'renamePrompt' }>;
  readonly open: boolean;
  onClose(): void;
}

/** The dialog that renames a project or a prompt. */
export function RenameRow({ library, request, open, onClose }: RenameRowProps) {
  const { id } = request;
  if (request.kind === 'renameProject') {
    return (
      <RenameDialog
        {...{ open, onClose }}
        title={t('Rename Project')}
        label={t('Project Name')}
        placeholder={t('Enter project name')}
        name={request.name}
        onRename={(name) => commit(library, 'renameProject', { id, name })}
      />
    );
  }
  return (
    <RenameDialog
      {...{ open, onClose }}
      title={t('Rename Prompt')}
      description={t('Enter a new title for this prompt.')}
      label={t('Prompt Title')}
      placeholder={t('Enter prompt title')}
      name={request.title}
      onRename={(title) => commit(library, 'updatePrompt', { id, title })}
    />
  );
}
