import { defineSlotRecipe } from '@chakra-ui/react';

export const switchRecipe = defineSlotRecipe({
  slots: [],
  base: {
    root: { cursor: 'pointer', _disabled: { cursor: 'not-allowed' } },
    control: {
      bg: 'border.control',
      cursor: 'inherit',
      focusVisibleRing: 'none',
      _focusVisible: { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
      // Both would be one surface where the system sets the colours.
      _highContrast: {
        forcedColorAdjust: 'none',
        bg: 'CanvasText',
        _checked: { bg: 'Highlight' },
      },
    },
    thumb: { _highContrast: { bg: 'Canvas', _checked: { bg: 'Canvas' } } },
    label: { lineHeight: 'snug', userSelect: 'auto' },
  },
  variants: {
    size: { md: { root: { '--switch-width': 'sizes.10', '--switch-height': 'sizes.6' } } },
    variant: { solid: { control: { bg: 'border.control', focusVisibleRing: 'none' } } },
  },
});
