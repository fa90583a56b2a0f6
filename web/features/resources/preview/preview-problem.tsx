import { Alert } from '@chakra-ui/react';

export function PreviewProblem({ children }: { readonly children: string }) {
  return (
    <Alert.Root status="error" role="alert" overflowWrap="anywhere">
      {children}
    </Alert.Root>
  );
}
