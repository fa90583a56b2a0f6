import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messages } from '#shared/model/messages.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import type { OutlineProject } from '../../data/rows/outline.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { attemptCommit } from './attempt-commit.ts';
import { DialogButtons } from './dialog-buttons.tsx';

export interface CreatePromptDialogProps {
  readonly library: Library;
  readonly projects: readonly OutlineProject[];
  /** Offered first; without it the first project. */
  readonly projectId: number | null;
  readonly open: boolean;
  onClose(): void;
  onCreated(made: { id: number; projectId: number }): void;
  notify(toast: ToastRequest): void;
  /** Who has the focus afterwards, where the opener may be out of reach. */
  focusAfterwards?: ((opener: HTMLElement | null) => HTMLElement | null) | undefined;
}

const noProject = { value: '0', label: 'No projects available' };

export function CreatePromptDialog(props: CreatePromptDialogProps) {
  const { library, projects, open, onClose, onCreated, notify } = props;
  const [chosen, setChosen] = useState(props.projectId);
  const [title, setTitle] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The chosen one may be deleted elsewhere while the dialog is open.
  const project = projects.find(({ id }) => id === chosen) ?? projects[0];

  async function submit(): Promise<void> {
    if (pending) return;
    if (project === undefined) {
      setErrors({ projectId: messages.projectRequired });
      return;
    }
    setPending(true);
    const made = { id: library.newId(), projectId: project.id };
    const outcome = await attemptCommit(() =>
      commit(library, 'createPrompt', { ...made, title, content: '' }),
    );
    // A field that is still disabled takes no focus.
    flushSync(() => setPending(false));
    if (outcome.ok) {
      const description = `Prompt "${isolatedName(title.trim())}" has been created successfully.`;
      notify({ title: 'Prompt created', description });
      onCreated(made);
      onClose();
      return;
    }
    setErrors(outcome.fields);
    if (outcome.fields.title !== undefined) field.current?.focus();
    else notify({ title: 'Failed to create prompt', description: outcome.message, kind: 'destructive' });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={() => void submit()}
      title="Create New Prompt"
      initialFocus={field}
      finalFocus={props.focusAfterwards}
      footer={
        <DialogButtons
          onCancel={onClose}
          submit="Create Prompt"
          pendingText="Creating..."
          pending={pending}
        />
      }
    >
      <SelectField
        label="Project"
        value={project === undefined ? noProject.value : String(project.id)}
        options={
          projects.length === 0
            ? [noProject]
            : projects.map(({ id, name }) => ({ value: String(id), label: name }))
        }
        error={errors.projectId}
        disabled={pending}
        onChange={(value) => setChosen(Number(value))}
      />
      <TextField
        label="Prompt Title"
        placeholder="Enter prompt title"
        autoComplete="off"
        inputRef={field}
        value={title}
        error={errors.title}
        disabled={pending}
        onChange={(text) => {
          setTitle(text);
          setErrors({});
        }}
      />
    </Dialog>
  );
}
