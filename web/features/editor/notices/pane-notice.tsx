import { Alert, Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface PaneNoticeProps {
  readonly status: 'error' | 'warning';
  readonly icon: ReactNode;
  /** The buttons that lead on. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Draws a notice above the text of a prompt, as wide as the text. */
export function PaneNotice({ status, icon, actions, children, ...landmark }: PaneNoticeProps & Landmark) {
  return (
    <Alert.Root
      status={status}
      flex="none"
      flexWrap="wrap"
      alignItems="center"
      columnGap="3"
      rowGap="2"
      px="4"
      py="2"
      borderRadius="0"
      borderBottomWidth="1px"
      {...landmark}
    >
      <Alert.Indicator aria-hidden>{icon}</Alert.Indicator>
      <Box flex="1 1 16rem" minW="0">
        {children}
      </Box>
      {Boolean(actions) && (
        <Flex wrap="wrap" gap="2">
          {actions}
        </Flex>
      )}
    </Alert.Root>
  );
}

type Landmark =
  | { readonly role: 'alert' }
  | { readonly role: 'complementary'; readonly 'aria-label': string };
