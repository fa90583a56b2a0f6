import { defineRecipe } from '@chakra-ui/react';

/** Makes the two sizes that are smaller than a target as large as one under a finger. */
const touchable = { _finger: { minW: 'target', minH: 'target' } };

export const buttonRecipe = defineRecipe({
  base: {
    borderRadius: 'md',
    lineHeight: 'tight',
    transitionProperty: 'background, border-color, color',
    transitionDuration: 'fast',
    focusVisibleRing: 'none',
    _focusVisible: { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
    _disabled: { opacity: '0.55', cursor: 'not-allowed' },
    // The text that shows progress stays readable: it is dimmed less than a disabled button's.
    _loading: { opacity: '0.9', cursor: 'progress' },
    _icon: { width: '1.15em', height: '1.15em' },
  },
  variants: {
    size: {
      sm: { h: 'auto', minH: 'calc({sizes.target} - 4px)', minW: 'target', px: '2.5', ...touchable },
      md: { h: 'auto', minH: 'target', minW: 'target', px: '3.5' },
      lg: { h: 'auto', minH: 'max({sizes.target}, 2.75rem)', minW: 'target', px: '5' },
      /** Within a line of text. */
      xs: {
        h: 'auto',
        minH: '6',
        minW: 'auto',
        px: '1',
        mx: '-1',
        borderRadius: 'xs',
        fontSize: 'inherit',
        gap: '1',
        ...touchable,
      },
    },
    variant: {
      solid: {
        boxShadow: 'xs',
        _hover: { bg: 'colorPalette.hover' },
        _expanded: { bg: 'colorPalette.hover' },
      },
      outline: {
        bg: 'bg.panel',
        color: 'fg',
        borderColor: 'border.control',
        _hover: { bg: 'bg.hover' },
        _expanded: { bg: 'bg.hover' },
      },
      ghost: { bg: 'transparent', color: 'fg', _hover: { bg: 'bg.hover' }, _expanded: { bg: 'bg.hover' } },
      plain: {
        color: 'colorPalette.fg',
        textDecoration: 'underline transparent',
        textUnderlineOffset: '3px',
        _hover: { textDecorationColor: 'currentcolor' },
      },
    },
  },
  defaultVariants: { variant: 'outline', size: 'md' },
});
