import { defineSlotRecipe } from '@chakra-ui/react';

export const popoverRecipe = defineSlotRecipe({
  className: 'ui-popover',
  slots: [
    'trigger',
    'positioner',
    'content',
    'arrow',
    'arrowTip',
    'anchor',
    'indicator',
    'title',
    'description',
    'closeTrigger',
    'header',
    'body',
    'footer',
  ],
  base: {
    positioner: { zIndex: 'menu' },
    content: {
      width: 'min(20rem, 100vw - 1rem)',
      maxHeight: 'var(--available-height)',
      overflowY: 'auto',
      p: '4',
      bg: 'bg.raised',
      color: 'fg',
      borderRadius: 'lg',
      borderWidth: '1px',
      borderColor: 'border',
      boxShadow: 'md',
      fontSize: 'sm',
      lineHeight: 'snug',
      outline: '0',
    },
  },
});
