import {
  LuBraces,
  LuCloud,
  LuDownload,
  LuEllipsis,
  LuFile,
  LuFileText,
  LuImage,
  LuPencil,
  LuRotateCcw,
  LuTrash2,
  LuX,
} from 'react-icons/lu';
import { fileSize } from '#shared/text/file-size.ts';
import { shortFileName } from '#shared/text/short-file-name.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { canCancel, canRetry, percent, uploadWords } from './resource-status.ts';
import { RowButton } from './row-button.tsx';
import type { FileRow } from './tree-rows.ts';

export interface ResourceActions {
  /** The preview where there is one, otherwise the download. */
  onOpenResource(row: FileRow): void;
  onDownloadResource(row: FileRow): void;
  onCancelUpload(row: FileRow): void;
  onRetryUpload(row: FileRow): void;
}

export interface FileRowViewProps
  extends Pick<ResourceActions, 'onCancelUpload' | 'onDownloadResource' | 'onRetryUpload'> {
  readonly row: FileRow;
  readonly isSelected: boolean;
  readonly detailsId: string;
  onRename(row: FileRow): void;
  onDelete(row: FileRow): void;
  onMenu(row: FileRow, anchor: HTMLElement): void;
}

export function ResourceRowView({ row, isSelected, detailsId, ...act }: FileRowViewProps) {
  const { name, item } = row;
  const { resource, here } = item;
  const text = uploadWords(item);
  return (
    <div
      className="tree-row tree-file"
      data-kind="file"
      data-selected={isSelected || undefined}
      data-two={text !== null || undefined}
    >
      <FileIcon fileType={resource.fileType} />
      <span className="tree-file-words">
        <ShortName name={name} />
        <span id={detailsId} className="tree-file-details">
          {!here && text === null && (
            <>
              <LuCloud className="tree-icon" aria-hidden="true" />
              <VisuallyHidden>On the server, </VisuallyHidden>
            </>
          )}
          <span>{fileSize(resource.fileSize)}</span>
          {text !== null && (
            <span className="tree-file-state" data-state={item.upload?.state} title={text}>
              {text}
            </span>
          )}
        </span>
        {item.upload?.state === 'sending' && (
          <progress
            className="tree-progress"
            aria-label={`Upload of ${name}`}
            max={100}
            value={percent(item.upload)}
          />
        )}
      </span>
      {canCancel(item) && (
        <RowButton className="" label={`Cancel upload of ${name}`} onPress={() => act.onCancelUpload(row)}>
          <LuX />
        </RowButton>
      )}
      {canRetry(item) && (
        <RowButton className="" label={`Retry upload of ${name}`} onPress={() => act.onRetryUpload(row)}>
          <LuRotateCcw />
        </RowButton>
      )}
      <span className="tree-file-actions">
        <RowButton
          className="tree-action"
          label={`Download ${name}`}
          onPress={() => act.onDownloadResource(row)}
        >
          <LuDownload />
        </RowButton>
        <RowButton className="tree-action" label={`Edit ${name}`} onPress={() => act.onRename(row)}>
          <LuPencil />
        </RowButton>
        <RowButton className="tree-action" label={`Delete ${name}`} onPress={() => act.onDelete(row)}>
          <LuTrash2 />
        </RowButton>
        <RowButton
          className="tree-action tree-file-menu"
          label={`File menu of ${name}`}
          opensMenu
          onPress={(button) => act.onMenu(row, button)}
        >
          <LuEllipsis />
        </RowButton>
      </span>
    </div>
  );
}

/** Where even twenty characters are too wide, what is before the extension gives way. */
function ShortName({ name }: { readonly name: string }) {
  const short = shortFileName(name);
  const dot = short.lastIndexOf('.');
  const end = dot > 0 ? dot : short.length;
  return (
    <span className="tree-name tree-file-name" title={name}>
      <span>{short.slice(0, end)}</span>
      <span>{short.slice(end)}</span>
    </span>
  );
}

function FileIcon({ fileType }: { readonly fileType: string }) {
  const Icon = fileType.startsWith('image/')
    ? LuImage
    : fileType === 'application/json'
      ? LuBraces
      : fileType.startsWith('text/')
        ? LuFileText
        : LuFile;
  return <Icon className="tree-icon" aria-hidden="true" />;
}
