import { defineSlotRecipe } from '@chakra-ui/react';

export const toastRecipe = defineSlotRecipe({
  slots: [],
  base: {
    root: {
      // Sideways is the swipe, up and down still scrolls the page.
      touchAction: 'pan-y',
      userSelect: 'none',
      translate: 'var(--toast-swipe, 0px) var(--y)',
      // As high as its words, also after the window was turned: there is one at a time.
      height: 'auto',
      transition: 'translate 180ms, opacity 180ms',
      transitionTimingFunction: 'out',
      gap: '3',
      py: '3.5',
      ps: '4',
      pe: '2',
      bg: 'bg.raised',
      borderWidth: '1px',
      borderRadius: 'lg',
      boxShadow: 'md',
      fontSize: 'sm',
      lineHeight: 'snug',
      '&[data-swiping]': { transition: 'none', cursor: 'grabbing' },
      '&[data-type=error]': {
        bg: 'danger.subtle',
        color: 'fg',
        borderColor: 'danger.fg',
        '--toast-trigger-bg': 'colors.bg.hover',
      },
      _motionReduce: { transition: 'none' },
    },
    title: { fontWeight: 'semibold', fontSize: 'sm', lineHeight: 'snug', marginEnd: '0' },
    // A server may say a great deal.
    description: {
      display: 'block',
      color: 'fg.muted',
      opacity: '1',
      lineHeight: 'snug',
      maxHeight: '8lh',
      overflow: 'auto',
    },
    indicator: { boxSize: '4.5', color: 'danger.fg' },
    closeTrigger: {
      position: 'static',
      flexShrink: '0',
      boxSize: '7',
      marginBlock: '-1',
      color: 'fg.muted',
      borderRadius: 'sm',
      cursor: 'pointer',
      _hover: { bg: 'bg.hover', color: 'fg' },
      _finger: { boxSize: '11', marginBlock: '-3' },
    },
  },
});
