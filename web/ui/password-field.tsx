import { type Ref, useState } from 'react';
import { LuEye, LuEyeOff } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { FieldFrame } from './field-frame.tsx';
import { IconButton } from './icon-button.tsx';

export interface PasswordFieldProps {
  readonly label: string;
  readonly onChange?: () => void;
  readonly error?: string | undefined;
  readonly name?: string;
  readonly placeholder?: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly disabled?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** The field holds its text itself, also one that a password manager fills in without an event. */
export function PasswordField({ label, onChange, error, inputRef, ...control }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame label={label} error={error} disabled={control.disabled}>
      {(ties) => (
        <div className="ui-control-row">
          <input
            className="ui-control"
            {...control}
            {...ties}
            ref={inputRef ?? null}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onChange={onChange}
          />
          <div className="ui-control-end">
            <IconButton
              label={
                shown
                  ? t('Hide {field}', { field: label.toLowerCase() })
                  : t('Show {field}', { field: label.toLowerCase() })
              }
              icon={shown ? <LuEyeOff /> : <LuEye />}
              size="sm"
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            />
          </div>
        </div>
      )}
    </FieldFrame>
  );
}
