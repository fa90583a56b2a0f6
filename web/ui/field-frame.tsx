import { type ReactNode, useId } from 'react';
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
  /** Draws the control, an element of the class `ui-control`. */
  readonly children: (ties: ControlTies) => ReactNode;
}

export function FieldFrame({ label, hint, error, children }: FieldFrameProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [error !== undefined && errorId, hint !== undefined && hintId].filter(Boolean).join(' ');
  return (
    <div className="ui-field">
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
      {error !== undefined && (
        <p className="ui-field-error" id={errorId}>
          {t(error)}
        </p>
      )}
    </div>
  );
}
