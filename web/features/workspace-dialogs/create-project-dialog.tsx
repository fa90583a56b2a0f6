import { creationColors } from '#shared/model/colors.ts';
import { ColorSwatchPicker } from '../../ui/color-swatch-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { type ProjectCreationOptions, useProjectCreation } from './use-project-creation.ts';

export interface CreateProjectDialogProps extends ProjectCreationOptions {
  readonly open: boolean;
}

export function CreateProjectDialog({ open, ...options }: CreateProjectDialogProps) {
  const { onClose } = options;
  const { name, color, error, pending, field, ...creation } = useProjectCreation(options);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={() => void creation.submit()}
      title="Create New Project"
      initialFocus={field}
      footer={
        <DialogButtons
          onCancel={onClose}
          submit="Create Project"
          pendingText="Creating..."
          pending={pending}
        />
      }
    >
      <TextField
        label="Project Name"
        placeholder="Enter project name"
        autoComplete="off"
        inputRef={field}
        value={name}
        error={error}
        disabled={pending}
        onChange={creation.changeName}
      />
      <ColorSwatchPicker
        label="Project Color"
        colors={creationColors}
        value={color}
        disabled={pending}
        onChange={creation.setColor}
      />
    </Dialog>
  );
}
