import { Text } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { messages } from '#shared/model/messages.ts';
import { SampleRemoval, type SampleRemovalProps } from './sample-removal.tsx';

interface SidebarFooterProps extends SampleRemovalProps {
  /** Whether the address is a secure context (https, or this very machine). */
  readonly secure: boolean;
}

/** Shows below the projects what this library or this address has that others do not. */
export function SidebarFooter({ secure, ...props }: SidebarFooterProps) {
  return (
    <>
      <SampleRemoval {...props} />
      {!secure && (
        <Text flex="none" px="3" py="2" borderTopWidth="1px" color="fg.muted" fontSize="xs">
          {t(messages.addressNotSecure)}
        </Text>
      )}
    </>
  );
}
