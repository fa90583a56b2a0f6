import { EmptyState as Chakra, VStack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
  /** For a narrow place such as a sidebar. Otherwise it is what the page is about, and has the page's heading. */
  readonly compact?: boolean;
}

export function EmptyState({ title, children, icon, action, compact = false }: EmptyStateProps) {
  return (
    <Chakra.Root size={compact ? 'sm' : 'md'}>
      <Chakra.Content>
        {icon !== undefined && <Chakra.Indicator aria-hidden="true">{icon}</Chakra.Indicator>}
        <VStack gap="1.5" textAlign="center">
          <Chakra.Title asChild>{compact ? <h2>{title}</h2> : <h1>{title}</h1>}</Chakra.Title>
          {children !== undefined && <Chakra.Description>{children}</Chakra.Description>}
        </VStack>
        {action}
      </Chakra.Content>
    </Chakra.Root>
  );
}
