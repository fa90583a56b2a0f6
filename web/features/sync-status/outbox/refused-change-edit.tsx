import { Button } from '@chakra-ui/react';
import { useId } from 'react';
import { t } from '#shared/language/translate.ts';
import type { EditableField } from './editable-field.ts';

export interface RefusedChangeEditProps {
  readonly field: EditableField;
  readonly text: string;
  /** A sentence that says why the text was not accepted. */
  readonly error: string | undefined;
  onChange(text: string): void;
  onCancel(): void;
  onSend(): void;
}

/** The text of a refused change, to be mended and sent once more. */
export function RefusedChangeEdit(props: RefusedChangeEditProps) {
  const { field, text, error, onChange, onCancel, onSend } = props;
  const fieldId = useId();
  return (
    <form
      className="sync-change-edit"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <label htmlFor={fieldId}>{field.label}</label>
      <textarea
        id={fieldId}
        rows={field.rows}
        value={text}
        aria-invalid={error !== undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {error !== undefined && <p role="alert">{error}</p>}
      <div className="sync-change-acts">
        <Button size="sm" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button size="sm" type="submit" variant="solid">
          {t('Send again')}
        </Button>
      </div>
    </form>
  );
}
