import { defineSlotRecipe } from '@chakra-ui/react';

export const popoverRecipe = defineSlotRecipe({
  slots: [],
  base: {
    positioner: { zIndex: 'menu' },
    content: {
      width: 'min(20rem, 100vw - 1rem)',
      maxHeight: 'var(--available-height)',
      overflowY: 'auto',
      p: '4',
      borderRadius: 'lg',
      borderWidth: '1px',
      borderColor: 'border',
      boxShadow: 'md',
      fontSize: 'sm',
      lineHeight: 'snug',
      _open: { animation: 'none' },
      _closed: { animation: 'none' },
    },
  },
});
