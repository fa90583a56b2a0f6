import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import type { Resource } from '#shared/model/resource.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ToastRequest } from '../../ui/toaster-store.ts';

export interface EditResourceDialogProps {
  readonly library: Library;
  readonly resource: Resource;
  readonly open: boolean;
  onClose(): void;
  notify(toast: ToastRequest): void;
}

type Errors = { readonly name?: string; readonly description?: string; readonly whole?: string };

export function EditResourceDialog({ library, resource, open, onClose, notify }: EditResourceDialogProps) {
  const [name, setName] = useState(resource.name);
  const [description, setDescription] = useState(resource.description);
  const [errors, setErrors] = useState<Errors>({});
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function submit(): Promise<void> {
    if (pending) return;
    const changes = {
      ...(name.trim() === resource.name ? {} : { name: name.trim() }),
      ...(description.trim() === resource.description ? {} : { description: description.trim() }),
    };
    if (name.trim() === '') setErrors({ name: messages.resourceNameRequired });
    else if (Object.keys(changes).length === 0) return onClose();
    else {
      setPending(true);
      const failed = await save(library, { id: resource.id, ...changes });
      // A field that is still disabled takes no focus.
      flushSync(() => setPending(false));
      if (failed === null) {
        notify({ title: 'Resource updated', description: `"${isolatedName(name.trim())}" has been saved.` });
        return onClose();
      }
      setErrors(failed);
    }
    field.current?.focus();
  }

  return (
    <Dialog
      open={open}
      onClose={() => {
        if (!pending) onClose();
      }}
      onSubmit={() => void submit()}
      title="Edit Resource"
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" tone="primary" pending={pending} pendingText="Saving...">
            Save
          </Button>
        </>
      }
    >
      {errors.whole !== undefined && (
        <p className="resource-problem" role="alert">
          {errors.whole}
        </p>
      )}
      <TextField
        label="Name"
        autoComplete="off"
        inputRef={field}
        value={name}
        error={errors.name}
        disabled={pending}
        onChange={(text) => {
          setName(text);
          setErrors({});
        }}
      />
      <TextAreaField
        label="Description"
        value={description}
        error={errors.description}
        disabled={pending}
        onChange={(text) => {
          setDescription(text);
          setErrors({});
        }}
      />
    </Dialog>
  );
}

async function save(
  library: Library,
  args: { id: number; name?: string; description?: string },
): Promise<Errors | null> {
  try {
    const outcome = await commit(library, 'updateResource', args);
    if (outcome.ok) return null;
    const [error] = outcome.errors;
    if (error?.path === 'name') return { name: error.message };
    if (error?.path === 'description') return { description: error.message };
    return { whole: error?.message ?? refusalMessages[outcome.code] };
  } catch (error) {
    console.error('Error updating resource', error);
    return { whole: messages.entryNotWritten };
  }
}
