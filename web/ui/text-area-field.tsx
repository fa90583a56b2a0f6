import { FieldFrame } from './field-frame.tsx';

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
    <FieldFrame label={label} error={error} disabled={control.disabled}>
      {(ties) => (
        <textarea
          className="ui-control"
          {...control}
          {...ties}
          rows={rows}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
