import { Input } from '@chakra-ui/react';
import type { HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react';
import { Field } from './field.tsx';

export interface TextFieldProps {
  readonly label: string;
  /** Without it the field holds its text itself, also one that a browser fills in without an event. */
  readonly value?: string;
  readonly onChange?: (text: string) => void;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly name?: string;
  readonly placeholder?: string;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly autoFocus?: boolean;
  /** Names are not words of a language: no capital letters, no corrections. */
  readonly verbatim?: boolean;
  readonly disabled?: boolean;
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
