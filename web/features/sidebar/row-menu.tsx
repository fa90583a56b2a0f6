import {
  LuDownload,
  LuEye,
  LuFilePlus2,
  LuHardDrive,
  LuLink,
  LuPencil,
  LuRotateCcw,
  LuTrash2,
  LuUpload,
  LuX,
} from 'react-icons/lu';
import { isPreviewable } from '#shared/model/file-type.ts';
import { MenuAt, MenuItem } from '../../ui/menu.tsx';
import type { ResourceActions } from './resource-row-buttons.tsx';
import { canCancel, canRetry } from './resource-status.ts';
import type { EmptyRow, FileRow, ProjectRow, PromptRow, TreeRow } from './tree-rows.ts';

export interface RowMenuActions extends ResourceActions {
  onNewPrompt(projectId: number): void;
  onUpload(projectId: number): void;
  /** Which files are on this device, and how many may be. */
  onOfflineResources(projectId: number): void;
  onCopyLink(row: PromptRow | FileRow): void;
  onRename(row: ProjectRow | PromptRow | FileRow): void;
  onDelete(row: ProjectRow | PromptRow | FileRow): void;
}

export interface RowMenuProps extends RowMenuActions {
  readonly row: Exclude<TreeRow, EmptyRow>;
  /** Null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly byKey: boolean;
  onClose(): void;
}

export function RowMenu(props: RowMenuProps) {
  const { row, anchor, byKey, onClose } = props;
  return (
    <MenuAt anchor={anchor} byKey={byKey} label={menuName(row)} onClose={onClose}>
      <Items {...props} row={row} />
    </MenuAt>
  );
}

function menuName(row: RowMenuProps['row']): string {
  switch (row.kind) {
    case 'project':
      return `Project menu of ${row.name}`;
    case 'prompt':
      return `Prompt menu of ${row.name}`;
    case 'folder':
      return `Resources menu of ${row.projectName}`;
    case 'file':
      return `File menu of ${row.name}`;
  }
}

function Items({ row, ...act }: RowMenuProps) {
  if (row.kind === 'folder') {
    return (
      <>
        <MenuItem icon={<LuUpload />} onSelect={() => act.onUpload(row.id)}>
          Upload Resource
        </MenuItem>
        <MenuItem icon={<LuHardDrive />} onSelect={() => act.onOfflineResources(row.id)}>
          Offline files...
        </MenuItem>
      </>
    );
  }
  return (
    <>
      {row.kind === 'project' && (
        <MenuItem icon={<LuFilePlus2 />} onSelect={() => act.onNewPrompt(row.id)}>
          New Prompt
        </MenuItem>
      )}
      {row.kind === 'file' && <FileItems {...act} row={row} />}
      {row.kind !== 'project' && (
        <MenuItem icon={<LuLink />} atOnce onSelect={() => act.onCopyLink(row)}>
          Copy link
        </MenuItem>
      )}
      <MenuItem icon={<LuPencil />} onSelect={() => act.onRename(row)}>
        {row.kind === 'file' ? 'Edit' : 'Rename'}
      </MenuItem>
      <MenuItem icon={<LuTrash2 />} danger onSelect={() => act.onDelete(row)}>
        Delete
      </MenuItem>
    </>
  );
}

function FileItems({ row, ...act }: ResourceActions & { readonly row: FileRow }) {
  return (
    <>
      {isPreviewable(row.item.resource.fileType) && (
        <MenuItem icon={<LuEye />} onSelect={() => act.onOpenResource(row)}>
          Preview
        </MenuItem>
      )}
      <MenuItem icon={<LuDownload />} onSelect={() => act.onDownloadResource(row)}>
        Download
      </MenuItem>
      {canCancel(row.item) && (
        <MenuItem icon={<LuX />} onSelect={() => act.onCancelUpload(row)}>
          Cancel upload
        </MenuItem>
      )}
      {canRetry(row.item) && (
        <MenuItem icon={<LuRotateCcw />} onSelect={() => act.onRetryUpload(row)}>
          Retry upload
        </MenuItem>
      )}
    </>
  );
}
