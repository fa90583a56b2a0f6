import { Center, Flex, Heading, Square, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface BareScreenProps {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  /** Large buttons, or links that look like them. */
  readonly actions: ReactNode;
  readonly details?: ReactNode;
}

/** One message in the middle of an empty page. */
export function BareScreen({ title, icon, children, actions, details }: BareScreenProps) {
  return (
    <Center as="main" width="full" minH="100dvh" py="8" px="4">
      <Stack align="center" gap="2" width="full" maxW="34rem" textAlign="center">
        {icon !== undefined && (
          <Square
            size="14"
            mb="4"
            borderWidth="1px"
            borderRadius="xl"
            bg="bg.panel"
            color="fg.muted"
            fontSize="xl"
            aria-hidden="true"
          >
            {icon}
          </Square>
        )}
        <Heading as="h1" size="2xl" textWrap="balance">
          {title}
        </Heading>
        <Text maxW="44ch" color="fg.muted" textWrap="balance">
          {children}
        </Text>
        <Flex wrap="wrap" justify="center" gap="3" mt="6">
          {actions}
        </Flex>
        {details}
      </Stack>
    </Center>
  );
}
