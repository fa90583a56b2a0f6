import { LuDownload, LuEllipsis, LuPencil, LuRotateCcw, LuTrash2, LuX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { canCancel, canRetry } from './resource-status.ts';
import { RowButton } from './row-button.tsx';
import type { FileRow } from './tree-rows.ts';

export interface ResourceActions {
  /** The preview where there is one, otherwise the download. */
  onOpenResource(row: FileRow): void;
  onDownloadResource(row: FileRow): void;
  onCancelUpload(row: FileRow): void;
  onRetryUpload(row: FileRow): void;
}

export interface FileRowButtonsProps
  extends Pick<ResourceActions, 'onCancelUpload' | 'onDownloadResource' | 'onRetryUpload'> {
  readonly row: FileRow;
  onRename(row: FileRow): void;
  onDelete(row: FileRow): void;
  onMenu(row: FileRow, anchor: HTMLElement): void;
}

/** The buttons at the end of a row: those of every file, and last those of its upload, which are always shown. */
export function FileRowButtons({ row, ...act }: FileRowButtonsProps) {
  const { name, item } = row;
  return (
    <>
      <span className="tree-file-actions">
        <RowButton
          className="tree-action"
          label={t('Download {name}', { name })}
          onPress={() => act.onDownloadResource(row)}
        >
          <LuDownload />
        </RowButton>
        <RowButton
          className="tree-action"
          label={t('Edit {name}', { name })}
          onPress={() => act.onRename(row)}
        >
          <LuPencil />
        </RowButton>
        <RowButton
          className="tree-action"
          label={t('Delete {name}', { name })}
          onPress={() => act.onDelete(row)}
        >
          <LuTrash2 />
        </RowButton>
        <RowButton
          className="tree-action tree-file-menu"
          label={t('File menu of {name}', { name })}
          opensMenu
          onPress={(button) => act.onMenu(row, button)}
        >
          <LuEllipsis />
        </RowButton>
      </span>
      {canCancel(item) && (
        <RowButton
          className=""
          label={t('Cancel upload of {name}', { name })}
          onPress={() => act.onCancelUpload(row)}
        >
          <LuX />
        </RowButton>
      )}
      {canRetry(item) && (
        <RowButton
          className=""
          label={t('Retry upload of {name}', { name })}
          onPress={() => act.onRetryUpload(row)}
        >
          <LuRotateCcw />
        </RowButton>
      )}
    </>
  );
}
