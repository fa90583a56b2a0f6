import type { ReactNode } from 'react';
import './status-chip.css';

export interface StatusChipProps {
  readonly tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Shows a state in a word or two; colour and icon repeat what the text says. Nothing in it moves: an animation keeps the
 * compositor at 60 frames a second, and a key that is typed meanwhile waits for the next one.
 */
export function StatusChip({ tone = 'neutral', icon, children }: StatusChipProps) {
  return (
    <span className="ui-chip" data-tone={tone}>
      {icon !== undefined && (
        <span className="ui-chip-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <span className="ui-chip-words">{children}</span>
    </span>
  );
}
