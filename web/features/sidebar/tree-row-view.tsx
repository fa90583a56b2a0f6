import type { MouseEvent, ReactNode } from 'react';
import { LuCheck, LuChevronRight, LuEllipsis, LuFileText } from 'react-icons/lu';
import { dotColor } from '#shared/model/colors.ts';
import { ColorDot } from '../../ui/color-dot.tsx';
import type { ProjectRow, PromptRow, TreeRow } from './tree-rows.ts';

export interface TreeRowViewProps {
  readonly row: TreeRow;
  readonly isSelected: boolean;
  onToggle(projectId: number): void;
  onSelect(projectId: number): void;
  onMenu(row: ProjectRow | PromptRow, anchor: HTMLElement): void;
}

/** Plain elements with class names: thousands of these pass by in one scroll. */
export function TreeRowView({ row, isSelected, onToggle, onSelect, onMenu }: TreeRowViewProps) {
  if (row.kind === 'empty') return <div className="tree-row tree-row-empty">{row.name}</div>;
  const { name } = row;
  return (
    <div className="tree-row" data-kind={row.kind} data-selected={isSelected || undefined}>
      {row.kind === 'project' ? (
        <>
          <RowButton
            className="tree-toggle"
            label={`${row.expanded ? 'Collapse' : 'Expand'} project ${name}`}
            onPress={() => onToggle(row.id)}
          >
            <LuChevronRight data-turned={row.expanded || undefined} />
          </RowButton>
          <ColorDot color={dotColor(row.color)} />
        </>
      ) : (
        <LuFileText className="tree-icon" aria-hidden="true" />
      )}
      <span className="tree-name" title={name}>
        {name}
      </span>
      {row.kind === 'project' && (
        <RowButton
          className="tree-action tree-select"
          label={`Select project ${name}`}
          pressed={isSelected}
          onPress={() => onSelect(row.id)}
        >
          <LuCheck />
        </RowButton>
      )}
      <RowButton
        className="tree-action"
        label={`${row.kind === 'project' ? 'Project' : 'Prompt'} menu of ${name}`}
        opensMenu
        onPress={(button) => onMenu(row, button)}
      >
        <LuEllipsis />
      </RowButton>
    </div>
  );
}

interface RowButtonProps {
  readonly className: string;
  readonly label: string;
  readonly pressed?: boolean;
  readonly opensMenu?: boolean;
  onPress(button: HTMLElement): void;
  readonly children: ReactNode;
}

/** For pointers; the keyboard has a key for each of these on the row itself. */
function RowButton({ className, label, pressed, opensMenu, onPress, children }: RowButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>): void {
    event.stopPropagation();
    onPress(event.currentTarget);
  }
  return (
    <button
      type="button"
      className={`tree-button ${className}`}
      tabIndex={-1}
      aria-label={label}
      aria-pressed={pressed}
      aria-haspopup={opensMenu ? 'menu' : undefined}
      onClick={press}
    >
      {children}
    </button>
  );
}
