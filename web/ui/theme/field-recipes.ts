import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react';

/** A box to type into or to choose from. Under a finger its text is 16 px: smaller, and iOS zooms in. */
const box = {
  bg: 'bg',
  color: 'fg',
  fontSize: 'sm',
  borderRadius: 'md',
  borderColor: 'border.control',
  transitionProperty: 'border-color',
  transitionDuration: 'fast',
  focusVisibleRing: 'none',
  _finger: { fontSize: 'md' },
  _hover: { borderColor: 'fg.muted' },
  _focusVisible: { outline: '2px solid {colors.focus}', outlineOffset: '-1px', borderColor: 'focus' },
  _invalid: {
    borderColor: 'danger.fg',
    _focusVisible: { outlineColor: 'danger.fg', borderColor: 'danger.fg' },
  },
  _disabled: { opacity: '1', color: 'fg.muted', bg: 'bg.subtle', cursor: 'not-allowed' },
} as const;

const height = 'max({sizes.target}, 2.5rem)';

export const inputRecipe = defineRecipe({
  variants: {
    size: { md: { '--input-height': height }, sm: { '--input-height': 'sizes.target', px: '3' } },
    variant: { outline: box },
  },
});

export const textareaRecipe = defineRecipe({ variants: { variant: { outline: { ...box, minH: height } } } });

export const nativeSelectRecipe = defineSlotRecipe({
  slots: [],
  base: { field: { textOverflow: 'ellipsis' } },
  variants: {
    size: {
      md: { root: { '--select-field-height': height } },
      sm: { root: { '--select-field-height': 'sizes.target' } },
    },
    variant: { outline: { field: box } },
  },
});

export const fieldRecipe = defineSlotRecipe({
  slots: [],
  base: {
    root: { minW: '0' },
    label: { userSelect: 'auto', _disabled: { opacity: '1' } },
  },
});
