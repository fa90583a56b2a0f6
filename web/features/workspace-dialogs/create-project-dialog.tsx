import { t } from '#shared/language/translate.ts';
import { creationColors } from '#shared/model/colors.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { ColorSwatchPicker } from '../../ui/field/color-swatch-picker.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { type ProjectCreationOptions, useProjectCreation } from './use-project-creation.ts';

export interface CreateProjectDialogProps extends ProjectCreationOptions {
  readonly open: boolean;
  /** Returns what has the focus once it is closed; `opener`: null, if it is gone. */
  focusAfterwards?: ((opener: HTMLElement | null) => HTMLElement | null) | undefined;
}

export function CreateProjectDialog({ open, focusAfterwards, ...options }: CreateProjectDialogProps) {
  const { onClose } = options;
  const { name, color, error, pending, field, ...creation } = useProjectCreation(options);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={() => void creation.submit()}
      title={t('Create New Project')}
      initialFocus={field}
      finalFocus={focusAfterwards}
      footer={
        <DialogButtons
          onCancel={onClose}
          submit={t('Create Project')}
          pendingText={t('Creating...')}
          pending={pending}
        />
      }
    >
      <TextField
        label={t('Project Name')}
        placeholder={t('Enter project name')}
        autoComplete="off"
        inputRef={field}
        value={name}
        error={error}
        disabled={pending}
        onChange={creation.changeName}
      />
      <ColorSwatchPicker
        label={t('Project Color')}
        colors={creationColors}
        value={color}
        disabled={pending}
        onChange={creation.setColor}
      />
    </Dialog>
  );
}
