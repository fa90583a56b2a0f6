import { defineSlotRecipe } from '@chakra-ui/react';

export const emptyStateRecipe = defineSlotRecipe({
  slots: [],
  base: {
    indicator: {
      borderWidth: '1px',
      borderRadius: 'lg',
      bg: 'bg.panel',
      color: 'fg.muted',
    },
    title: { letterSpacing: 'tight' },
    description: { maxW: '26rem', textWrap: 'balance' },
  },
  variants: {
    size: {
      sm: {
        content: { gap: '3' },
        title: { textStyle: 'sm' },
        indicator: { boxSize: '9', fontSize: 'md', lineHeight: '1' },
      },
      md: {
        root: { px: '6' },
        content: { gap: '4' },
        title: { textStyle: 'md' },
        indicator: { boxSize: '12', fontSize: 'xl', lineHeight: '1' },
      },
    },
  },
});
