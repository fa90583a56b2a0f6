import { Suspense } from 'react';
import type { Outline } from '../../data/rows/outline.ts';
import { useKeptRequest } from '../../ui/hooks/use-kept-request.ts';
import { lazyPart } from '../../ui/load-again.ts';
import { CreateProjectDialog } from './create-project-dialog.tsx';
import { CreatePromptDialog } from './create-prompt-dialog.tsx';
import { type DeletedActs, DeleteRow } from './delete-row.tsx';
import type { DialogRequest } from './dialog-request.ts';
import { MovePromptDialog } from './move-prompt-dialog.tsx';
import { RenameRow } from './rename-row.tsx';
import { TagsDialog } from './tags-dialog.tsx';

// Both read references, which the first screen does not.
const UsedInDialog = lazyPart(async () => (await import('./used-in-dialog.tsx')).UsedInDialog);
const UpdateReferencesDialog = lazyPart(
  async () => (await import('./update-references-dialog.tsx')).UpdateReferencesDialog,
);

export interface WorkspaceDialogsProps {
  readonly outline: Outline;
  /** Null: none is open. */
  readonly request: DialogRequest | null;
  readonly acts: DialogActs;
  readonly focusAfter: FocusAfter;
  onClose(): void;
}

interface DialogActs extends DeletedActs {
  onAsk(request: DialogRequest): void;
  onOpenPrompt(promptId: number): void;
  onProjectCreated(projectId: number): void;
  onPromptCreated(made: { id: number; projectId: number }): void;
}

/** Returns what has the focus after a dialog. */
interface FocusAfter {
  /** The opener may go with the first project. */
  newProject?(opener: HTMLElement | null): HTMLElement | null;
  /** The opener may be out of reach by then. */
  newPrompt?(opener: HTMLElement | null): HTMLElement | null;
  /** The button that was pressed is gone. */
  deleted(): HTMLElement | null;
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
  const { outline, open, onClose, acts, focusAfter } = props;
  const shared = { open, onClose };
  switch (request.kind) {
    case 'createProject':
      return (
        <CreateProjectDialog
          {...shared}
          onCreated={acts.onProjectCreated}
          focusAfterwards={focusAfter.newProject}
        />
      );
    case 'createPrompt':
      return (
        <CreatePromptDialog
          {...shared}
          projects={outline.projects}
          projectId={request.projectId}
          onCreated={acts.onPromptCreated}
          focusAfterwards={focusAfter.newPrompt}
        />
      );
    case 'renameProject':
    case 'renamePrompt':
      return <RenameRow {...{ outline, request, open, onClose }} onAsk={acts.onAsk} />;
    case 'movePrompt':
      return <MovePromptDialog {...shared} {...{ request, outline }} onAsk={acts.onAsk} />;
    case 'editTags':
      return <TagsDialog {...shared} request={request} outline={outline} />;
    case 'usedIn':
      return (
        <Suspense fallback={null}>
          <UsedInDialog {...shared} {...{ request, outline }} onOpenPrompt={acts.onOpenPrompt} />
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
      return <DeleteRow {...shared} {...{ outline, request, acts }} focusAfterwards={focusAfter.deleted} />;
  }
}
