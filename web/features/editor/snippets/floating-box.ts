import { chakra } from '@chakra-ui/react';

/** A box above the page at a place in the text; its owner places it. */
export const FloatingBox = chakra('section', {
  base: {
    zIndex: 'menu',
    overflowY: 'auto',
    borderWidth: '1px',
    borderRadius: 'lg',
    bg: 'bg.raised',
    boxShadow: 'md',
    color: 'fg',
    fontSize: 'sm',
  },
});
