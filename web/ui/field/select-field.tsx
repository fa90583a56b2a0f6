import { NativeSelect } from '@chakra-ui/react';
import { Field } from './field.tsx';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly name?: string;
  readonly disabled?: boolean;
}

/** The browser's own select box: it is the one that every keyboard, screen reader and phone knows. */
export function SelectField({ label, options, onChange, error, ...control }: SelectFieldProps) {
  return (
    <Field label={label} error={error} disabled={control.disabled}>
      <NativeSelect.Root>
        <NativeSelect.Field {...control} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Field>
  );
}
