import type { MouseEvent, ReactNode } from 'react';

export interface RowButtonProps {
  readonly className: string;
  readonly label: string;
  /** Drawn by the style sheet, without an element: `children` otherwise. */
  readonly icon?: 'turn' | 'check' | 'menu';
  readonly pressed?: boolean;
  readonly opensMenu?: boolean;
  onPress(button: HTMLElement): void;
  readonly children?: ReactNode;
}

/** For pointers; the keyboard has a key for each of these on the row itself, or an item in its menu. */
export function RowButton(props: RowButtonProps) {
  const { className, label, icon, pressed, opensMenu, onPress, children } = props;
  function press(event: MouseEvent<HTMLButtonElement>): void {
    event.stopPropagation();
    onPress(event.currentTarget);
  }
  return (
    <button
      type="button"
      className={`tree-button ${className}`}
      data-icon={icon}
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
