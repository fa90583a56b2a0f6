import { Textarea } from '@chakra-ui/react';
import { Field } from './field.tsx';

export interface TextAreaFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly rows?: number;
  readonly disabled?: boolean;
}

export function TextAreaField({ label, onChange, error, rows = 3, ...control }: TextAreaFieldProps) {
  return (
    <Field label={label} error={error} disabled={control.disabled}>
      <Textarea {...control} rows={rows} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}
