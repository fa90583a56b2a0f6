import type { ComponentProps } from 'react';

/** Shows a part of the screen that scrolls by the keyboard too, though nothing in it takes the focus. */
export function Scroller(props: ComponentProps<'section'>) {
  const reached = { tabIndex: 0 };
  return <section {...props} {...reached} />;
}
