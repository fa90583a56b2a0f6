import { Button } from '../../ui/button.tsx';

export type SelectionBarProps = { readonly count: number; onAll(): void; onNone(): void; onDelete(): void };

/** The buttons for the selected versions, and how many they are. */
export function SelectionBar({ count, onAll, onNone, onDelete }: SelectionBarProps) {
  return (
    <div className="version-selection" role="toolbar" aria-label="Selected versions">
      <Button tone="quiet" size="sm" onClick={onAll}>
        All
      </Button>
      <Button tone="quiet" size="sm" onClick={onNone}>
        None
      </Button>
      <span className="version-selected" role="status">
        {count} selected
      </span>
      <Button tone="danger" size="sm" disabled={count === 0} onClick={onDelete}>
        Delete
      </Button>
    </div>
  );
}
