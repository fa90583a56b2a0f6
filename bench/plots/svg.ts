/** Builds the few shapes that the plots are made of. Sizes are in SVG units, which browsers show as pixels. */

export type Placed = { x: number; y: number };

const ink = '#1f2328';
export const quiet = '#6e7781';
export const rule = '#d8dee4';

/** A whole picture on white, so that it can be read on pages of either theme. */
export function picture(width: number, height: number, title: string, shapes: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    `  font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${escaped(title)}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...shapes,
    '</svg>\n',
  ].join('\n');
}

export function text({ x, y }: Placed, content: string, attributes = ''): string {
  return `<text x="${round(x)}" y="${round(y)}" fill="${ink}" ${attributes}>${escaped(content)}</text>`;
}

export function line(from: Placed, to: Placed, attributes = `stroke="${rule}"`): string {
  const ends = `x1="${round(from.x)}" y1="${round(from.y)}" x2="${round(to.x)}" y2="${round(to.y)}"`;
  return `<line ${ends} ${attributes}/>`;
}

export function dot({ x, y }: Placed, color: string, label: string): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="4.5" fill="${color}"><title>${escaped(label)}</title></circle>`;
}

export function bar({ x, y }: Placed, size: { width: number; height: number }, color: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(size.width)}" height="${round(size.height)}" fill="${color}"/>`;
}

export function path(points: readonly Placed[], color: string, label: string): string {
  const at = points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
  return `<polyline points="${at}" fill="none" stroke="${color}" stroke-width="1.5"><title>${escaped(label)}</title></polyline>`;
}

function escaped(content: string): string {
  return content.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function round(value: number): string {
  return value.toFixed(1);
}
