import { chakra, defineRecipe, mergeRefs } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useMemo, useRef } from 'react';
import { Spinner } from './spinner.tsx';
import { useFocusKept } from './use-focus-kept.ts';

const buttonRecipe = defineRecipe({
  className: 'ui-button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: '0',
    borderRadius: 'md',
    borderWidth: '1px',
    borderColor: 'transparent',
    fontWeight: 'medium',
    lineHeight: 'tight',
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    userSelect: 'none',
    cursor: 'pointer',
    transition: 'background {durations.fast}, border-color {durations.fast}, color {durations.fast}',
    '& svg': { flexShrink: '0', width: '1.15em', height: '1.15em' },
    _disabled: { cursor: 'not-allowed', opacity: '0.55' },
    // A single letter is as wide as a finger too.
    '@media (pointer: coarse)': { minWidth: 'target' },
    // The text that shows progress stays readable: it is dimmed less than a disabled button's.
    '&[aria-busy=true]': { cursor: 'progress', opacity: '0.9' },
  },
  variants: {
    tone: {
      primary: {
        bg: 'accent.solid',
        color: 'accent.contrast',
        boxShadow: 'xs',
        _hover: { bg: 'accent.hover' },
      },
      danger: {
        bg: 'danger.solid',
        color: 'danger.contrast',
        boxShadow: 'xs',
        _hover: { bg: 'danger.hover' },
      },
      outline: { bg: 'bg.raised', color: 'fg', borderColor: 'border.control', _hover: { bg: 'bg.hover' } },
      quiet: { bg: 'transparent', color: 'fg', _hover: { bg: 'bg.hover' }, _expanded: { bg: 'bg.hover' } },
      link: {
        color: 'accent.fg',
        textDecoration: 'underline',
        textDecorationColor: 'transparent',
        textUnderlineOffset: '3px',
        _hover: { textDecorationColor: 'currentcolor' },
      },
    },
    size: {
      sm: {
        minHeight: 'calc(var(--ui-target) - 4px)',
        px: '2.5',
        fontSize: 'sm',
        '@media (pointer: coarse)': { minHeight: 'target' },
      },
      md: { minHeight: 'target', px: '3.5', fontSize: 'sm' },
      lg: { minHeight: 'max(var(--ui-target), 2.75rem)', px: '5', fontSize: 'md' },
      inline: {
        px: '1',
        mx: '-1',
        borderRadius: 'xs',
        fontWeight: 'medium',
        '@media (pointer: coarse)': { minHeight: 'target' },
      },
    },
    square: { true: { px: '0', aspectRatio: '1', minWidth: 'target' } },
  },
  defaultVariants: { tone: 'outline', size: 'md' },
});

const StyledButton = chakra('button', buttonRecipe);

export interface ButtonProps extends Omit<ComponentProps<typeof StyledButton>, 'asChild' | 'as'> {
  /** While something is under way: the button says what, and cannot be pressed again. */
  readonly pending?: boolean | undefined;
  readonly pendingText?: string | undefined;
  readonly icon?: ReactNode;
}

export function Button({
  pending = false,
  pendingText,
  icon,
  children,
  disabled,
  ref,
  ...rest
}: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const refs = useMemo(() => mergeRefs(button, ref), [ref]);
  useFocusKept(button, pending);
  return (
    <StyledButton
      type="button"
      {...rest}
      ref={refs}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
    >
      {pending ? <Spinner /> : icon}
      {pending && pendingText !== undefined ? pendingText : children}
    </StyledButton>
  );
}
