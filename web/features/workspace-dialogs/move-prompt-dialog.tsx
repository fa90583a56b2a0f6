import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { useNotify } from '../../ui/provider.tsx';
import { attemptCommit } from './attempt-commit.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import type { DialogRequest } from './dialog-request.ts';

export interface MovePromptDialogProps {
  readonly outline: Outline;
  readonly request: Extract<DialogRequest, { readonly kind: 'movePrompt' }>;
  readonly open: boolean;
  onClose(): void;
  /** Asks what becomes of the references by the old project. */
  onAsk(request: DialogRequest): void;
}

/** Asks for the project that a prompt moves to. Its versions and notes go with it. */
export function MovePromptDialog(props: MovePromptDialogProps) {
  const library = useLibrary();
  const notify = useNotify();
  const { outline, open, onClose } = props;
  const { id, title } = props.request;
  const from = outline.prompts.find((prompt) => prompt.id === id)?.projectId;
  const others = outline.projects.filter((project) => project.id !== from);
  const [chosen, setChosen] = useState<number | null>(null);
  const [error, setError] = useState<string | undefined>(undefined);
  const project = others.find((other) => other.id === chosen) ?? others[0];

  async function submit(): Promise<void> {
    if (project === undefined) return onClose();
    const outcome = await attemptCommit(() => commit(library, 'movePrompt', { id, projectId: project.id }));
    if (!outcome.ok) return setError(outcome.message);
    onClose();
    const names = { title: isolatedName(title), project: isolatedName(project.name) };
    notify({ title: t('Prompt moved'), description: t('"{title}" is in "{project}" now.', names) });
    const before = outline.projects.find((found) => found.id === from);
    if (before === undefined) return;
    const renaming = { from: { project: before.name, title }, to: { project: project.name, title } };
    props.onAsk({ kind: 'updateReferences', renaming });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={() => void submit()}
      title={t('Move prompt')}
      description={t('"{title}" moves with its versions and notes.', { title: isolatedName(title) })}
      width="narrow"
      footer={
        <DialogButtons onCancel={onClose} submit={t('Move')} pendingText={t('Moving...')} pending={false} />
      }
    >
      <SelectField
        label={t('Project')}
        value={String(project?.id ?? 0)}
        options={
          others.length === 0
            ? [{ value: '0', label: t('There is no other project') }]
            : others.map((other) => ({ value: String(other.id), label: other.name }))
        }
        error={error}
        disabled={others.length === 0}
        onChange={(value) => setChosen(Number(value))}
      />
    </Dialog>
  );
}
