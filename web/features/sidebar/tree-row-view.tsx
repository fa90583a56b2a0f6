import { memo } from 'react';
import { LuChevronRight, LuFolder, LuFolderOpen, LuUpload } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import type { ResourceActions } from './resource-row-buttons.tsx';
import { ResourceRowView } from './resource-row-view.tsx';
import { RowButton } from './row-button.tsx';
import type { EmptyRow, FileRow, FolderRow, ProjectRow, PromptRow, TreeRow } from './tree-rows.ts';

/** The acts of the buttons of a row. */
export interface TreeRowActs extends ResourceActions {
  onToggle(row: ProjectRow | FolderRow): void;
  onSelect(projectId: number): void;
  onUpload(projectId: number): void;
  onRename(row: FileRow): void;
  onDelete(row: FileRow): void;
  onMenu(row: Exclude<TreeRow, EmptyRow>, anchor: HTMLElement): void;
}

export interface TreeRowViewProps {
  readonly row: TreeRow;
  readonly isSelected: boolean;
  /** Files that are let go of now come here. */
  readonly isDropTarget: boolean;
  /** The same at each drawing. */
  readonly acts: TreeRowActs;
}

/** Plain elements with class names, and as few as can be: thousands of these pass by in one scroll. */
export const TreeRowView = memo(function TreeRowView(props: TreeRowViewProps) {
  const { row, isSelected, acts } = props;
  switch (row.kind) {
    case 'empty':
      return (
        <div className="tree-row tree-row-empty" data-level={row.level}>
          {row.name}
        </div>
      );
    case 'file':
      return <ResourceRowView {...{ row, isSelected, acts }} />;
    case 'folder':
      return <FolderRowView {...props} row={row} />;
    case 'prompt':
      return (
        <>
          <Grip />
          <Name name={row.name} />
          <MenuButton label={t('Prompt menu of {name}', { name: row.name })} row={row} onMenu={acts.onMenu} />
        </>
      );
    case 'project':
      return (
        <>
          <RowButton
            className="tree-toggle"
            icon="turn"
            label={
              row.expanded
                ? t('Collapse project {name}', { name: row.name })
                : t('Expand project {name}', { name: row.name })
            }
            onPress={() => acts.onToggle(row)}
          />
          <Grip />
          <Name name={row.name} />
          {/* No text: the row is called by its name alone, and described by this. */}
          <span className="tree-count" data-count={row.count} aria-hidden="true" />
          <RowButton
            className="tree-action tree-select"
            icon="check"
            label={t('Select project {name}', { name: row.name })}
            pressed={isSelected}
            onPress={() => acts.onSelect(row.id)}
          />
          <MenuButton
            label={t('Project menu of {name}', { name: row.name })}
            row={row}
            onMenu={acts.onMenu}
          />
        </>
      );
  }
});

function FolderRowView(props: TreeRowViewProps & { readonly row: FolderRow }) {
  const { row, isDropTarget, acts } = props;
  const Icon = row.expanded ? LuFolderOpen : LuFolder;
  return (
    <div className="tree-row" data-kind="folder" data-drop={isDropTarget || undefined}>
      <LuChevronRight className="tree-icon tree-turn" data-turned={row.expanded || undefined} />
      <Icon className="tree-icon" aria-hidden="true" />
      <span className="tree-name">{row.name}</span>{' '}
      <span className="tree-count" hidden={row.count === null}>
        {row.count === 0 ? '' : row.count}
      </span>
      {row.expanded && (
        <RowButton
          className=""
          label={t('Upload resource to {projectName}', { projectName: row.projectName })}
          onPress={() => acts.onUpload(row.id)}
        >
          <LuUpload />
        </RowButton>
      )}
      <RowButton
        className="tree-action"
        icon="menu"
        label={t('Resources menu of {projectName}', { projectName: row.projectName })}
        opensMenu
        onPress={(button) => acts.onMenu(row, button)}
      />
    </div>
  );
}

/** Lies over the icon or dot of a row: a finger drags the row there, and scrolls everywhere else. */
function Grip() {
  const isCoarse = useMediaQuery('(any-pointer: coarse)');
  return isCoarse && <span className="tree-grip" aria-hidden="true" />;
}

function Name({ name }: { readonly name: string }) {
  return (
    <span className="tree-name" dir="auto" title={name}>
      {name}
    </span>
  );
}

type MenuButtonProps = {
  readonly label: string;
  readonly row: ProjectRow | PromptRow;
  onMenu(row: ProjectRow | PromptRow, anchor: HTMLElement): void;
};

function MenuButton({ label, row, onMenu }: MenuButtonProps) {
  return (
    <RowButton
      className="tree-action"
      icon="menu"
      label={label}
      opensMenu
      onPress={(button) => onMenu(row, button)}
    />
  );
}
