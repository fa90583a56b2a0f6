import { createSystem, defaultBaseConfig, defineConfig, type SystemContext } from '@chakra-ui/react';
import { dialogRecipe } from './dialog-recipe.ts';
import { measures } from './measures.ts';
import { menuRecipe } from './menu-recipe.ts';
import { dots, inks, lines, type Shade, surfaces, variable, voices } from './palette.ts';
import { popoverRecipe } from './popover-recipe.ts';

/**
 * The visual language, as tokens. Only the recipes of what we use are here: Chakra's own theme would double
 * the weight of the first screen. Every token is also a custom property for plain style sheets:
 * `--ui-colors-bg-subtle`, `--ui-spacing-4`, `--ui-radii-md`, `--ui-fonts-mono`.
 * `--ui-target` is the height of a control: 36 px, and 44 px under a finger.
 */
export function createPromptorySystem(): SystemContext {
  return createSystem(defaultBaseConfig, language);
}

const color = (shade: Shade) => ({ value: { _light: shade.light, _dark: shade.dark } });

const colorsOf = <Name extends string>(shades: Readonly<Record<Name, Shade>>) =>
  Object.fromEntries(Object.entries<Shade>(shades).map(([name, shade]) => [name, color(shade)]));

const voiceColors = ({ solid, solidHover, contrast, ink, subtle }: (typeof voices)[keyof typeof voices]) =>
  colorsOf({ solid, hover: solidHover, contrast, fg: ink, subtle });

const steps = (values: readonly number[]) =>
  Object.fromEntries(values.map((step) => [String(step), { value: `${step / 4}rem` }]));

const spaces = steps([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32]);

const named = <Name extends string>(values: Readonly<Record<Name, string>>) =>
  Object.fromEntries(Object.entries<string>(values).map(([name, value]) => [name, { value }]));

const language = defineConfig({
  cssVarsPrefix: 'ui',
  preflight: true,
  theme: {
    breakpoints: { sm: '40rem', md: '48rem', lg: '64rem', xl: '80rem', '2xl': '96rem' },
    tokens: {
      fonts: named({
        body: 'Inter, "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
        mono: '"JetBrains Mono", "JetBrains Mono Fallback", ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace',
      }),
      fontSizes: named({
        '2xs': '0.6875rem',
        xs: '0.75rem',
        sm: '0.875rem',
        md: '1rem',
        lg: '1.125rem',
        xl: '1.375rem',
        '2xl': '1.75rem',
        '3xl': '2.25rem',
      }),
      fontWeights: named({ normal: '400', medium: '500', semibold: '600', bold: '700' }),
      lineHeights: named({ tight: '1.2', snug: '1.35', normal: '1.5', relaxed: '1.65' }),
      letterSpacings: named({ tight: '-0.014em', wide: '0.02em' }),
      spacing: spaces,
      sizes: {
        ...spaces,
        ...named({
          full: '100%',
          target: 'var(--ui-target)',
          dialog: '32rem',
          'dialog.narrow': `${measures.renameDialogMaxPx}px`,
          'dialog.wide': '48rem',
          'toast-viewport': `${measures.toastViewportPx}px`,
          'preview-height': `${measures.previewMaxHeightPx}px`,
          'search-height': `${measures.searchDropdownMaxHeightPx}px`,
          'tab-title': `${measures.tabTitleMaxPx}px`,
          'tab-free': `${measures.tabStripFreePx}px`,
        }),
      },
      radii: named({ xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '16px', full: '9999px' }),
      zIndex: named({ dialog: '1400', menu: '1500', toast: '1700', tooltip: '1800' }),
      durations: named({ fast: '120ms', moderate: '180ms' }),
      easings: named({ out: 'cubic-bezier(0.2, 0, 0, 1)' }),
    },
    semanticTokens: {
      colors: {
        bg: {
          DEFAULT: color(surfaces.page),
          ...colorsOf({
            subtle: surfaces.subtle,
            raised: surfaces.raised,
            hover: surfaces.hover,
            selected: surfaces.selected,
            inverted: surfaces.inverted,
          }),
        },
        fg: { DEFAULT: color(inks.strong), muted: color(inks.muted), inverted: color(inks.inverted) },
        border: { DEFAULT: color(lines.quiet), control: color(lines.control) },
        focus: color(lines.focus),
        accent: voiceColors(voices.accent),
        danger: voiceColors(voices.danger),
        success: voiceColors(voices.success),
        warning: voiceColors(voices.warning),
        variable: colorsOf({ fg: variable.ink, subtle: variable.subtle }),
        backdrop: { value: { _light: 'rgb(24 27 33 / 0.42)', _dark: 'rgb(4 5 7 / 0.66)' } },
        dot: Object.fromEntries(
          Object.entries(dots).map(([name, { fill, edge }]) => [
            name,
            { DEFAULT: color(fill), edge: color(edge) },
          ]),
        ),
      },
      shadows: {
        xs: { value: { _light: '0 1px 2px rgb(24 27 33 / 0.06)', _dark: '0 1px 2px rgb(0 0 0 / 0.4)' } },
        md: {
          value: {
            _light: '0 1px 2px rgb(24 27 33 / 0.05), 0 6px 20px -4px rgb(24 27 33 / 0.14)',
            _dark: '0 1px 2px rgb(0 0 0 / 0.4), 0 8px 24px -4px rgb(0 0 0 / 0.6)',
          },
        },
        lg: {
          value: {
            _light: '0 2px 6px rgb(24 27 33 / 0.06), 0 24px 56px -12px rgb(24 27 33 / 0.26)',
            _dark: '0 2px 6px rgb(0 0 0 / 0.4), 0 28px 64px -12px rgb(0 0 0 / 0.75)',
          },
        },
      },
    },
    keyframes: {
      'fade-in': { from: { opacity: '0' }, to: { opacity: '1' } },
      'rise-in': { from: { opacity: '0', translate: '0 6px' }, to: { opacity: '1', translate: '0 0' } },
    },
    slotRecipes: { dialog: dialogRecipe, menu: menuRecipe, popover: popoverRecipe },
  },
  globalCss: {
    html: {
      color: 'fg',
      bg: 'bg',
      fontFamily: 'body',
      lineHeight: 'normal',
      textSizeAdjust: '100%',
      scrollbarColor: '{colors.border.control} transparent',
    },
    'a, button, input, select, textarea, [tabindex]': {
      _focusVisible: { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
    },
    '::placeholder': { color: 'fg.muted', opacity: '1' },
    '::selection': { bg: 'accent.solid', color: 'accent.contrast' },
  },
});
