import {
  LuArrowDown,
  LuArrowUp,
  LuBookOpen,
  LuBraces,
  LuChevronsDownUp,
  LuCodeXml,
  LuCopyPlus,
  LuDownload,
  LuEye,
  LuFileOutput,
  LuFilePlus2,
  LuFolderInput,
  LuGitCompare,
  LuHardDrive,
  LuLink,
  LuPencil,
  LuRotateCcw,
  LuSquareCheck,
  LuStar,
  LuTags,
  LuTrash2,
  LuUpload,
  LuX,
} from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { isPreviewable } from '#shared/model/file-type.ts';
import { MenuAt, MenuItem } from '../../ui/menu/menu.tsx';
import { type MovableRow, siblingsOf } from './own-place.ts';
import { isPickable } from './picks/tree-picks.ts';
import type { TreePicks } from './picks/use-tree-picks.ts';
import type { ResourceActions } from './resource-row-buttons.tsx';
import { canCancel, canRetry } from './resource-status.ts';
import type { EmptyRow, FileRow, ProjectRow, PromptRow, TreeRow } from './tree-rows.ts';

export interface RowMenuActions extends ResourceActions {
  onNewPrompt(projectId: number): void;
  onUpload(projectId: number): void;
  /** Collapses all other projects. */
  onProjectAlone(projectId: number): void;
  /** Which files are on this device, and how many may be. */
  onOfflineResources(projectId: number): void;
  onCopyLink(row: PromptRow | FileRow): void;
  onDuplicate(row: PromptRow): void;
  /** With another text, which is chosen then. */
  onCompare(row: PromptRow): void;
  /** Asks for the project that it moves to. */
  onMove(row: PromptRow): void;
  onEditTags(row: PromptRow): void;
  /** Writes it into files. */
  onExport(row: ProjectRow | PromptRow): void;
  /** Which prompts insert it. */
  onUsedIn(row: PromptRow): void;
  /** Programs that read it. */
  onUseInCode(row: PromptRow): void;
  onLinkToRead(row: PromptRow): void;
  onFavorite(row: PromptRow): void;
  onRename(row: ProjectRow | PromptRow | FileRow): void;
  onDelete(row: ProjectRow | PromptRow | FileRow): void;
}

export interface RowMenuProps {
  readonly acts: RowMenuActions;
  readonly rows: readonly TreeRow[];
  readonly row: Exclude<TreeRow, EmptyRow>;
  readonly picks: TreePicks;
  /** Moves it by one place up (-1) or down (1). */
  onStep(by: -1 | 1): void;
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
      return t('Project menu of {name}', { name: row.name });
    case 'prompt':
      return t('Prompt menu of {name}', { name: row.name });
    case 'folder':
      return t('Resources menu of {projectName}', { projectName: row.projectName });
    case 'file':
      return t('File menu of {name}', { name: row.name });
  }
}

function Items({ acts, row, rows, picks, onStep }: RowMenuProps) {
  if (row.kind === 'folder') {
    return (
      <>
        <MenuItem icon={<LuUpload />} onSelect={() => acts.onUpload(row.id)}>
          {t('Upload Resource')}
        </MenuItem>
        <MenuItem icon={<LuHardDrive />} onSelect={() => acts.onOfflineResources(row.id)}>
          {t('Offline files...')}
        </MenuItem>
      </>
    );
  }
  return (
    <>
      {isPickable(row) && (
        <MenuItem icon={<LuSquareCheck />} onSelect={() => picks.toggle(row)}>
          {picks.has(row) ? t('Deselect') : t('Select')}
        </MenuItem>
      )}
      {row.kind === 'project' && (
        <MenuItem icon={<LuFilePlus2 />} onSelect={() => acts.onNewPrompt(row.id)}>
          {t('New Prompt')}
        </MenuItem>
      )}
      {row.kind === 'project' && (
        <MenuItem icon={<LuChevronsDownUp />} onSelect={() => acts.onProjectAlone(row.id)}>
          {t('Collapse all others')}
        </MenuItem>
      )}
      {row.kind === 'file' && <FileItems acts={acts} row={row} />}
      {row.kind !== 'project' && (
        <MenuItem icon={<LuLink />} atOnce onSelect={() => acts.onCopyLink(row)}>
          {t('Copy link')}
        </MenuItem>
      )}
      {row.kind === 'prompt' && <PromptItems acts={acts} row={row} />}
      {row.kind !== 'file' && (
        <MenuItem icon={<LuFileOutput />} onSelect={() => acts.onExport(row)}>
          {t('Export…')}
        </MenuItem>
      )}
      {row.kind !== 'file' && <StepItems {...{ rows, row, onStep }} />}
      <MenuItem icon={<LuPencil />} onSelect={() => acts.onRename(row)}>
        {row.kind === 'file' ? t('Edit') : t('Rename')}
      </MenuItem>
      <MenuItem icon={<LuTrash2 />} danger onSelect={() => acts.onDelete(row)}>
        {t('Delete')}
      </MenuItem>
    </>
  );
}

