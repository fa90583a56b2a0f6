import type { CSSProperties } from 'react';

type Box = { readonly left: number; readonly top: number; readonly bottom: number };

const gap = 6;
const margin = 8;

/** Returns where something of this size stands on the page: below the line, or above it where there is more room. */
export function belowOrAbove(
  { left, top, bottom }: Box,
  size: { width: number; height: number },
): CSSProperties {
  const width = Math.min(size.width, innerWidth - 2 * margin);
  const room = innerHeight - bottom - gap - margin;
  const isAbove = room < size.height && top > innerHeight - bottom;
  return {
    position: 'fixed',
    left: Math.max(margin, Math.min(left, innerWidth - width - margin)),
    width,
    maxHeight: Math.min(size.height, isAbove ? top - gap - margin : room),
    ...(isAbove ? { bottom: innerHeight - top + gap } : { top: bottom + gap }),
  };
}
