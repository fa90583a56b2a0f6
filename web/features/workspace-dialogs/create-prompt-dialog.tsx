import { t } from '#shared/language/translate.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { type PromptCreationOptions, usePromptCreation } from './use-prompt-creation.ts';

export interface CreatePromptDialogProps extends PromptCreationOptions {
  readonly open: boolean;
  /** Who has the focus afterwards, where the opener may be out of reach. */
  focusAfterwards?: ((opener: HTMLElement | null) => HTMLElement | null) | undefined;
}

const noProject = () => ({ value: '0', label: t('No projects available') });

export function CreatePromptDialog({ open, focusAfterwards, ...options }: CreatePromptDialogProps) {
  const { projects, onClose } = options;
  const { project, title, errors, pending, field, ...creation } = usePromptCreation(options);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={() => void creation.submit()}
      title={t('Create New Prompt')}
      initialFocus={field}
      finalFocus={focusAfterwards}
      footer={
        <DialogButtons
          onCancel={onClose}
          submit={t('Create Prompt')}
          pendingText={t('Creating...')}
          pending={pending}
        />
      }
    >
      <SelectField
        label={t('Project')}
        value={project === undefined ? noProject().value : String(project.id)}
        options={
          projects.length === 0
            ? [noProject()]
            : projects.map(({ id, name }) => ({ value: String(id), label: name }))
        }
        error={errors.projectId}
        disabled={pending}
        onChange={(value) => creation.chooseProject(Number(value))}
      />
      <TextField
        label={t('Prompt Title')}
        placeholder={t('Enter prompt title')}
        autoComplete="off"
        inputRef={field}
        value={title}
        error={errors.title}
        disabled={pending}
        onChange={creation.changeTitle}
      />
    </Dialog>
  );
}
