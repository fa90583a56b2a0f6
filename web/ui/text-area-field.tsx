import { chakra } from '@chakra-ui/react';
import { controlRecipe, FieldFrame } from './field-frame.tsx';

const TextArea = chakra('textarea', controlRecipe);

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
    <FieldFrame label={label} error={error}>
      {(ties) => (
        <TextArea
          {...control}
          {...ties}
          rows={rows}
          css={{ paddingBlock: '2', resize: 'vertical' }}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
