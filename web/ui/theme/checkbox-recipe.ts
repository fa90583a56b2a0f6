import { defineSlotRecipe } from '@chakra-ui/react';

export const checkboxRecipe = defineSlotRecipe({
  slots: [],
  base: {
    root: { minH: 'target', cursor: 'pointer', _disabled: { cursor: 'not-allowed' } },
    control: {
      bg: 'bg',
      cursor: 'inherit',
      focusVisibleRing: 'none',
      _focusVisible: { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
    },
    label: { fontWeight: 'normal', userSelect: 'auto', overflowWrap: 'anywhere' },
  },
});
