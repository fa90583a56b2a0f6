import { Button, Stack, Textarea } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { Field } from '../../../ui/field/field.tsx';
import { Acts } from '../change-list.tsx';
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
  return (
    <Stack gap="1.5" asChild>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        <Field label={field.label} error={error} alwaysLive>
          <Textarea
            rows={field.rows}
            fontFamily="mono"
            fontVariantLigatures="none"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
        <Acts>
          <Button size="sm" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button size="sm" type="submit" variant="solid">
            {t('Send again')}
          </Button>
        </Acts>
      </form>
    </Stack>
  );
}
