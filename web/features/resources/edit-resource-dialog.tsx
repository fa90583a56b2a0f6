import { Alert, Button } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextAreaField } from '../../ui/field/text-area-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { type ResourceEditOptions, useResourceEdit } from './use-resource-edit.ts';

export interface EditResourceDialogProps extends ResourceEditOptions {
  readonly open: boolean;
}

export function EditResourceDialog({ open, ...options }: EditResourceDialogProps) {
  const { onClose } = options;
  const { name, description, errors, pending, field, ...edit } = useResourceEdit(options);
  return (
    <Dialog
      open={open}
      onClose={() => {
        if (!pending) onClose();
      }}
      onSubmit={() => void edit.submit()}
      title={t('Edit Resource')}
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" variant="solid" loading={pending} loadingText={t('Saving...')}>
            {t('Save')}
          </Button>
        </>
      }
    >
      {errors.whole !== undefined && (
        <Alert.Root status="error" role="alert" overflowWrap="anywhere">
          {errors.whole}
        </Alert.Root>
      )}
      <TextField
        label={t('Name')}
        autoComplete="off"
        inputRef={field}
        value={name}
        error={errors.name}
        disabled={pending}
        onChange={edit.changeName}
      />
      <TextAreaField
        label={t('Description')}
        value={description}
        error={errors.description}
        disabled={pending}
        onChange={edit.changeDescription}
      />
    </Dialog>
  );
}
