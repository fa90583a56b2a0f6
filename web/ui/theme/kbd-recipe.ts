import { defineRecipe } from '@chakra-ui/react';

export const kbdRecipe = defineRecipe({
  base: {
    justifyContent: 'center',
    borderRadius: 'sm',
    fontWeight: 'normal',
    fontVariantLigatures: 'none',
    wordSpacing: 'normal',
    userSelect: 'auto',
  },
  variants: {
    size: { sm: { minW: '6', height: '5', px: '1.5' } },
    variant: { outline: { bg: 'bg.subtle', color: 'inherit' } },
  },
  defaultVariants: { size: 'sm', variant: 'outline' },
});
