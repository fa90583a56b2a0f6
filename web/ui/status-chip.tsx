import type { ReactNode } from 'react';
import { Spinner } from './spinner.tsx';
import './status-chip.css';

export interface StatusChipProps {
  readonly tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
  /** Something is under way: a small spinner takes the icon's place. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A state in a word or two. Colour and icon repeat what the words say. */
export function StatusChip({ tone = 'neutral', busy = false, icon, children }: StatusChipProps) {
  return (
    <span className="ui-chip" data-tone={tone}>
      {busy ? (
        <Spinner size="0.875em" />
      ) : (
        icon !== undefined && (
          <span className="ui-chip-icon" aria-hidden="true">
            {icon}
          </span>
        )
      )}
      <span className="ui-chip-words">{children}</span>
    </span>
  );
}
