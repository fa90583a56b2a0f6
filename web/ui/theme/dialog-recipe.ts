import { defineSlotRecipe } from '@chakra-ui/react';

/** `cover` takes the window, and its body all of the height. */
export const dialogRecipe = defineSlotRecipe({
  slots: [],
  base: {
    backdrop: {
      bg: 'backdrop',
      zIndex: 'dialog',
      _open: { animation: 'fade-in {durations.moderate} {easings.out}' },
      // Gone at once: who waits for the end of an animation may miss it while the page is busy, and stays.
      _closed: { animation: 'none' },
    },
    positioner: {
      zIndex: 'dialog',
      alignItems: 'flex-start',
      overflowY: 'auto',
      overscrollBehavior: 'contain',
      px: '4',
      pt: {
        base: 'calc({spacing.4} + var(--titlebar-height))',
        md: 'calc(12vh + var(--titlebar-height))',
      },
      pb: { base: '4', md: '12vh' },
    },
    content: {
      my: '0',
      zIndex: 'auto',
      bg: 'bg.panel',
      color: 'fg',
      textStyle: 'md',
      borderRadius: 'xl',
      borderWidth: '1px',
      borderColor: 'border',
      boxShadow: 'lg',
      _open: { animation: 'rise-in {durations.moderate} {easings.out}' },
      _closed: { animation: 'none' },
    },
    header: { display: 'grid', gap: '1.5', flex: 'none', px: '6', pt: '6', pb: '0' },
    title: { fontSize: 'lg', fontWeight: 'semibold', lineHeight: 'snug', letterSpacing: 'tight' },
    description: { fontSize: 'sm', color: 'fg.muted', overflowWrap: 'anywhere' },
    body: { flex: 'none', px: '6', pt: '5', pb: '0', display: 'grid', gap: '5', _empty: { display: 'none' } },
    footer: { flexWrap: 'wrap', gap: '3', p: '6' },
  },
  variants: {
    motionPreset: { none: {} },
    size: {
      sm: { content: { maxW: 'dialog.narrow' } },
      md: { content: { maxW: 'dialog' } },
      lg: { content: { maxW: 'dialog.wide' } },
      cover: {
        positioner: {
          p: '0',
          pt: { base: 'var(--titlebar-height)', md: 'calc({spacing.4} + var(--titlebar-height))' },
          px: { base: '0', md: '4' },
          pb: { base: '0', md: '4' },
        },
        content: {
          height: 'full',
          maxW: 'none',
          borderRadius: { base: '0', md: 'xl' },
          overflow: 'hidden',
        },
        header: {
          display: 'flex',
          alignItems: 'baseline',
          gap: '3',
          px: '4',
          pt: '2',
          pb: '1',
          '& > :last-child': { ms: 'auto' },
        },
        title: { flex: 'none' },
        body: { display: 'flex', flex: '1', minHeight: '0', p: '0' },
      },
    },
  },
  defaultVariants: { size: 'md', motionPreset: 'none' },
});
