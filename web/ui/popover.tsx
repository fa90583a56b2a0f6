import { Popover as Ark } from '@ark-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import './overlays.css';

export interface PopoverProps {
  /** A button; the popover opens below it and gives it the focus back. */
  readonly trigger: ReactElement;
  /** Draws the trigger in its place; the popover stands after that. */
  readonly frame?: (trigger: ReactNode) => ReactNode;
  readonly label: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly children: ReactNode;
}

/**
 * Shows what belongs to a button below it. It stands beside its trigger on the page, so that Tab goes from the one into
 * the other; the focus stays on the trigger until then. Escape and a press elsewhere close it.
 */
export function Popover({
  trigger,
  frame = (alone) => alone,
  label,
  open,
  onOpenChange,
  children,
}: PopoverProps) {
  return (
    <Ark.Root
      open={open}
      onOpenChange={(change) => onOpenChange(change.open)}
      autoFocus={false}
      portalled={false}
      lazyMount
      unmountOnExit
      positioning={{ placement: 'bottom-end', strategy: 'fixed', gutter: 6, overflowPadding: 8 }}
    >
      {frame(<Ark.Trigger asChild>{trigger}</Ark.Trigger>)}
      <Ark.Positioner className="ui-popover__positioner">
        <Ark.Content className="ui-popover__content" aria-label={label}>
          {children}
        </Ark.Content>
      </Ark.Positioner>
    </Ark.Root>
  );
}
