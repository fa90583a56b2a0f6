import { Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A list of prompts that refer to one; it scrolls where it is long. */
export function Referrers({ children }: { readonly children: ReactNode }) {
  return (
    <Stack
      as="ul"
      gap="1"
      maxH="min(24rem, 50vh)"
      overflowY="auto"
      overscrollBehavior="contain"
      overflowWrap="anywhere"
    >
      {children}
    </Stack>
  );
}
