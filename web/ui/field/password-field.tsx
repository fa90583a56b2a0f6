import { Input, InputGroup } from '@chakra-ui/react';
import { type ReactNode, type Ref, useState } from 'react';
import { LuEye, LuEyeOff } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { IconButton } from '../icon-button.tsx';
import { Field } from './field.tsx';

export interface PasswordFieldProps {
  readonly label: string;
  readonly onChange?: () => void;
  readonly error?: string | undefined;
  readonly name?: string;
  readonly placeholder?: string;
  readonly autoComplete: 'current-password' | 'new-password' | 'off';
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** The field holds its text itself, also one that a password manager fills in without an event. */
export function PasswordField({ label, onChange, error, hint, inputRef, ...control }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} disabled={control.disabled}>
      <InputGroup
        className="password-group"
        endElementProps={{ px: '0' }}
        endElement={
          <IconButton
            label={
              shown
                ? t('Hide {field}', { field: label.toLowerCase() })
                : t('Show {field}', { field: label.toLowerCase() })
            }
            icon={shown ? <LuEyeOff /> : <LuEye />}
            size="sm"
            color="fg.muted"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        }
      >
        <Input
          {...control}
          ref={inputRef ?? null}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...(onChange === undefined ? {} : { onChange })}
        />
      </InputGroup>
    </Field>
  );
}
