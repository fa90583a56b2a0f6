import { Button, Flex, Input } from '@chakra-ui/react';
import { useId, useRef, useState } from 'react';
import { LuX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { Tag } from '#shared/model/prompt-attributes.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Field } from '../../ui/field/field.tsx';
import { attemptCommit } from './attempt-commit.ts';
import type { DialogRequest } from './dialog-request.ts';

export interface TagsDialogProps {
  readonly outline: Outline;
  readonly request: Extract<DialogRequest, { readonly kind: 'editTags' }>;
  readonly open: boolean;
  onClose(): void;
}

/** Adds tags to a prompt and takes them away, each at once. Offers those that other prompts have. */
export function TagsDialog(props: TagsDialogProps) {
  const { outline, open, onClose } = props;
  const { id, title } = props.request;
  const tags = outline.prompts.find((prompt) => prompt.id === id)?.tags ?? [];
  const { text, error, field, type, add, remove } = useTags(props, tags);
  const offered = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={() => void add()}
      title={t('Tags')}
      description={t('Tags of "{title}". The sidebar can filter by tags.', { title: isolatedName(title) })}
      width="narrow"
      initialFocus={field}
      footer={
        <>
          <Button type="submit">{t('Add tag')}</Button>
          <Button variant="solid" onClick={onClose}>
            {t('Done')}
          </Button>
        </>
      }
    >
      {tags.length > 0 && <TagList tags={tags} onRemove={(tag) => void remove(tag)} />}
      <Field label={t('New tag')} error={error}>
        <Input
          ref={field}
          type="text"
          autoComplete="off"
          list={offered}
          value={text}
          onChange={(event) => type(event.target.value)}
        />
      </Field>
      <OfferedTags id={offered} tags={otherTags(outline, tags)} />
    </Dialog>
  );
}

type TagListProps = { readonly tags: readonly string[]; onRemove(tag: string): void };

function TagList({ tags, onRemove }: TagListProps) {
  return (
    <Flex as="ul" wrap="wrap" gap="1.5" aria-label={t('Tags of this prompt')}>
      {tags.map((tag) => (
        <li key={tag}>
          <Button
            size="sm"
            borderRadius="full"
            fontWeight="normal"
            bg="bg.subtle"
            _icon={{ boxSize: '3.5' }}
            maxW="full"
            whiteSpace="normal"
            overflowWrap="anywhere"
            aria-label={t('Remove tag {tag}', { tag })}
            onClick={() => onRemove(tag)}
          >
            {tag}
            <LuX />
          </Button>
        </li>
      ))}
    </Flex>
  );
}

function OfferedTags({ id, tags }: { readonly id: string; readonly tags: readonly string[] }) {
  return (
    <datalist id={id}>
      {tags.map((tag) => (
        <option key={tag} value={tag} />
      ))}
    </datalist>
  );
}

function useTags({ request }: TagsDialogProps, tags: readonly string[]) {
  const library = useLibrary();
  const { id } = request;
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);

  async function change(args: { addTags: string[] } | { removeTags: string[] }): Promise<boolean> {
    const outcome = await attemptCommit(() => commit(library, 'setAttributes', { id, ...args }));
    if (!outcome.ok) setError(outcome.message);
    return outcome.ok;
  }

  return {
    ...{ text, error, field },
    type(next: string): void {
      setText(next);
      setError(undefined);
    },
    /** Several at once where they are divided by commas. */
    async add(): Promise<void> {
      const parts = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [Tag.safeParse(part)]));
      const good = parts.flatMap(({ data }) => (data === undefined || tags.includes(data) ? [] : [data]));
      if (parts.some(({ success }) => !success)) return setError(t('A tag has up to 50 characters.'));
      if (good.length === 0 || (await change({ addTags: good }))) setText('');
      field.current?.focus();
    },
    async remove(tag: string): Promise<void> {
      if (await change({ removeTags: [tag] })) field.current?.focus();
    },
  };
}

function otherTags({ prompts }: Outline, tags: readonly string[]): string[] {
  const all = new Set(prompts.flatMap((prompt) => prompt.tags ?? []));
  for (const tag of tags) all.delete(tag);
  return [...all].sort((a, b) => a.localeCompare(b));
}
