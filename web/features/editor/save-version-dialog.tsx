import { useState } from 'react';
import { limits } from '#shared/model/limits.ts';
import { storable } from '#shared/model/text.ts';
import { defaultVersionDescription } from '#shared/mutations/preserved-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

export type SaveVersionDialogProps = {
  readonly open: boolean;
  readonly saving: boolean;
  /** The number of the newest version where it has the same text; else null. */
  readonly sameAs: number | null;
  onClose(): void;
  onSave(description: string): void;
};

export function SaveVersionDialog({ open, saving, sameAs, onClose, onSave }: SaveVersionDialogProps) {
  const [description, setDescription] = useState('');
  const tooLong = description.trim().length > limits.descriptionLength;

  function close(): void {
    if (saving) return;
    setDescription('');
    onClose();
  }

  function save(): void {
    if (tooLong || saving) return;
    const text = storable(description).trim();
    onSave(text === '' ? defaultVersionDescription : text);
    setDescription('');
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      onSubmit={save}
      title="Save New Version"
      description={sameAs === null ? undefined : `Nothing has changed since version ${sameAs}. Save anyway?`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" tone="primary" pending={saving} pendingText="Saving...">
            Save Version
          </Button>
        </>
      }
    >
      <TextField
        label="Version Description"
        placeholder="Describe your changes..."
        value={description}
        onChange={setDescription}
        autoFocus
        {...(tooLong ? { error: `At most ${limits.descriptionLength} characters fit.` } : {})}
      />
    </Dialog>
  );
}
