import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#shared/language/translate.ts';
import { messages } from '#shared/model/messages.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { commit } from '../../data/commit/commit.ts';
import type { OutlineProject } from '../../data/rows/outline.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useNotify } from '../../ui/provider.tsx';
import { attemptCommit } from './attempt-commit.ts';

export interface PromptCreationOptions {
  readonly projects: readonly OutlineProject[];
  /** Offered first; without it the first project. */
  readonly projectId: number | null;
  onClose(): void;
  onCreated(made: { id: number; projectId: number }): void;
}

/** Holds the fields of a new prompt, and creates it. */
export function usePromptCreation(options: PromptCreationOptions) {
  const library = useLibrary();
  const notify = useNotify();
  const { projects, onClose, onCreated } = options;
  const [chosen, setChosen] = useState(options.projectId);
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
      const description = t('Prompt "{title}" has been created successfully.', {
        title: isolatedName(title.trim()),
      });
      notify({ title: t('Prompt created'), description });
      onCreated(made);
      onClose();
      return;
    }
    setErrors(outcome.fields);
    if (outcome.fields.title !== undefined) field.current?.focus();
    else notify({ title: t('Failed to create prompt'), description: outcome.message, kind: 'destructive' });
  }

  return {
    ...{ project, title, errors, pending, field, submit },
    chooseProject: setChosen,
    changeTitle(text: string): void {
      setTitle(text);
      setErrors({});
    },
  };
}
