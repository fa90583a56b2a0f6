import { Box, Flex, type FlexProps, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A list of what is on this device only; it scrolls where it is long. */
export function ChangeList({ children }: { readonly children: ReactNode }) {
  return (
    <Stack as="ul" gap="1" maxH="16rem" overflowY="auto">
      {children}
    </Stack>
  );
}

interface ChangeProps {
  /** The server did not take it: it says more, and stands out. */
  readonly isHeldUp?: boolean;
  readonly children: ReactNode;
}

export function Change({ isHeldUp = false, children }: ChangeProps) {
  return (
    <Box as="li" {...row} {...(isHeldUp && heldUp)}>
      {children}
    </Box>
  );
}

const row = { py: '1.5', px: '2.5', borderRadius: 'sm', bg: 'bg.subtle', overflowWrap: 'anywhere' } as const;
const heldUp = {
  display: 'grid',
  gap: '1.5',
  py: '2.5',
  borderStartWidth: '3px',
  borderStartColor: 'warning.fg',
} as const;

/** The buttons of a change or of a section. */
export function Acts(props: FlexProps) {
  return <Flex wrap="wrap" align="center" gap="2" {...props} />;
}
