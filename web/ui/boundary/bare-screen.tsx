import type { ReactNode } from 'react';
import './bare-screen.css';

export interface BareScreenProps {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  /** Plain `button` and `a` elements with the class `bare-screen-action`. */
  readonly actions: ReactNode;
  readonly details?: ReactNode;
}

/**
 * One message in the middle of an empty page. It needs nothing around it, not even the tokens: it is also
 * what shows when the thing that failed is the thing that makes everything else look right.
 */
export function BareScreen({ title, icon, children, actions, details }: BareScreenProps) {
  return (
    <main className="bare-screen">
      <div className="bare-screen-card">
        {icon !== undefined && (
          <span className="bare-screen-icon" aria-hidden="true">
            {icon}
          </span>
        )}
        <h1 className="bare-screen-title">{title}</h1>
        <p className="bare-screen-words">{children}</p>
        <div className="bare-screen-actions">{actions}</div>
        {details}
      </div>
    </main>
  );
}
