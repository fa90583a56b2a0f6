import type { CSSProperties } from 'react';
import type { DotColor } from './theme/palette.ts';
import './color-dot.css';

/** The custom properties of a colour, for plain style sheets: `--dot` fills, `--dot-edge` reads at 3:1. */
export function dotStyle(color: DotColor): CSSProperties & Record<`--${string}`, string> {
  return { '--dot': `var(--ui-colors-dot-${color})`, '--dot-edge': `var(--ui-colors-dot-${color}-edge)` };
}

/** A picture beside a name: it says nothing that the name does not. */
export function ColorDot({ color }: { readonly color: DotColor }) {
  return <span className="ui-dot" style={dotStyle(color)} aria-hidden="true" />;
}
