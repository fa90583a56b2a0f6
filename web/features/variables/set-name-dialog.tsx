import { Button } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { limits } from '#shared/model/limits.ts';
import type { ValueSet } from '#shared/model/prompt-attributes.ts';
import { storable } from '#shared/model/text.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import type { ShownValueSets } from './use-value-sets.ts';

/** Asks for the name of a set of the values that are shown, of an empty one, or of one that is there. */
export type SetNaming =
  | { readonly kind: 'save' | 'new'; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string; readonly set: ValueSet };

export type SetNameDialogProps = {
  readonly naming: SetNaming;
  readonly sets: ShownValueSets;
  onClose(): void;
};

export function SetNameDialog({ naming, sets: { store }, onClose }: SetNameDialogProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [name, setName] = useState(naming.name);
  const [error, setError] = useState<string | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const close = () => {
    setIsOpen(false);
    onClose();
  };

  function refuse(reason: string): void {
    setError(reason);
    field.current?.focus();
  }

  async function submit(): Promise<void> {
    const wanted = storable(name).trim();
    if (wanted === '') return refuse(t('Name is required'));
    if (wanted.length > limits.valueSetNameLength)
      return refuse(t('A name has at most {most} characters.', { most: limits.valueSetNameLength }));
    const isDone = await (naming.kind === 'rename'
      ? store.rename(naming.set, wanted)
      : store.create(wanted, naming.kind === 'new' ? {} : undefined));
    if (isDone) close();
    else refuse(store.state().problem ?? '');
  }

  const { title, action } = wordsOf(naming.kind);
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      onSubmit={() => void submit()}
      title={title}
      width="narrow"
      initialFocus={field}
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" variant="solid">
            {action}
          </Button>
        </>
      }
    >
      <TextField
        label={t('Name')}
        placeholder={t('Such as “Acme, German”')}
        autoComplete="off"
        inputRef={field}
        value={name}
        error={error}
        onChange={(text) => {
          setName(text);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}

function wordsOf(kind: SetNaming['kind']): { title: string; action: string } {
  if (kind === 'rename') return { title: t('Rename Value Set'), action: t('Rename') };
  if (kind === 'new') return { title: t('New Value Set'), action: t('Create') };
  return { title: t('Save as Value Set'), action: t('Save') };
}
