import { Text } from '@chakra-ui/react';

export function TransferNote({ children }: { readonly children: string }) {
  return (
    <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
      {children}
    </Text>
  );
}
