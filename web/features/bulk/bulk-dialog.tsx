import { Button, Input, Stack } from '@chakra-ui/react';
import { type ReactNode, useId, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { Tag } from '#shared/model/prompt-attributes.ts';
import { VersionLabel } from '#shared/model/version-label.ts';
import { daysInBin } from '../../data/bin/clear-bin.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Checkbox } from '../../ui/dialog-parts/checkbox.tsx';
import { Field } from '../../ui/field/field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import type { ScreenProps } from '../on-demand.tsx';
import type { BulkRequest } from './bulk-question.ts';

type Of<Kind extends BulkRequest['kind']> = ScreenProps<Extract<BulkRequest, { readonly kind: Kind }>>;

/** Asks what is to be done with the rows that are selected, once for all of them. */
export function BulkDialog({ request, ...props }: ScreenProps<BulkRequest>) {
  switch (request.kind) {
    case 'move':
      return <MoveMany {...props} request={request} />;
    case 'tags':
      return <TagMany {...props} request={request} />;
    case 'label':
      return <LabelMany {...props} request={request} />;
    case 'delete':
      return <DeleteMany {...props} request={request} />;
  }
}

type FormProps = Pick<Of<'move'>, 'open' | 'onClose'> & {
  readonly title: string;
  readonly description: string;
  readonly submit: string;
  /** Returns whether the answer can be used. */
  onSubmit(): boolean;
  readonly children: ReactNode;
};

function Form({ open, onClose, title, description, submit, onSubmit, children }: FormProps) {
  return (
    <Dialog
      {...{ open, onClose, title, description }}
      onSubmit={() => onSubmit() && onClose()}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="solid">
            {submit}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

function MoveMany({ request, ...dialog }: Of<'move'>) {
  const { count, projects, onAgree } = request;
  const [chosen, setChosen] = useState(projects[0]);
  return (
    <Form
      {...dialog}
      title={t('Move {count, plural, one {# prompt} other {# prompts}}', { count })}
      description={t('Their versions and notes go with them.')}
      submit={t('Move')}
      onSubmit={() => {
        if (chosen !== undefined) onAgree(chosen);
        return true;
      }}
    >
      <SelectField
        label={t('Project')}
        value={String(chosen?.id ?? 0)}
        options={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => setChosen(projects.find(({ id }) => String(id) === value))}
      />
    </Form>
  );
}

function TagMany({ request, ...dialog }: Of<'tags'>) {
  const { count, tags, others, onAgree } = request;
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [remove, setRemove] = useState<readonly string[]>([]);
  const offered = useId();
  function submit(): boolean {
    const parts = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [Tag.safeParse(part)]));
    if (parts.some(({ success }) => !success)) {
      setError(t('A tag has up to 50 characters.'));
      return false;
    }
    onAgree({ add: parts.flatMap(({ data }) => data ?? []), remove });
    return true;
  }
  return (
    <Form
      {...dialog}
      title={t('Tags of {count, plural, one {# prompt} other {# prompts}}', { count })}
      description={t('Several tags are divided by commas.')}
      submit={t('Change tags')}
      onSubmit={submit}
    >
      <Field label={t('Add to all of them')} error={error}>
        <Input
          type="text"
          autoComplete="off"
          list={offered}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <datalist id={offered}>
        {[...tags, ...others].map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      {tags.length > 0 && (
        <Stack as="fieldset" gap="0" maxH="12rem" overflowY="auto">
          <legend>{t('Remove from all of them')}</legend>
          {tags.map((tag) => (
            <Checkbox
              key={tag}
              checked={remove.includes(tag)}
              onChange={(checked) =>
                setRemove(checked ? [...remove, tag] : remove.filter((other) => other !== tag))
              }
            >
              {tag}
            </Checkbox>
          ))}
        </Stack>
      )}
    </Form>
  );
}

function LabelMany({ request, ...dialog }: Of<'label'>) {
  const [text, setText] = useState('production');
  const [error, setError] = useState<string | undefined>(undefined);
  function submit(): boolean {
    const label = VersionLabel.safeParse(text.trim());
    if (label.success) request.onAgree(label.data);
    else setError(label.error.issues[0]?.message);
    return label.success;
  }
  return (
    <Form
      {...dialog}
      title={t('Label {count, plural, one {# prompt} other {# prompts}}', { count: request.count })}
      description={t(
        'The label goes to the newest version of each prompt. A prompt without a version is left as it is.',
      )}
      submit={t('Set label')}
      onSubmit={submit}
    >
      <TextField
        label={t('Label')}
        verbatim
        autoComplete="off"
        value={text}
        error={error}
        onChange={(value) => {
          setText(value);
          setError(undefined);
        }}
      />
    </Form>
  );
}

function DeleteMany({ request, open, onClose }: Of<'delete'>) {
  const { of, count, onAgree, focusAfterwards } = request;
  const isPrompt = of === 'prompt';
  return (
    <ConfirmDialog
      {...{ open, onClose }}
      onConfirm={() => {
        onAgree();
        onClose();
      }}
      title={isPrompt ? t('Delete Prompts') : t('Delete Resources')}
      question={
        isPrompt
          ? t(
              'Are you sure you want to delete {count, plural, one {# prompt} other {# prompts}}? A copy stays in the Bin for {days} days.',
              { count, days: daysInBin },
            )
          : t(
              'Are you sure you want to delete {count, plural, one {# file} other {# files}}? A copy stays in the Bin for {days} days.',
              { count, days: daysInBin },
            )
      }
      finalFocus={focusAfterwards}
    />
  );
}
