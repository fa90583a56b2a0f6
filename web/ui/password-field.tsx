import { type Ref, useState } from 'react';
import { LuEye, LuEyeOff } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { FieldFrame } from './field-frame.tsx';
import { IconButton } from './icon-button.tsx';

export interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
  readonly name?: string;
  readonly placeholder?: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly disabled?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

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
            onChange={(event) => onChange(event.target.value)}
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
