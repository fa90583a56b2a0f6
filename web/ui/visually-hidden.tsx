import type { ReactNode } from 'react';

/** Shows text to screen readers only. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className="ui-visually-hidden">{children}</span>;
}
