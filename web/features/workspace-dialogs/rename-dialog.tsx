import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#shared/language/translate.ts';
import type { CommitOutcome } from '../../data/commit/commit-outcome.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { attemptCommit } from './attempt-commit.ts';
import { DialogButtons } from './dialog-buttons.tsx';

export interface RenameDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly description?: string;
  readonly label: string;
  readonly placeholder: string;
  readonly name: string;
  /** Another field of it, and whether that was changed. */
  readonly more?: { readonly field: ReactNode; readonly isChanged: boolean };
  onClose(): void;
  onRename(name: string): Promise<CommitOutcome>;
  /** After it was closed. */
  onRenamed?(name: string): void;
}

/** Shows a failure at the field: the name is still in it, and can be submitted once more. */
export function RenameDialog(props: RenameDialogProps) {
  const { open, onClose, onRename } = props;
  const [name, setName] = useState(props.name);
  const [error, setError] = useState<string | undefined>(undefined);
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function submit(): Promise<void> {
    if (pending) return;
    if (name.trim() === props.name && props.more?.isChanged !== true) return onClose();
    setPending(true);
    const outcome = await attemptCommit(() => onRename(name));
    // A field that is still disabled takes no focus.
    flushSync(() => setPending(false));
    if (!outcome.ok) {
      setError(outcome.message);
      field.current?.focus();
      return;
    }
    onClose();
    if (name.trim() !== props.name) props.onRenamed?.(name.trim());
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={() => void submit()}
      title={props.title}
      description={props.description}
      width="narrow"
      initialFocus={field}
      footer={
        <DialogButtons
          onCancel={onClose}
          submit={t('Rename')}
          pendingText={t('Renaming...')}
          pending={pending}
        />
      }
    >
      <TextField
        label={props.label}
        placeholder={props.placeholder}
        autoComplete="off"
        autoFocus
        inputRef={field}
        value={name}
        error={error}
        disabled={pending}
        onChange={(text) => {
          setName(text);
          setError(undefined);
        }}
      />
      {props.more?.field}
    </Dialog>
  );
}
