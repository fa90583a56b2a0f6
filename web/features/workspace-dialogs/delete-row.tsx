import { t } from '#shared/language/translate.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { undoDeletion } from '../../session/undo-deletion.ts';
import { useNotify } from '../../ui/provider.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import type { DialogRequest } from './dialog-request.ts';

export interface DeletedActs {
  onProjectDeleted(gone: { id: number; promptIds: readonly number[] }): void;
  onPromptDeleted(promptId: number): void;
}

export interface DeleteRowProps {
  readonly outline: Outline;
  readonly request: Extract<DialogRequest, { readonly kind: 'deleteProject' | 'deletePrompt' }>;
  readonly open: boolean;
  readonly acts: DeletedActs;
  onClose(): void;
  /** Returns what has the focus afterwards: the button that was pressed is gone. */
  focusAfterwards(): HTMLElement | null;
}

/** The dialog that deletes a project with its prompts, or a prompt. */
export function DeleteRow({ outline, request, acts, ...shared }: DeleteRowProps) {
  const library = useLibrary();
  const notify = useNotify();
  const { id } = request;
  if (request.kind === 'deletePrompt') {
    return (
      <DeleteDialog
        {...shared}
        title={t('Delete Prompt')}
        name={request.title}
        failure={t('Failed to delete prompt')}
        done={{ title: t('Prompt deleted'), ...undoDeletion(library, [`prompt:${id}`], notify) }}
        onDelete={() => commit(library, 'deletePrompt', { id })}
        onDeleted={() => acts.onPromptDeleted(id)}
      />
    );
  }
  const inside = outline.prompts.filter(({ projectId }) => projectId === id);
  const promptIds = inside.map((prompt) => prompt.id);
  return (
    <DeleteDialog
      {...shared}
      title={t('Delete Project')}
      name={request.name}
      failure={t('Failed to delete project')}
      done={{ title: t('Project deleted'), ...undoDeletion(library, [`project:${id}`], notify) }}
      onDelete={() => commit(library, 'deleteProject', { id })}
      onDeleted={() => acts.onProjectDeleted({ id, promptIds })}
    />
  );
}
