import { defineSlotRecipe } from '@chakra-ui/react';

export const menuRecipe = defineSlotRecipe({
  slots: [],
  base: {
    positioner: { zIndex: 'menu' },
    content: {
      minWidth: '11rem',
      maxWidth: 'min(20rem, 100vw - 1rem)',
      // The longest menu of a finger's rows whole, so that its last row is not half of one.
      maxHeight: 'min(40rem, var(--available-height))',
      overflowY: 'auto',
      p: '1',
      zIndex: 'menu',
      borderRadius: 'lg',
      borderWidth: '1px',
      borderColor: 'border',
      boxShadow: 'md',
      outline: '0',
      _open: { animation: 'fade-in {durations.fast} {easings.out}' },
      // Gone at once: who waits for the end of an animation may miss it while the page is busy, and stays.
      _closed: { animation: 'none' },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '2.5',
      minHeight: 'calc({sizes.target} - 2px)',
      _finger: { minHeight: 'target' },
      px: '2.5',
      borderRadius: 'md',
      fontSize: 'sm',
      cursor: 'pointer',
      userSelect: 'none',
      outline: '0',
      '& svg': { flexShrink: '0', width: '4', height: '4', color: 'fg.muted' },
      // A transparent outline is drawn where the system sets the colours, and no background is.
      _highlighted: { bg: 'bg.hover', outline: '2px solid transparent', outlineOffset: '-2px' },
      '&[data-type]': { ps: '2.5' },
      _disabled: { color: 'fg.muted', cursor: 'not-allowed', opacity: '0.7' },
      '&[data-danger]': { color: 'danger.fg', '& svg': { color: 'danger.fg' } },
      '&[data-danger][data-highlighted]': { bg: 'danger.subtle' },
    },
    itemText: { flex: '1', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    itemIndicator: { display: 'inline-flex', position: 'static', transform: 'none' },
    itemGroupLabel: { px: '2.5', py: '2', fontSize: 'xs', fontWeight: 'medium', color: 'fg.muted' },
    separator: { height: '1px', my: '1', mx: '-1', bg: 'border' },
  },
});
