import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messages } from '#shared/model/messages.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { Library } from '../../data/database/library.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { addResources, type RefusedFile, reasonAgainst, toastOf } from './add-resources.ts';
import { FileChoice } from './file-choice.tsx';

export interface UploadDialogProps {
  readonly library: Library;
  readonly projectId: number;
  readonly projectName: string;
  readonly open: boolean;
  onClose(): void;
  onAdded(resourceId: number): void;
  notify(toast: ToastRequest): void;
}

/** One file with a name of its own, or several under the names that they came with. */
export function UploadDialog(props: UploadDialogProps) {
  const { library, projectId, projectName, open, onClose, onAdded, notify } = props;
  const [files, setFiles] = useState<readonly File[]>([]);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [missing, setMissing] = useState<string | undefined>(undefined);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [pending, setPending] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  /** Not while an upload is in progress: what became of it is said here. */
  function close(): void {
    if (!pending) onClose();
  }

  function choose(chosen: readonly File[]): void {
    const looked = chosen.map((file) => ({ file, reason: reasonAgainst(file) }));
    const fine = looked.filter(({ reason }) => reason === null).map(({ file }) => file);
    setRefused(looked.flatMap(({ file, reason }) => (reason === null ? [] : [{ name: file.name, reason }])));
    setFiles((before) => withoutTwins([...before, ...fine]));
    setMissing(undefined);
  }

  async function submit(): Promise<void> {
    if (pending) return;
    if (files.length === 0) {
      setMissing(messages.fileRequired);
      setRefused([]);
      input.current?.focus();
      return;
    }
    setPending(true);
    const isOne = files.length === 1;
    const outcome = await addResources(library, { projectId, files, name, description });
    // What is still disabled takes no focus.
    flushSync(() => setPending(false));
    notify(toastOf(outcome, isOne));
    if (outcome.lastId !== null) onAdded(outcome.lastId);
    if (outcome.refused.length === 0) {
      onClose();
      return;
    }
    setFiles([]);
    setRefused(outcome.refused);
    input.current?.focus();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      onSubmit={() => void submit()}
      title="Upload Resource"
      description={`To ${isolatedName(projectName)}`}
      initialFocus={input}
      footer={
        <>
          <Button onClick={close} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" tone="primary" pending={pending} pendingText="Uploading...">
            Upload
          </Button>
        </>
      }
    >
      <FileChoice
        files={files}
        missing={missing}
        refused={refused}
        disabled={pending}
        inputRef={input}
        onChoose={choose}
        onRemove={(gone) => setFiles((before) => before.filter((file) => file !== gone))}
      />
      {files.length < 2 && (
        <TextField
          label="Name"
          placeholder={files[0]?.name ?? "The file's own name"}
          autoComplete="off"
          value={name}
          disabled={pending}
          onChange={setName}
        />
      )}
      <TextAreaField
        label="Description"
        placeholder="What it is for (optional)"
        value={description}
        disabled={pending}
        onChange={setDescription}
      />
    </Dialog>
  );
}

function withoutTwins(files: readonly File[]): File[] {
  return files.filter((file, at) => files.findIndex((other) => isSame(other, file)) === at);
}

function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}
