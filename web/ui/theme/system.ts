import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { alertRecipe } from './alert-recipe.ts';
import { buttonRecipe } from './button-recipe.ts';
import { chakraParts } from './chakra-parts.ts';
import { checkboxRecipe } from './checkbox-recipe.ts';
import { conditions } from './conditions.ts';
import { dialogRecipe } from './dialog-recipe.ts';
import { emptyStateRecipe } from './empty-state-recipe.ts';
import { fieldRecipe, inputRecipe, nativeSelectRecipe, textareaRecipe } from './field-recipes.ts';
import { kbdRecipe } from './kbd-recipe.ts';
import { measures } from './measures.ts';
import { menuRecipe } from './menu-recipe.ts';
import {
  dots,
  inks,
  lines,
  roles,
  type Shade,
  selection,
  source,
  surfaces,
  variable,
  voices,
} from './palette.ts';
import { popoverRecipe } from './popover-recipe.ts';
import { progressRecipe } from './progress-recipe.ts';
import { radioGroupRecipe } from './radio-group-recipe.ts';
import { splitterRecipe } from './splitter-recipe.ts';
import { switchRecipe } from './switch-recipe.ts';
import { toastRecipe } from './toast-recipe.ts';

const color = (shade: Shade) => ({ value: { _light: shade.light, _dark: shade.dark } });

const colorsOf = <Name extends string>(shades: Readonly<Record<Name, Shade>>) =>
  Object.fromEntries(Object.entries<Shade>(shades).map(([name, shade]) => [name, color(shade)]));

/** A palette as Chakra's recipes read it: `colorPalette="danger"`. */
const paletteOf = ({ solid, solidHover, contrast, ink, subtle }: (typeof voices)[keyof typeof voices]) =>
  colorsOf({
    solid,
    hover: solidHover,
    contrast,
    fg: ink,
    subtle,
    muted: subtle,
    emphasized: subtle,
    border: ink,
    focusRing: lines.focus,
  });

const named = <Name extends string>(values: Readonly<Record<Name, string>>) =>
  Object.fromEntries(Object.entries<string>(values).map(([name, value]) => [name, { value }]));

const sans =
  'Inter, "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif';

