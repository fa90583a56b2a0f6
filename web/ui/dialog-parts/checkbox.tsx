import { Checkbox as Chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { cover } from './cover.ts';

export interface CheckboxProps extends Omit<Chakra.RootProps, 'checked' | 'onChange' | 'children'> {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Its label. */
  readonly children: ReactNode;
  /** The id of what describes it. */
  readonly describedBy?: string;
}

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
