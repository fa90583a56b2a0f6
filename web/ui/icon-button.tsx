import { IconButton as Chakra, type IconButtonProps as ChakraProps } from '@chakra-ui/react';
import type { ReactNode, Ref } from 'react';

export interface IconButtonProps extends Omit<ChakraProps, 'aria-label' | 'children'> {
  /** The accessible name of the button, and its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Names a button that shows an icon alone, for everybody: by its label and by its tooltip. */
export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <Chakra variant="ghost" aria-label={label} data-tooltip={label} {...rest}>
      {icon}
    </Chakra>
  );
}
