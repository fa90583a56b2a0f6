import {
  LuCheck,
  LuChevronRight,
  LuEllipsis,
  LuFileText,
  LuFolder,
  LuFolderOpen,
  LuUpload,
} from 'react-icons/lu';
import { dotColor } from '#shared/model/colors.ts';
import { ColorDot } from '../../ui/color-dot.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { ResourceActions } from './resource-row-buttons.tsx';
import { ResourceRowView } from './resource-row-view.tsx';
import { RowButton } from './row-button.tsx';
import type { EmptyRow, FileRow, FolderRow, ProjectRow, PromptRow, TreeRow } from './tree-rows.ts';

export interface TreeRowViewProps extends ResourceActions {
  readonly row: TreeRow;
  readonly isSelected: boolean;
  /** Files that are let go of now come here. */
  readonly isDropTarget: boolean;
  /** Of what describes the row beside its name. */
  readonly detailsId: string;
  onToggle(row: ProjectRow | FolderRow): void;
  onSelect(projectId: number): void;
  onUpload(projectId: number): void;
  onRename(row: FileRow): void;
  onDelete(row: FileRow): void;
  onMenu(row: Exclude<TreeRow, EmptyRow>, anchor: HTMLElement): void;
}

/** Plain elements with class names: thousands of these pass by in one scroll. */
export function TreeRowView(props: TreeRowViewProps) {
  const { row, isSelected, isDropTarget, onToggle, onSelect, onMenu } = props;
  switch (row.kind) {
    case 'empty':
      return (
        <div className="tree-row tree-row-empty" data-level={row.level}>
          {row.name}
        </div>
      );
    case 'file':
      return <ResourceRowView {...props} row={row} />;
    case 'folder':
      return <FolderRowView {...props} row={row} />;
    case 'prompt':
      return (
        <div className="tree-row" data-kind="prompt" data-selected={isSelected || undefined}>
          <LuFileText className="tree-icon" aria-hidden="true" />
          <Name name={row.name} />
          <MenuButton what="Prompt" row={row} onMenu={onMenu} />
        </div>
      );
    case 'project':
      return (
        <div
          className="tree-row"
          data-kind="project"
          data-selected={isSelected || undefined}
          data-drop={isDropTarget || undefined}
        >
          <RowButton
            className="tree-toggle"
            label={`${row.expanded ? 'Collapse' : 'Expand'} project ${row.name}`}
            onPress={() => onToggle(row)}
          >
            <LuChevronRight data-turned={row.expanded || undefined} />
          </RowButton>
          <ColorDot color={dotColor(row.color)} />
          <Name name={row.name} />
          <RowButton
            className="tree-action tree-select"
            label={`Select project ${row.name}`}
            pressed={isSelected}
            onPress={() => onSelect(row.id)}
          >
            <LuCheck />
          </RowButton>
          <MenuButton what="Project" row={row} onMenu={onMenu} />
        </div>
      );
  }
}

function FolderRowView(props: TreeRowViewProps & { readonly row: FolderRow }) {
  const { row, isDropTarget, detailsId, onUpload, onMenu } = props;
  const Icon = row.expanded ? LuFolderOpen : LuFolder;
  return (
    <div className="tree-row" data-kind="folder" data-drop={isDropTarget || undefined}>
      <LuChevronRight className="tree-icon tree-turn" data-turned={row.expanded || undefined} />
      <Icon className="tree-icon" aria-hidden="true" />
      <span className="tree-name">{row.name}</span>
      <span id={detailsId} className="tree-count" hidden={row.count === null}>
        {row.count}
        <VisuallyHidden>{row.count === 1 ? ' file' : ' files'}</VisuallyHidden>
      </span>
      {row.expanded && (
        <RowButton
          className=""
          label={`Upload resource to ${row.projectName}`}
          onPress={() => onUpload(row.id)}
        >
          <LuUpload />
        </RowButton>
      )}
      <RowButton
        className="tree-action"
        label={`Resources menu of ${row.projectName}`}
        opensMenu
        onPress={(button) => onMenu(row, button)}
      >
        <LuEllipsis />
      </RowButton>
    </div>
  );
}

function Name({ name }: { readonly name: string }) {
  return (
    <span className="tree-name" title={name}>
      {name}
    </span>
  );
}

type MenuButtonProps = {
  readonly what: 'Project' | 'Prompt';
  readonly row: ProjectRow | PromptRow;
  onMenu(row: ProjectRow | PromptRow, anchor: HTMLElement): void;
};

function MenuButton({ what, row, onMenu }: MenuButtonProps) {
  return (
    <RowButton
      className="tree-action"
      label={`${what} menu of ${row.name}`}
      opensMenu
      onPress={(button) => onMenu(row, button)}
    >
      <LuEllipsis />
    </RowButton>
  );
}
