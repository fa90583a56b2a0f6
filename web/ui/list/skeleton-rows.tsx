import { Skeleton, Stack } from '@chakra-ui/react';

/** Three placeholders while a list is on its way; `label` says of what. */
export function SkeletonRows({ label }: { readonly label: string }) {
  return (
    <Stack gap="3" p="3" role="status" aria-label={label} aria-busy="true">
      <Skeleton height="3.5" />
      <Skeleton height="3.5" width="72%" />
      <Skeleton height="3.5" width="86%" />
    </Stack>
  );
}