const language = defineConfig({
  cssVarsPrefix: 'ui',
  conditions,
  theme: {
    breakpoints: { sm: '40rem' },
    tokens: {
      fonts: named({
        body: sans,
        heading: sans,
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
      sizes: {
        ...named({
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
      zIndex: named({ dialog: '1400', menu: '1500' }),
      easings: named({ out: 'cubic-bezier(0.2, 0, 0, 1)' }),
    },
    semanticTokens: {
      // The height of a control, and of a row that can be pressed.
      sizes: { target: { value: { base: '2.25rem', _finger: '2.75rem' } } },
      // Whatever moves takes its time from these.
      durations: {
        fast: { value: { base: '120ms', _motionReduce: '1ms' } },
        moderate: { value: { base: '180ms', _motionReduce: '1ms' } },
      },
      colors: {
        bg: {
          DEFAULT: color(surfaces.page),
          ...colorsOf({
            subtle: surfaces.subtle,
            muted: surfaces.hover,
            emphasized: surfaces.selected,
            panel: surfaces.raised,
            raised: surfaces.raised,
            hover: surfaces.hover,
            selected: surfaces.selected,
            inverted: surfaces.inverted,
          }),
        },
        fg: {
          DEFAULT: color(inks.strong),
          ...colorsOf({
            muted: inks.muted,
            subtle: inks.muted,
            inverted: inks.inverted,
            error: voices.danger.ink,
          }),
        },
        border: {
          DEFAULT: color(lines.quiet),
          ...colorsOf({ muted: lines.quiet, emphasized: lines.control, control: lines.control }),
          error: color(voices.danger.ink),
        },
        focus: color(lines.focus),
        // Neutral variants of Chakra's recipes read this palette.
        gray: colorsOf({
          subtle: surfaces.hover,
          muted: surfaces.hover,
          emphasized: surfaces.selected,
          fg: inks.muted,
          border: lines.quiet,
        }),
        // Chakra's recipe of an invalid radio button names it.
        red: colorsOf({ 500: voices.danger.ink }),
        accent: paletteOf(voices.accent),
        danger: paletteOf(voices.danger),
        success: paletteOf(voices.success),
        warning: paletteOf(voices.warning),
        variable: colorsOf({ fg: variable.ink, subtle: variable.subtle }),
        source: colorsOf({ ...source, selection }),
        role: colorsOf(roles),
        backdrop: { value: { _light: 'rgb(24 27 33 / 0.42)', _dark: 'rgb(4 5 7 / 0.66)' } },
        dot: Object.fromEntries(
          Object.entries(dots).map(([name, { fill, edge }]) => [
            name,
            { DEFAULT: color(fill), edge: color(edge) },
          ]),
        ),
      },
      radii: { l1: { value: '{radii.sm}' }, l2: { value: '{radii.md}' }, l3: { value: '{radii.xl}' } },
      shadows: {
        xs: { value: { _light: '0 1px 2px rgb(24 27 33 / 0.06)', _dark: '0 1px 2px rgb(0 0 0 / 0.4)' } },
        sm: { value: { _light: '0 1px 3px rgb(24 27 33 / 0.16)', _dark: '0 1px 3px rgb(0 0 0 / 0.5)' } },
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
    textStyles: {
      xl: { value: { fontSize: 'xl', lineHeight: 'tight', letterSpacing: 'tight' } },
      '2xl': { value: { fontSize: '2xl', lineHeight: 'tight', letterSpacing: '-0.022em' } },
    },
    keyframes: {
      'fade-in': { from: { opacity: '0' }, to: { opacity: '1' } },
      breathe: { '50%': { opacity: '0.35' } },
      'rise-in': { from: { opacity: '0', translate: '0 6px' }, to: { opacity: '1', translate: '0 0' } },
    },
    recipes: {
      button: buttonRecipe,
      input: inputRecipe,
      kbd: kbdRecipe,
      skeleton: {
        variants: { variant: { pulse: { background: 'bg.hover', _motionReduce: { animation: 'none' } } } },
      },
      // A standing ring would look like a picture: it breathes instead of turning, in two steps.
      spinner: { base: { _motionReduce: { animation: 'breathe 2s step-end infinite' } } },
      textarea: textareaRecipe,
    },
    slotRecipes: {
      alert: alertRecipe,
      checkbox: checkboxRecipe,
      dialog: dialogRecipe,
      emptyState: emptyStateRecipe,
      field: fieldRecipe,
      menu: menuRecipe,
      nativeSelect: nativeSelectRecipe,
      popover: popoverRecipe,
      progress: progressRecipe,
      radioGroup: radioGroupRecipe,
      splitter: splitterRecipe,
      switch: switchRecipe,
      toast: toastRecipe,
    },
  },
  globalCss: {
    html: {
      color: 'fg',
      bg: 'bg',
      fontFamily: 'body',
      lineHeight: 'normal',
      colorPalette: 'accent',
      textSizeAdjust: '100%',
      scrollbarColor: '{colors.border.control} transparent',
    },
    'a, button, input, select, textarea, [tabindex]': {
      _focusVisible: { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
    },
    '::placeholder': { color: 'fg.muted', opacity: '1' },
    // Size, font and line width of the editor's texts, by the attributes that `preferences.ts` sets.
    ':root': {
      '&[data-text-size="small"]': { '--source-font-size': '0.8125rem' },
      '&[data-text-size="large"]': { '--source-font-size': '1.0625rem' },
      '&[data-text-size="extra-large"]': { '--source-font-size': '1.25rem' },
      '&[data-text-font="proportional"]': { '--source-font-family': 'fonts.body' },
      '&[data-line-width="wide"]': { '--source-line-width': '100ch' },
      '&[data-line-width="narrow"]': { '--source-line-width': '75ch' },
      // While a row is dragged, elements under the pointer have no cursor of their own.
      '&[data-dragging]': {
        cursor: 'grabbing',
        userSelect: 'none',
        '& :is(body, body *)': { cursor: 'inherit !important' },
      },
    },
    '.ui-drag': {
      position: 'fixed',
      zIndex: 'tooltip',
      top: '0',
      left: '0',
      maxW: '64',
      px: '3',
      py: '1.5',
      overflow: 'hidden',
      borderWidth: '1px',
      borderRadius: 'md',
      bg: 'bg.raised',
      boxShadow: 'md',
      fontSize: 'sm',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      pointerEvents: 'none',
    },
    '::selection': { bg: 'accent.solid', color: 'accent.contrast' },
  },
});

/**
 * The visual language: Chakra's system with the tokens, palettes and recipes of this app. Every token is a custom
 * property too, for what has a style sheet of its own: `--ui-colors-bg-subtle`, `--ui-spacing-4`. `--ui-sizes-target`
 * is the height of a control: 36 px, and 44 px under a finger.
 */
export const system = createSystem(defaultBaseConfig, chakraParts, language);
