import { type ReactNode, startTransition, useId, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import './control.css';

/** The attributes that tie a control to its label, its hint and its error. */
export interface ControlTies {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldFrameProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** Errors come of something else than what is typed here, wherever the focus is. */
  readonly alwaysLive?: boolean;
  /** Draws the control, an element of the class `ui-control`. */
  readonly children: (ties: ControlTies) => ReactNode;
}

/**
 * Shows a control with its label, its hint and its error. A focus that comes to the control reads the error as its
 * description; an error that appears while the focus is there is announced by a live region, which is older than it.
 */
export function FieldFrame({ label, hint, error, disabled, alwaysLive = false, children }: FieldFrameProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [error !== undefined && errorId, hint !== undefined && hintId].filter(Boolean).join(' ');
  const { isLive, ...watched } = useErrorRegion(disabled === true);
  return (
    <div className="ui-field" {...watched}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described === '' ? undefined : described,
      })}
      {hint !== undefined && (
        <p className="ui-field-hint" id={hintId}>
          {hint}
        </p>
      )}
      <p className="ui-field-error" id={errorId} aria-live={isLive || alwaysLive ? 'polite' : 'off'}>
        {error !== undefined && t(error)}
      </p>
    </div>
  );
}

/** Follows the focus. A disabled control loses it without an event. */
function useErrorRegion(disabled: boolean) {
  const [isLive, setLive] = useState(false);
  if (disabled && isLive) setLive(false);
  return {
    isLive,
    // After an error that is drawn with this focus: it is the description already, and would be read twice.
    onFocus: () => startTransition(() => setLive(true)),
    onBlur: () => setLive(false),
  };
}
