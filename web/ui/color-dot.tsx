import { chakra } from '@chakra-ui/react';
import type { CSSProperties } from 'react';
import type { DotColor } from './theme/palette.ts';

/** The custom properties of a colour, for plain style sheets: `--dot` fills, `--dot-edge` reads at 3:1. */
export function dotStyle(color: DotColor): CSSProperties & Record<`--${string}`, string> {
  return { '--dot': `var(--ui-colors-dot-${color})`, '--dot-edge': `var(--ui-colors-dot-${color}-edge)` };
}

const Dot = chakra('span', {
  base: {
    display: 'inline-block',
    flex: 'none',
    boxSize: '2.5',
    borderRadius: 'full',
    borderWidth: '1px',
    forcedColorAdjust: 'none',
  },
});

/** A picture beside a name: it says nothing that the name does not. */
export function ColorDot({ color }: { readonly color: DotColor }) {
  return <Dot bg={`dot.${color}`} borderColor={`dot.${color}.edge`} aria-hidden="true" />;
}
