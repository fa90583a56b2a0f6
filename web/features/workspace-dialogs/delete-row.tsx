import { t } from '#shared/language/translate.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import type { DialogRequest } from './dialog-request.ts';

export interface DeleteRowActions {
  onProjectDeleted(gone: { id: number; promptIds: readonly number[] }): void;
  onPromptDeleted(promptId: number): void;
  /** Returns what has the focus afterwards: the button that was pressed is gone. */
  focusAfterDelete(): HTMLElement | null;
}

export interface DeleteRowProps extends DeleteRowActions {
  readonly outline: Outline;
  readonly request: Extract<DialogRequest, { readonly kind: 'deleteProject' | 'deletePrompt' }>;
  readonly open: boolean;
  onClose(): void;
}

/** The dialog that deletes a project with its prompts, or a prompt. */
export function DeleteRow({ outline, request, ...props }: DeleteRowProps) {
  const library = useLibrary();
  const { open, onClose } = props;
  const shared = { open, onClose, focusAfterwards: props.focusAfterDelete };
  const { id } = request;
  if (request.kind === 'deletePrompt') {
    return (
      <DeleteDialog
        {...shared}
        title={t('Delete Prompt')}
        name={request.title}
        failure={t('Failed to delete prompt')}
        onDelete={() => commit(library, 'deletePrompt', { id })}
        onDeleted={() => props.onPromptDeleted(id)}
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
      onDelete={() => commit(library, 'deleteProject', { id })}
      onDeleted={() => props.onProjectDeleted({ id, promptIds })}
    />
  );
}
