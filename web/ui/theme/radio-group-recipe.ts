import { defineSlotRecipe } from '@chakra-ui/react';

export const radioGroupRecipe = defineSlotRecipe({
  slots: [],
  base: {
    item: { minH: 'target', cursor: 'pointer', fontWeight: 'normal' },
    itemControl: {
      bg: 'bg',
      cursor: 'inherit',
      // What is chosen is known by it, also where the system sets the colours.
      '& .dot': { '@media (forced-colors: active)': { forcedColorAdjust: 'none', bg: 'CanvasText' } },
    },
  },
});
