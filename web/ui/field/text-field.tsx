import { Input, type InputProps } from '@chakra-ui/react';
import type { ReactNode, Ref } from 'react';
import { Field } from './field.tsx';

/** Props that the input itself knows are handed on to it. */
export interface TextFieldProps
  extends Pick<InputProps, 'name' | 'placeholder' | 'autoComplete' | 'autoFocus' | 'disabled'> {
  readonly label: string;
  /** Without it the field holds its text itself, also one that a browser fills in without an event. */
  readonly value?: string;
  readonly onChange?: (text: string) => void;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Names are not words of a language: no capital letters, no corrections. */
  readonly verbatim?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function TextField({ label, onChange, error, hint, verbatim, inputRef, ...control }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} disabled={control.disabled}>
      <Input
        {...control}
        {...(verbatim ? { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } : {})}
        ref={inputRef ?? null}
        type="text"
        onChange={(event) => onChange?.(event.target.value)}
      />
    </Field>
  );
}
