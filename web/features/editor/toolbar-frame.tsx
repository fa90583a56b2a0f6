import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from '../../ui/button.tsx';

/** Arrow keys go from button to button (WAI-ARIA toolbar); Tab goes through them all the same. */
export function ToolbarFrame({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={bar}
      className="editor-toolbar"
      role="toolbar"
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, bar.current)}
      // The text keeps its selection and its caret: what a press formats stays visible.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div className="editor-tools">{children}</div>
    </div>
  );
}

export function ToolGroup({ children }: { readonly children: ReactNode }) {
  return <div className="editor-toolbar-group">{children}</div>;
}

export type ToolProps = Omit<ButtonProps, 'aria-label' | 'square' | 'tone'> & {
  /** The accessible name. */
  readonly label: string;
  /** The text of the tooltip, instead of the name, such as the keys that do the same. */
  readonly hint?: string;
};

export function Tool({ label, hint, ...rest }: ToolProps) {
  return <Button tone="quiet" {...rest} square aria-label={label} data-tooltip={hint ?? label} />;
}

function moveFocus(event: KeyboardEvent, bar: HTMLElement | null): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (by === 0 || bar === null) return;
  const buttons = [...bar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  const focused = buttons.find((button) => button.matches(':focus'));
  if (focused === undefined) return;
  const next = buttons[(buttons.indexOf(focused) + by + buttons.length) % buttons.length];
  event.preventDefault();
  next?.focus();
}
