import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import type { Outline } from '../../data/rows/outline.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { useKeptRequest } from '../../ui/use-kept-request.ts';
import { CreateProjectDialog } from './create-project-dialog.tsx';
import { CreatePromptDialog } from './create-prompt-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import type { DialogRequest } from './dialog-request.ts';
import { RenameDialog } from './rename-dialog.tsx';

export interface WorkspaceDialogsProps {
  readonly library: Library;
  readonly outline: Outline;
  /** Null: none is open. */
  readonly request: DialogRequest | null;
  onClose(): void;
  onProjectCreated(projectId: number): void;
  onPromptCreated(made: { id: number; projectId: number }): void;
  onProjectDeleted(gone: { id: number; promptIds: readonly number[] }): void;
  onPromptDeleted(promptId: number): void;
  notify(toast: ToastRequest): void;
  /** After a prompt was made: the opener may be out of reach by then. */
  focusAfterCreate?(opener: HTMLElement | null): HTMLElement | null;
  /** After something was deleted: what was pressed to delete it is gone. */
  focusAfterDelete(): HTMLElement | null;
}

/** One dialog at a time. The last one stays drawn while it closes; the next opening begins afresh. */
export function WorkspaceDialogs(props: WorkspaceDialogsProps) {
  const { request } = props;
  const { shown, opening } = useKeptRequest(request);
  if (shown === null) return null;
  return <OneDialog key={opening} {...props} request={shown} open={request !== null} />;
}

type OneDialogProps = WorkspaceDialogsProps & { readonly request: DialogRequest; readonly open: boolean };

function OneDialog({ request, ...props }: OneDialogProps) {
  const { library, outline, open, onClose, notify } = props;
  const shared = { open, onClose, notify };
  switch (request.kind) {
    case 'createProject':
      return <CreateProjectDialog {...shared} library={library} onCreated={props.onProjectCreated} />;
    case 'createPrompt':
      return (
        <CreatePromptDialog
          {...shared}
          library={library}
          projects={outline.projects}
          projectId={request.projectId}
          onCreated={props.onPromptCreated}
          focusAfterwards={props.focusAfterCreate}
        />
      );
    case 'renameProject':
      return (
        <RenameDialog
          {...shared}
          title="Rename Project"
          label="Project Name"
          placeholder="Enter project name"
          name={request.name}
          onRename={(name) => commit(library, 'renameProject', { id: request.id, name })}
        />
      );
    case 'renamePrompt':
      return (
        <RenameDialog
          {...shared}
          title="Rename Prompt"
          description="Enter a new title for this prompt."
          label="Prompt Title"
          placeholder="Enter prompt title"
          name={request.title}
          onRename={(title) => commit(library, 'updatePrompt', { id: request.id, title })}
        />
      );
    case 'deleteProject': {
      const { id } = request;
      const inside = outline.prompts.filter(({ projectId }) => projectId === id);
      const promptIds = inside.map((prompt) => prompt.id);
      return (
        <DeleteDialog
          {...shared}
          title="Delete Project"
          name={request.name}
          failure="Failed to delete project"
          onDelete={() => commit(library, 'deleteProject', { id })}
          focusAfterwards={props.focusAfterDelete}
          onDeleted={() => props.onProjectDeleted({ id, promptIds })}
        />
      );
    }
    case 'deletePrompt': {
      const { id } = request;
      return (
        <DeleteDialog
          {...shared}
          title="Delete Prompt"
          name={request.title}
          failure="Failed to delete prompt"
          onDelete={() => commit(library, 'deletePrompt', { id })}
          focusAfterwards={props.focusAfterDelete}
          onDeleted={() => props.onPromptDeleted(id)}
        />
      );
    }
  }
}
