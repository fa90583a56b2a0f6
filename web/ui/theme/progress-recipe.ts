import { defineSlotRecipe } from '@chakra-ui/react';

export const progressRecipe = defineSlotRecipe({
  slots: [],
  base: {
    // Its surface is all there is to see of it, also where the system sets the colours.
    track: {
      _highContrast: { forcedColorAdjust: 'none', outline: '1px solid CanvasText' },
    },
    range: { transitionDuration: 'fast', _indeterminate: { _motionReduce: { animation: 'none' } } },
  },
  variants: { variant: { outline: { track: { boxShadow: 'none', bg: 'border' } } } },
});
