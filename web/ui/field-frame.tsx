import { chakra, defineRecipe } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

const Frame = chakra('div', { base: { display: 'grid', alignContent: 'start', gap: '1.5', minWidth: '0' } });
const Label = chakra('label', {
  base: { fontSize: 'sm', fontWeight: 'medium', width: 'fit-content', _disabled: { color: 'fg.muted' } },
});
const Hint = chakra('p', { base: { fontSize: 'xs', color: 'fg.muted' } });
const ErrorText = chakra('p', { base: { fontSize: 'xs', fontWeight: 'medium', color: 'danger.fg' } });

/** The look of a text box and of a select box. Under a finger the text is 16 px: smaller, and iOS zooms in. */
export const controlRecipe = defineRecipe({
  className: 'ui-control',
  base: {
    width: 'full',
    minWidth: '0',
    minHeight: 'max(var(--ui-target), 2.5rem)',
    px: '3',
    bg: 'bg',
    color: 'fg',
    fontSize: 'sm',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'md',
    transition: 'border-color {durations.fast}',
    '@media (pointer: coarse)': { fontSize: 'md' },
    _hover: { borderColor: 'fg.muted' },
    _focusVisible: { outline: '2px solid {colors.focus}', outlineOffset: '-1px', borderColor: 'focus' },
    _invalid: { borderColor: 'danger.fg', _focusVisible: { outlineColor: 'danger.fg' } },
    _disabled: { cursor: 'not-allowed', color: 'fg.muted', bg: 'bg.subtle' },
  },
});

/** The attributes that tie a control to its label, its hint and its error. */
export interface ControlTies {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldFrameProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly children: (ties: ControlTies) => ReactNode;
}

export function FieldFrame({ label, hint, error, children }: FieldFrameProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [error !== undefined && errorId, hint !== undefined && hintId].filter(Boolean).join(' ');
  return (
    <Frame>
      <Label htmlFor={id}>{label}</Label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described === '' ? undefined : described,
      })}
      {hint !== undefined && <Hint id={hintId}>{hint}</Hint>}
      {error !== undefined && <ErrorText id={errorId}>{error}</ErrorText>}
    </Frame>
  );
}
