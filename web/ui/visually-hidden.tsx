import type { ReactNode } from 'react';

/** Heard, not seen. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className="ui-visually-hidden">{children}</span>;
}
