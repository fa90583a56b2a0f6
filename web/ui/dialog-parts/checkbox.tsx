import { Checkbox as Chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface CheckboxProps extends Omit<Chakra.RootProps, 'checked' | 'onChange' | 'children'> {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Its label. */
  readonly children: ReactNode;
  /** The id of what describes it. */
  readonly describedBy?: string;
}

/** The browser's own box lies over all of it, unseen: a press anywhere on it is a press on the box. */
const cover = {
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  margin: 0,
  opacity: 0,
  clip: 'auto',
  cursor: 'inherit',
} as const;

/**
 * A box to tick, as high as a finger with its label. It shows what `checked` says and nothing else: Chakra's own input
 * would keep a tick that its owner has refused.
 */
export function Checkbox({ checked, onChange, children, describedBy, ...rest }: CheckboxProps) {
  return (
    <Chakra.Root checked={checked} {...rest}>
      <Chakra.HiddenInput
        style={cover}
        checked={checked}
        defaultChecked={undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.checked)}
      />
      <Chakra.Control />
      <Chakra.Label>{children}</Chakra.Label>
    </Chakra.Root>
  );
}
