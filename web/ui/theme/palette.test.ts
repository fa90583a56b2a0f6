import { describe, expect, test } from 'vitest';
import { contrastRatio } from '../testing/contrast-ratio.ts';
import {
  dotColors,
  dots,
  inks,
  lines,
  roles,
  type Shade,
  source,
  surfaces,
  variable,
  voices,
} from './palette.ts';

const themes = ['light', 'dark'] as const;
const written = ['page', 'subtle', 'raised', 'hover', 'selected'] as const;
const text = 4.5;
const shape = 3;

const pairs: readonly (readonly [name: string, ink: Shade, ground: Shade, least: number])[] = [
  ...written.flatMap((ground) => [
    [`text on ${ground}`, inks.strong, surfaces[ground], 7] as const,
    [`muted text on ${ground}`, inks.muted, surfaces[ground], text] as const,
    [`accent text on ${ground}`, voices.accent.ink, surfaces[ground], text] as const,
    [`danger text on ${ground}`, voices.danger.ink, surfaces[ground], text] as const,
    [`focus ring on ${ground}`, lines.focus, surfaces[ground], shape] as const,
  ]),
  ...(['page', 'subtle', 'raised'] as const).map(
    (ground) => [`a control's edge on ${ground}`, lines.control, surfaces[ground], shape] as const,
  ),
  ...Object.entries(voices).flatMap(([name, voice]) => [
    [`text on solid ${name}`, voice.contrast, voice.solid, text] as const,
    [`text on solid ${name} under the pointer`, voice.contrast, voice.solidHover, text] as const,
    [`${name} text on subtle ${name}`, voice.ink, voice.subtle, text] as const,
    [`text on subtle ${name}`, inks.strong, voice.subtle, 7] as const,
    [`muted text on subtle ${name}`, inks.muted, voice.subtle, text] as const,
    [`${name} text on raised`, voice.ink, surfaces.raised, text] as const,
    [`${name} text on the page`, voice.ink, surfaces.page, text] as const,
  ]),
  ...Object.entries(source).map(
    ([name, ink]) =>
      [`${name} in a source`, ink, name === 'code' ? surfaces.hover : surfaces.page, text] as const,
  ),
  ['the fence of code in a source', source.mark, surfaces.hover, text],
  ...Object.entries(roles).map(
    ([name, ink]) => [`the role ${name} in a source`, ink, surfaces.subtle, text] as const,
  ),
  ['a variable on its ground', variable.ink, variable.subtle, text],
  ['text on inverted', inks.inverted, surfaces.inverted, 7],
];

describe.each(themes)('in the %s theme', (theme) => {
  test.each(pairs)('%s keeps its contrast', (_name, ink, ground, least) => {
    expect(contrastRatio(ink[theme], ground[theme])).toBeGreaterThanOrEqual(least);
  });

  test.each(dotColors)('a %s dot is told from what it lies on', (color) => {
    for (const ground of written) {
      expect(contrastRatio(dots[color].edge[theme], surfaces[ground][theme]), ground).toBeGreaterThanOrEqual(
        shape,
      );
    }
  });

  test('no two dots share their colour', () => {
    expect(new Set(dotColors.map((color) => dots[color].fill[theme])).size).toBe(dotColors.length);
  });
});

test('the ratio is that of the standard', () => {
  expect(contrastRatio('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.478, 2);
});
