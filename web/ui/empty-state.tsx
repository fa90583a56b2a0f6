import type { ReactNode } from 'react';
import './empty-state.css';

export interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
  /** For a narrow place such as a sidebar. Otherwise it is what the page is about, and has the page's heading. */
  readonly compact?: boolean;
}

export function EmptyState({ title, children, icon, action, compact = false }: EmptyStateProps) {
  const Heading = compact ? 'h2' : 'h1';
  return (
    <div className="ui-empty" data-compact={compact || undefined}>
      {icon !== undefined && (
        <span className="ui-empty-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <Heading className="ui-empty-title">{title}</Heading>
      {children !== undefined && <p className="ui-empty-words">{children}</p>}
      {action !== undefined && <div className="ui-empty-action">{action}</div>}
    </div>
  );
}
