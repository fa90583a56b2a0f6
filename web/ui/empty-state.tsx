import type { ReactNode } from 'react';
import './empty-state.css';

export interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
  /** For a narrow place such as a sidebar. */
  readonly compact?: boolean;
}

export function EmptyState({ title, children, icon, action, compact = false }: EmptyStateProps) {
  return (
    <div className="ui-empty" data-compact={compact || undefined}>
      {icon !== undefined && (
        <span className="ui-empty-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <h2 className="ui-empty-title">{title}</h2>
      {children !== undefined && <p className="ui-empty-words">{children}</p>}
      {action !== undefined && <div className="ui-empty-action">{action}</div>}
    </div>
  );
}
