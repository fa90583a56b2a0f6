import { chakra } from '@chakra-ui/react';

/** The frame of a preview, which scrolls in it. */
export const PreviewArea = chakra('section', {
  base: {
    maxH: 'preview-height',
    minW: '0',
    overflow: 'auto',
    overscrollBehavior: 'contain',
    borderWidth: '1px',
    borderRadius: 'md',
    bg: 'bg',
    _focusVisible: { outline: '2px solid {colors.focus}', outlineOffset: '1px' },
  },
});
