import { defineSlotRecipe } from '@chakra-ui/react';

/** The text keeps its colour: only the surface and the sign have that of the status. */
export const alertRecipe = defineSlotRecipe({
  slots: [],
  base: { root: { borderRadius: 'md' }, indicator: { color: 'colorPalette.fg' } },
  variants: {
    status: {
      info: { root: { colorPalette: 'accent' } },
      success: { root: { colorPalette: 'success' } },
      warning: { root: { colorPalette: 'warning' } },
      error: { root: { colorPalette: 'danger' } },
      neutral: { root: { colorPalette: 'gray' } },
    },
    variant: { subtle: { root: { color: 'fg' } } },
    size: { md: { root: { gap: '3', px: '3', py: '3' } } },
  },
});
