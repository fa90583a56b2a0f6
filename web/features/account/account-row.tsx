import { Flex, Icon, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A list of what an account has: devices, tokens, invitations, deliveries. */
export function AccountRows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Stack as="ul" gap="1" aria-label={label}>
      {children}
    </Stack>
  );
}

interface AccountRowProps {
  readonly icon: ReactNode;
  /** A colour of the theme, where the icon tells of a state. */
  readonly iconColor?: string;
  readonly align?: 'center' | 'flex-start';
  /** The texts of the row. */
  readonly children: ReactNode;
  /** Its button. */
  readonly end?: ReactNode;
}

export function AccountRow({
  icon,
  iconColor = 'fg.muted',
  align = 'center',
  children,
  end,
}: AccountRowProps) {
  return (
    <Flex as="li" align={align} gap="3" py="2" px="3" borderRadius="md" bg="bg.subtle">
      <AccountIcon color={iconColor}>{icon}</AccountIcon>
      <Stack flex="1" gap="0.5" minW="0" overflowWrap="anywhere">
        {children}
      </Stack>
      {end}
    </Flex>
  );
}

export function AccountIcon({ color, children }: { readonly color: string; readonly children: ReactNode }) {
  return (
    <Icon flex="none" boxSize="5" color={color} aria-hidden="true">
      {children}
    </Icon>
  );
}

export function Hint({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <Text color="fg.muted" {...(title !== undefined && { title })}>
      {children}
    </Text>
  );
}
