import { defineSlotRecipe } from '@chakra-ui/react';

export const radioGroupRecipe = defineSlotRecipe({
  slots: [],
  base: {
    item: { minH: 'target', cursor: 'pointer', fontWeight: 'normal' },
    itemControl: {
      bg: 'bg',
      cursor: 'inherit',
      // The dot of the chosen item, also where the system sets the colours.
      '& .dot': { _highContrast: { forcedColorAdjust: 'none', bg: 'CanvasText' } },
    },
  },
});
