import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#shared/language/translate.ts';
import { messages } from '#shared/model/messages.ts';
import type { Resource } from '#shared/model/resource.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useNotify } from '../../ui/provider.tsx';
import { type ResourceErrors, saveResource } from './save-resource.ts';

export interface ResourceEditOptions {
  readonly resource: Resource;
  onClose(): void;
}

/** Holds the name and the description of a resource while they are edited, and saves them. */
export function useResourceEdit({ resource, onClose }: ResourceEditOptions) {
  const library = useLibrary();
  const notify = useNotify();
  const [name, setName] = useState(resource.name);
  const [description, setDescription] = useState(resource.description);
  const [errors, setErrors] = useState<ResourceErrors>({});
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
      const failed = await saveResource(library, { id: resource.id, ...changes });
      // A field that is still disabled takes no focus.
      flushSync(() => setPending(false));
      if (failed === null) {
        notify({
          title: t('Resource updated'),
          description: t('"{name}" has been saved.', { name: isolatedName(name.trim()) }),
        });
        return onClose();
      }
      setErrors(failed);
    }
    field.current?.focus();
  }

  return {
    ...{ name, description, errors, pending, field, submit },
    changeName(text: string): void {
      setName(text);
      setErrors({});
    },
    changeDescription(text: string): void {
      setDescription(text);
      setErrors({});
    },
  };
}
