import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { creationColors, defaultProjectColor, type ProjectColor } from '#shared/model/colors.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { ColorSwatchPicker } from '../../ui/color-swatch-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { attemptCommit } from './attempt-commit.ts';
import { DialogButtons } from './dialog-buttons.tsx';

export interface CreateProjectDialogProps {
  readonly library: Library;
  readonly open: boolean;
  onClose(): void;
  onCreated(projectId: number): void;
  notify(toast: ToastRequest): void;
}

export function CreateProjectDialog(props: CreateProjectDialogProps) {
  const { library, open, onClose, onCreated, notify } = props;
  const [name, setName] = useState('');
  const [color, setColor] = useState<ProjectColor>(defaultProjectColor);
  const [error, setError] = useState<string | undefined>(undefined);
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function submit(): Promise<void> {
    if (pending) return;
    setPending(true);
    const id = library.newId();
    const outcome = await attemptCommit(() => commit(library, 'createProject', { id, name, color }));
    // A field that is still disabled takes no focus.
    flushSync(() => setPending(false));
    if (outcome.ok) {
      const description = `Project "${isolatedName(name.trim())}" has been created successfully.`;
      notify({ title: 'Project created', description });
      onCreated(id);
      onClose();
      return;
    }
    setError(outcome.fields.name);
    if (outcome.fields.name !== undefined) field.current?.focus();
    else notify({ title: 'Failed to create project', description: outcome.message, kind: 'destructive' });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={() => void submit()}
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
        onChange={(text) => {
          setName(text);
          setError(undefined);
        }}
      />
      <ColorSwatchPicker
        label="Project Color"
        colors={creationColors}
        value={color}
        disabled={pending}
        onChange={setColor}
      />
    </Dialog>
  );
}
