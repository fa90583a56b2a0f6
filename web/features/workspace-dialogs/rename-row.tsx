import { t } from '#shared/language/translate.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import type { DialogRequest } from './dialog-request.ts';
import { RenameDialog } from './rename-dialog.tsx';

export interface RenameRowProps {
  readonly outline: Outline;
  readonly request: Extract<DialogRequest, { readonly kind: 'renameProject' | 'renamePrompt' }>;
  readonly open: boolean;
  onClose(): void;
  /** Asks what becomes of the references by the old name. */
  onAsk(request: DialogRequest): void;
}

/** The dialog that renames a project or a prompt. */
export function RenameRow({ outline, request, open, onClose, onAsk }: RenameRowProps) {
  const library = useLibrary();
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
        onRenamed={(project) => {
          onAsk({ kind: 'updateReferences', renaming: { from: { project: request.name }, to: { project } } });
        }}
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
      onRenamed={(title) => {
        const { projectId } = outline.prompts.find((prompt) => prompt.id === id) ?? {};
        const project = outline.projects.find((found) => found.id === projectId)?.name;
        if (project === undefined) return;
        const from = { project, title: request.title };
        onAsk({ kind: 'updateReferences', renaming: { from, to: { project, title } } });
      }}
    />
  );
}
