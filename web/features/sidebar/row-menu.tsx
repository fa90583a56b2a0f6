import { LuFilePlus2, LuPencil, LuTrash2 } from 'react-icons/lu';
import { MenuAt, MenuItem } from '../../ui/menu.tsx';
import type { ProjectRow, PromptRow } from './tree-rows.ts';

export interface RowMenuProps {
  readonly row: ProjectRow | PromptRow;
  /** Null while it is closed. */
  readonly anchor: HTMLElement | null;
  onClose(): void;
  onNewPrompt(projectId: number): void;
  onRename(row: ProjectRow | PromptRow): void;
  onDelete(row: ProjectRow | PromptRow): void;
}

export function RowMenu({ row, anchor, onClose, onNewPrompt, onRename, onDelete }: RowMenuProps) {
  const what = row.kind === 'project' ? 'Project' : 'Prompt';
  return (
    <MenuAt anchor={anchor} label={`${what} menu of ${row.name}`} onClose={onClose}>
      {row.kind === 'project' && (
        <MenuItem icon={<LuFilePlus2 />} onSelect={() => onNewPrompt(row.id)}>
          New Prompt
        </MenuItem>
      )}
      <MenuItem icon={<LuPencil />} onSelect={() => onRename(row)}>
        Rename
      </MenuItem>
      <MenuItem icon={<LuTrash2 />} danger onSelect={() => onDelete(row)}>
        Delete
      </MenuItem>
    </MenuAt>
  );
}
