import { Badge, Span } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface StatusChipProps {
  readonly tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Shows a state in a word or two; colour and icon repeat what the text says. Nothing in it moves: an animation keeps the
 * compositor at 60 frames a second, and a key that is typed meanwhile waits for the next one.
 */
export function StatusChip({ tone = 'neutral', icon, children }: StatusChipProps) {
  return (
    <Badge
      size="md"
      textStyle="xs"
      borderRadius="full"
      maxW="full"
      colorPalette={tone === 'neutral' ? 'gray' : tone}
      data-tone={tone}
    >
      {icon !== undefined && (
        <Span flex="none" fontSize="sm" aria-hidden="true">
          {icon}
        </Span>
      )}
      <Span truncate>{children}</Span>
    </Badge>
  );
}
