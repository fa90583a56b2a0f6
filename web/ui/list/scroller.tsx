import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

/** Shows a part of the screen that scrolls by the keyboard too, though nothing in it takes the focus. */
export function Scroller(props: ComponentProps<typeof chakra.section>) {
  const reached = { tabIndex: 0 };
  return <chakra.section {...props} {...reached} />;
}
