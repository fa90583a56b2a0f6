import { Spinner as Chakra, HStack, Span } from '@chakra-ui/react';

/** Turns beside a text that says what is waited for; with a label of its own it is announced. */
export function Spinner({ label }: { readonly label?: string }) {
  const circle = <Chakra size="inherit" aria-hidden="true" />;
  if (label === undefined) return circle;
  return (
    <HStack
      role="status"
      display="inline-flex"
      gap="3"
      color="fg.muted"
      textStyle="sm"
      className="ui-waiting"
    >
      {circle}
      <Span>{label}</Span>
    </HStack>
  );
}
