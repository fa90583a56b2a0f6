import { defineSlotRecipe } from '@chakra-ui/react';
import { splitterAnatomy } from '@chakra-ui/react/anatomy';

/**
 * The line between two panels is theirs; over it lies what is dragged, seen when it is pointed at or has the focus. Under
 * a finger it has room of its own, with a grip, so that a tap beside it means what is there.
 */
export const splitterRecipe = defineSlotRecipe({
  slots: splitterAnatomy.keys(),
  base: {
    // And not hidden: an element that takes the focus would scroll it.
    root: { overflow: 'clip !important' },
    panel: { overflow: 'clip !important' },
    resizeTrigger: {
      '--splitter-border-color': 'transparent',
      '--splitter-thumb-size': '0.5625rem',
      '--splitter-border-size': '2px',
      // Over the text, which lies over the page; under what lies over the text.
      zIndex: '3',
      transition: 'backgrounds',
      _finger: {
        '--splitter-border-color': 'colors.border.control',
        '--splitter-thumb-size': '1.5rem',
        '--splitter-border-size': '0.25rem',
        '--splitter-thumb-inset': '0px',
        bg: 'bg.subtle',
      },
      _hover: { '--splitter-border-color': 'colors.border.emphasized' },
      _focusVisible: { '--splitter-border-color': 'colors.colorPalette.focusRing' },
      _dragging: { '--splitter-border-color': 'colors.colorPalette.focusRing' },
    },
    resizeTriggerSeparator: {
      "[data-part='resize-trigger'][data-orientation=horizontal] &": {
        insetInlineEnd: 'calc((var(--splitter-thumb-size) - var(--splitter-border-size)) / 2)',
        _finger: { insetBlock: 'calc(50% - 1.5rem)', rounded: 'full' },
      },
    },
  },
});
