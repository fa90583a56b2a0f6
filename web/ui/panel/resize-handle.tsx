import { Splitter } from '@chakra-ui/react';
import { useMediaQuery } from '../hooks/use-media-query.ts';

export interface ResizeHandleProps {
  /** The panels on both sides, as the splitter names it: `before:after`. */
  readonly id: string;
  readonly label: string;
  /** Gives both sides their usual widths again. */
  onReset(): void;
}

/** The line between two panels: dragged, moved by arrow keys, and pressed twice to have the usual widths again. */
export function ResizeHandle({ id, label, onReset }: ResizeHandleProps) {
  return (
    <Splitter.ResizeTrigger id={id as `${string}:${string}`} aria-label={label} onDoubleClick={onReset}>
      <Splitter.ResizeTriggerSeparator />
    </Splitter.ResizeTrigger>
  );
}

/** Returns how much room a line takes from the panels, in rem: under a finger it has room of its own. */
export function useLineWidth(): number {
  return useMediaQuery('(pointer: coarse)') ? 1.5 : 0;
}
