import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messages } from '#shared/model/messages.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useNotify } from '../../ui/provider.tsx';
import { addResources, type RefusedFile, reasonAgainst, toastOf } from './add-resources.ts';

export interface UploadOptions {
  readonly projectId: number;
  onClose(): void;
  onAdded(resourceId: number): void;
}

/** Holds the chosen files, and adds them to a project. A single file may have a name of its own. */
export function useUpload({ projectId, onClose, onAdded }: UploadOptions) {
  const library = useLibrary();
  const notify = useNotify();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [missing, setMissing] = useState<string | undefined>(undefined);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [pending, setPending] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  return {
    ...{ files, name, setName, description, setDescription, missing, refused, pending, input },
    /** Not while an upload is in progress: what became of it is shown here. */
    close(): void {
      if (!pending) onClose();
    },
    choose(chosen: readonly File[]): void {
      const looked = chosen.map((file) => ({ file, reason: reasonAgainst(file) }));
      const fine = looked.filter(({ reason }) => reason === null).map(({ file }) => file);
      setRefused(
        looked.flatMap(({ file, reason }) => (reason === null ? [] : [{ name: file.name, reason }])),
      );
      setFiles((before) => withoutTwins([...before, ...fine]));
      setMissing(undefined);
    },
    remove: (gone: File) => setFiles((before) => before.filter((file) => file !== gone)),
    async submit(): Promise<void> {
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
      // A button that is still disabled takes no focus.
      flushSync(() => setPending(false));
      notify(toastOf(outcome, isOne));
      if (outcome.lastId !== null) onAdded(outcome.lastId);
      if (outcome.refused.length === 0) return onClose();
      setFiles([]);
      setRefused(outcome.refused);
      input.current?.focus();
    },
  };
}

function withoutTwins(files: readonly File[]): File[] {
  return files.filter((file, at) => files.findIndex((other) => isSame(other, file)) === at);
}

function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}
