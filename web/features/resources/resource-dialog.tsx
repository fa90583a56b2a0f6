import type { ReactNode } from 'react';
import { DeleteResourceDialog } from './delete-resource-dialog.tsx';
import { EditResourceDialog } from './edit-resource-dialog.tsx';
import type { FetchBlob } from './fetch-blob.ts';
import { OfflineResourcesDialog } from './offline-resources-dialog.tsx';
import { PreviewDialog } from './preview/preview-dialog.tsx';
import type { ResourceRequest } from './resource-request.ts';
import { UploadDialog } from './upload-dialog.tsx';

export interface ResourceDialogProps {
  readonly request: ResourceRequest;
  /** False: it is closing. */
  readonly open: boolean;
  onClose(): void;
  onAdded(resourceId: number): void;
  onDeleted(resourceId: number): void;
  /** There may be files to fetch now. */
  onKept(): void;
  readonly fetchBlob: FetchBlob;
  /** As in the editor's view mode. */
  renderMarkdown(text: string): ReactNode;
  /** After something was deleted: what was pressed to delete it is gone. */
  focusAfterDelete(): HTMLElement | null;
}

/** Draws the dialog of one request; another request is another dialog. */
export function ResourceDialog({ request, ...props }: ResourceDialogProps) {
  switch (request.kind) {
    case 'upload':
      return <UploadDialog {...props} projectId={request.projectId} projectName={request.projectName} />;
    case 'offline':
      return (
        <OfflineResourcesDialog {...props} projectId={request.projectId} projectName={request.projectName} />
      );
    case 'edit':
      return <EditResourceDialog {...props} resource={request.resource} />;
    case 'delete':
      return (
        <DeleteResourceDialog
          {...props}
          resource={request.resource}
          focusAfterwards={props.focusAfterDelete}
        />
      );
    case 'preview':
      return <PreviewDialog {...props} resource={request.resource} />;
  }
}
