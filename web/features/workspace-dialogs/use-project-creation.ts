import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#shared/language/translate.ts';
import { defaultProjectColor, type ProjectColor } from '#shared/model/colors.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { commit } from '../../data/commit/commit.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useNotify } from '../../ui/provider.tsx';
import { attemptCommit } from './attempt-commit.ts';

export interface ProjectCreationOptions {
  onClose(): void;
  onCreated(projectId: number): void;
}

/** Holds the fields of a new project, and creates it. */
export function useProjectCreation({ onClose, onCreated }: ProjectCreationOptions) {
  const library = useLibrary();
  const notify = useNotify();
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
      const description = t('Project "{name}" has been created successfully.', {
        name: isolatedName(name.trim()),
      });
      notify({ title: t('Project created'), description });
      onCreated(id);
      onClose();
      return;
    }
    setError(outcome.fields.name);
    if (outcome.fields.name !== undefined) field.current?.focus();
    else notify({ title: t('Failed to create project'), description: outcome.message, kind: 'destructive' });
  }

  return {
    ...{ name, color, setColor, error, pending, field, submit },
    changeName(text: string): void {
      setName(text);
      setError(undefined);
    },
  };
}
