import { Button } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextAreaField } from '../../ui/field/text-area-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { FileChoice } from './file-choice.tsx';
import { type UploadOptions, useUpload } from './use-upload.ts';

export interface UploadDialogProps extends UploadOptions {
  readonly projectName: string;
  readonly open: boolean;
}

/** One file with a name of its own, or several under the names that they came with. */
export function UploadDialog({ projectName, open, ...options }: UploadDialogProps) {
  const upload = useUpload(options);
  const { files, pending } = upload;
  return (
    <Dialog
      open={open}
      onClose={upload.close}
      onSubmit={() => void upload.submit()}
      title={t('Upload Resource')}
      description={t('To {projectName}', { projectName: isolatedName(projectName) })}
      initialFocus={upload.input}
      footer={
        <>
          <Button onClick={upload.close} disabled={pending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" variant="solid" loading={pending} loadingText={t('Uploading...')}>
            {t('Upload')}
          </Button>
        </>
      }
    >
      <FileChoice
        files={files}
        missing={upload.missing}
        refused={upload.refused}
        disabled={pending}
        inputRef={upload.input}
        onChoose={upload.choose}
        onRemove={upload.remove}
      />
      {files.length < 2 && (
        <TextField
          label={t('Name')}
          placeholder={files[0]?.name ?? t("The file's own name")}
          autoComplete="off"
          value={upload.name}
          disabled={pending}
          onChange={upload.setName}
        />
      )}
      <TextAreaField
        label={t('Description')}
        placeholder={t('What the file is for (optional)')}
        value={upload.description}
        disabled={pending}
        onChange={upload.setDescription}
      />
    </Dialog>
  );
}
