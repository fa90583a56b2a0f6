import { defineSlotRecipe } from '@chakra-ui/react';

export const radioGroupRecipe = defineSlotRecipe({
  slots: [],
  base: {
    item: { minH: 'target', cursor: 'pointer', fontWeight: 'normal' },
    itemControl: { bg: 'bg', cursor: 'inherit' },
  },
});