function PromptItems({ acts, row }: Pick<RowMenuProps, 'acts'> & { readonly row: PromptRow }) {
  return (
    <>
      <MenuItem icon={<LuStar />} onSelect={() => acts.onFavorite(row)}>
        {row.isFavorite ? t('Remove from favourites') : t('Add to favourites')}
      </MenuItem>
      <MenuItem icon={<LuTags />} onSelect={() => acts.onEditTags(row)}>
        {t('Tags...')}
      </MenuItem>
      <MenuItem icon={<LuCopyPlus />} onSelect={() => acts.onDuplicate(row)}>
        {t('Duplicate')}
      </MenuItem>
      <MenuItem icon={<LuGitCompare />} onSelect={() => acts.onCompare(row)}>
        {t('Compare with...')}
      </MenuItem>
      <MenuItem icon={<LuFolderInput />} onSelect={() => acts.onMove(row)}>
        {t('Move to project...')}
      </MenuItem>
      <MenuItem icon={<LuBraces />} onSelect={() => acts.onUsedIn(row)}>
        {t('Used in...')}
      </MenuItem>
      <MenuItem icon={<LuCodeXml />} onSelect={() => acts.onUseInCode(row)}>
        {t('Use in code...')}
      </MenuItem>
      <MenuItem icon={<LuBookOpen />} onSelect={() => acts.onLinkToRead(row)}>
        {t('Link to read...')}
      </MenuItem>
    </>
  );
}

/** Does what a drag does, for those who cannot drag. */
function StepItems({
  rows,
  row,
  onStep,
}: Pick<RowMenuProps, 'rows' | 'onStep'> & { readonly row: MovableRow }) {
  const siblings = siblingsOf(rows, row);
  return (
    <>
      <MenuItem icon={<LuArrowUp />} disabled={siblings[0]?.id === row.id} onSelect={() => onStep(-1)}>
        {t('Move up')}
      </MenuItem>
      <MenuItem icon={<LuArrowDown />} disabled={siblings.at(-1)?.id === row.id} onSelect={() => onStep(1)}>
        {t('Move down')}
      </MenuItem>
    </>
  );
}

function FileItems({ acts, row }: { readonly acts: ResourceActions; readonly row: FileRow }) {
  return (
    <>
      {isPreviewable(row.item.resource.fileType) && (
        <MenuItem icon={<LuEye />} onSelect={() => acts.onOpenResource(row)}>
          {t('Preview')}
        </MenuItem>
      )}
      <MenuItem icon={<LuDownload />} onSelect={() => acts.onDownloadResource(row)}>
        {t('Download')}
      </MenuItem>
      {canCancel(row.item) && (
        <MenuItem icon={<LuX />} onSelect={() => acts.onCancelUpload(row)}>
          {t('Cancel upload')}
        </MenuItem>
      )}
      {canRetry(row.item) && (
        <MenuItem icon={<LuRotateCcw />} onSelect={() => acts.onRetryUpload(row)}>
          {t('Retry upload')}
        </MenuItem>
      )}
    </>
  );
}
