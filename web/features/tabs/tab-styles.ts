import type { HTMLChakraProps } from '@chakra-ui/react';

type Css = HTMLChakraProps<'div'>['css'];

export const barCss: Css = {
  position: 'relative',
  flex: 'none',
  minW: '0',
  h: '11',
  borderBottomWidth: '1px',
  bg: 'bg.subtle',
  _finger: { h: '12' },
};

export const stripCss: Css = {
  position: 'relative',
  h: 'full',
  // The plus button lies here, and before it the one that lists all tabs.
  me: 'calc(2 * {sizes.tab-free})',
  overflowX: 'auto',
  overflowY: 'hidden',
  overscrollBehaviorX: 'contain',
  scrollPaddingInline: '8',
  scrollbarWidth: 'none',
  // There are more tabs where the strip fades out.
  '--before': '0px',
  '--after': '0px',
  '&[data-more-before]': { '--before': '2rem' },
  '&[data-more-after]': { '--after': '2rem' },
  '&:is([data-more-before], [data-more-after])': {
    maskImage:
      'linear-gradient(to right, transparent, #000 var(--before), #000 calc(100% - var(--after)), transparent)',
  },
  _finger: { me: 'calc(2 * {sizes.target})' },
};

export const tabCss: Css = {
  position: 'relative',
  flex: 'none',
  alignItems: 'center',
  borderInlineStart: '3px solid var(--dot-edge)',
  borderInlineEnd: '1px solid {colors.border}',
  '&:hover': { bg: 'bg.hover', '& .tab-close:hover': { bg: 'bg.raised' } },
  '&[data-selected]': {
    bg: 'bg',
    '& [role="tab"]': { color: 'fg', fontWeight: 'medium' },
    // The page goes on under the tab that is open.
    _after: {
      content: '""',
      position: 'absolute',
      insetInline: '0',
      bottom: '0',
      h: '2px',
      bg: 'accent.solid',
    },
  },
  '&[data-dragged]': { opacity: '0.5' },
  // Where the dragged tab would stand.
  '&[data-edge]::before': {
    content: '""',
    position: 'absolute',
    zIndex: '1',
    insetBlock: '1',
    insetInlineStart: '-3px',
    w: '3px',
    borderRadius: '2px',
    bg: 'accent.solid',
  },
  '&[data-edge="after"]::before': { insetInline: 'auto -2px' },
};

export const titleCss: Css = {
  h: 'full',
  ps: '3',
  pe: '1',
  fontSize: 'sm',
  color: 'fg.muted',
  cursor: 'pointer',
  userSelect: 'none',
  WebkitTouchCallout: 'none',
  '&:focus-visible': { outlineOffset: '-2px' },
};

export const smallButtonCss: Css = {
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  borderRadius: 'sm',
  color: 'fg.muted',
  cursor: 'pointer',
  '&:focus-visible': { outlineOffset: '-2px' },
  '&:hover': { bg: 'bg.hover', color: 'fg' },
};

/** A button at the strip's right end. */
export const barButtonCss: Css = {
  position: 'absolute',
  insetBlock: '1',
  w: 'tab-free',
  fontSize: 'lg',
  _finger: { insetBlock: '0', w: 'target' },
};
