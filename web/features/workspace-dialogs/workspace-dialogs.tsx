import { Suspense } from 'react';
import type { Outline } from '../../data/rows/outline.ts';
import { lazyPart } from '../../ui/load-again.ts';
import { useKeptRequest } from '../../ui/use-kept-request.ts';
import { CreateProjectDialog } from './create-project-dialog.tsx';
import { CreatePromptDialog } from './create-prompt-dialog.tsx';
import { DeleteRow, type DeleteRowActions } from './delete-row.tsx';
import type { DialogRequest } from './dialog-request.ts';
import { MovePromptDialog } from './move-prompt-dialog.tsx';
import { RenameRow } from './rename-row.tsx';
import { TagsDialog } from './tags-dialog.tsx';

// Both read references, which the first screen does not.
const UsedInDialog = lazyPart(async () => (await import('./used-in-dialog.tsx')).UsedInDialog);
const UpdateReferencesDialog = lazyPart(
  async () => (await import('./update-references-dialog.tsx')).UpdateReferencesDialog,
);

export interface WorkspaceDialogsProps extends DeleteRowActions {
  readonly outline: Outline;
  /** Null: none is open. */
  readonly request: DialogRequest | null;
  onClose(): void;
  onAsk(request: DialogRequest): void;
  onOpenPrompt(promptId: number): void;
  onProjectCreated(projectId: number): void;
  onPromptCreated(made: { id: number; projectId: number }): void;
  /** After the dialog of a new project: its opener may go with the first one. */
  focusAfterProject?(opener: HTMLElement | null): HTMLElement | null;
  /** After a prompt was made: the opener may be out of reach by then. */
  focusAfterCreate?(opener: HTMLElement | null): HTMLElement | null;
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
  const { outline, open, onClose } = props;
  const shared = { open, onClose };
  switch (request.kind) {
    case 'createProject':
      return (
        <CreateProjectDialog
          {...shared}
          onCreated={props.onProjectCreated}
          focusAfterwards={props.focusAfterProject}
        />
      );
    case 'createPrompt':
      return (
        <CreatePromptDialog
          {...shared}
          projects={outline.projects}
          projectId={request.projectId}
          onCreated={props.onPromptCreated}
          focusAfterwards={props.focusAfterCreate}
        />
      );
    case 'renameProject':
    case 'renamePrompt':
      return <RenameRow {...{ outline, request, open, onClose }} onAsk={props.onAsk} />;
    case 'movePrompt':
      return <MovePromptDialog {...shared} {...{ request, outline }} onAsk={props.onAsk} />;
    case 'editTags':
      return <TagsDialog {...shared} request={request} outline={outline} />;
    case 'usedIn':
      return (
        <Suspense fallback={null}>
          <UsedInDialog {...shared} {...{ request, outline }} onOpenPrompt={props.onOpenPrompt} />
        </Suspense>
      );
    case 'updateReferences':
      return (
        <Suspense fallback={null}>
          <UpdateReferencesDialog {...shared} request={request} />
        </Suspense>
      );
    case 'deleteProject':
    case 'deletePrompt':
      return <DeleteRow {...props} request={request} />;
  }
}
