import { Popover as Chakra } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';

export interface PopoverProps {
  /** A button; the popover opens below it and gives it the focus back. */
  readonly trigger: ReactElement;
  /** Draws the trigger in its place; the popover stands after that. */
  readonly frame?: (trigger: ReactNode) => ReactNode;
  readonly label: string;
  readonly side?: 'start' | 'end';
  /** Without padding, and wider: its children fill it. */
  readonly fills?: boolean;
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
  side = 'end',
  fills = false,
  open,
  onOpenChange,
  children,
}: PopoverProps) {
  return (
    <Chakra.Root
      open={open}
      onOpenChange={(change) => onOpenChange(change.open)}
      autoFocus={false}
      portalled={false}
      lazyMount
      unmountOnExit
      positioning={{ placement: `bottom-${side}`, strategy: 'fixed', gutter: 6, overflowPadding: 8 }}
    >
      {frame(<Chakra.Trigger asChild>{trigger}</Chakra.Trigger>)}
      <Chakra.Positioner>
        <Chakra.Content aria-label={label} {...(fills && filled)}>
          {children}
        </Chakra.Content>
      </Chakra.Positioner>
    </Chakra.Root>
  );
}

const filled = { p: '0', width: 'min(26rem, 100vw - 1rem)', overflow: 'hidden' } as const;
