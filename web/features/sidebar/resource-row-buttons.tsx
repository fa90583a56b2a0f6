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

interface FileRowActs extends ResourceActions {
  onRename(row: FileRow): void;
  onDelete(row: FileRow): void;
  onMenu(row: FileRow, anchor: HTMLElement): void;
}

export interface FileRowButtonsProps {
  readonly row: FileRow;
  readonly acts: FileRowActs;
}

/** The buttons at the end of a row: those of every file, and last those of its upload, which are always shown. */
export function FileRowButtons({ row, acts }: FileRowButtonsProps) {
  const { name, item } = row;
  return (
    <>
      <span className="tree-file-actions">
        <RowButton
          className="tree-action"
          label={t('Download {name}', { name })}
          onPress={() => acts.onDownloadResource(row)}
        >
          <LuDownload />
        </RowButton>
        <RowButton
          className="tree-action"
          label={t('Edit {name}', { name })}
          onPress={() => acts.onRename(row)}
        >
          <LuPencil />
        </RowButton>
        <RowButton
          className="tree-action"
          label={t('Delete {name}', { name })}
          onPress={() => acts.onDelete(row)}
        >
          <LuTrash2 />
        </RowButton>
        <RowButton
          className="tree-action tree-file-menu"
          label={t('File menu of {name}', { name })}
          opensMenu
          onPress={(button) => acts.onMenu(row, button)}
        >
          <LuEllipsis />
        </RowButton>
      </span>
      {canCancel(item) && (
        <RowButton
          className=""
          label={t('Cancel upload of {name}', { name })}
          onPress={() => acts.onCancelUpload(row)}
        >
          <LuX />
        </RowButton>
      )}
      {canRetry(item) && (
        <RowButton
          className=""
          label={t('Retry upload of {name}', { name })}
          onPress={() => acts.onRetryUpload(row)}
        >
          <LuRotateCcw />
        </RowButton>
      )}
    </>
  );
}
