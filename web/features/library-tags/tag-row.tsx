import { Box, Flex, Input, Text } from '@chakra-ui/react';
import { type KeyboardEvent, useState } from 'react';
import { LuPencil, LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { Tag } from '#shared/model/prompt-attributes.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { pressedKey } from '../../ui/keys/pressed-key.ts';

export interface TagRowProps {
  readonly tag: string;
  /** Of the prompts that have it. */
  readonly count: number;
  readonly isEdited: boolean;
  /** Called with the tag whose name is to be edited, null where none is. */
  onEdit(tag: string | null): void;
  /** `to`: null removes the tag. */
  onChange(to: string | null): void;
}

/** Shows a tag of the library with the number of its prompts, and edits its name in its place. */
export function TagRow({ tag, count, isEdited, onEdit, onChange }: TagRowProps) {
  return (
    <Flex h="full" px="3" gap="2" align="center" borderBottomWidth="1px">
      {isEdited ? (
        <NameField
          tag={tag}
          onLeave={() => onEdit(null)}
          onName={(name) => {
            onEdit(null);
            if (name !== tag) onChange(name);
          }}
        />
      ) : (
        <>
          <Box flex="1" minW="0" truncate>
            <bdi>{tag}</bdi>
          </Box>
          <Text flex="none" textStyle="sm" color="fg.muted">
            {t('{count, plural, one {# prompt} other {# prompts}}', { count })}
          </Text>
          <IconButton
            label={t('Rename tag {tag}', { tag })}
            icon={<LuPencil />}
            size="sm"
            onClick={() => onEdit(tag)}
          />
          <IconButton
            label={t('Remove tag {tag} from all prompts', { tag })}
            icon={<LuTrash2 />}
            size="sm"
            onClick={() => onChange(null)}
          />
        </>
      )}
    </Flex>
  );
}

type NameFieldProps = { readonly tag: string; onName(name: string): void; onLeave(): void };

/** Enter renames the tag, Escape and leaving the field leave it as it is. */
function NameField({ tag, onName, onLeave }: NameFieldProps) {
  const [name, setName] = useState(tag);
  const [isWrong, setIsWrong] = useState(false);

  function onKeyDown(event: KeyboardEvent): void {
    const key = pressedKey(event);
    if (key !== 'Enter' && key !== 'Escape') return;
    // The dialog would close by the same key.
    event.preventDefault();
    event.stopPropagation();
    const parsed = Tag.safeParse(name);
    if (key === 'Escape') onLeave();
    else if (parsed.success) onName(parsed.data);
    else setIsWrong(true);
  }

  return (
    <>
      <Input
        data-own-escape
        flex="1"
        minW="0"
        aria-label={t('New name of tag {tag}', { tag })}
        aria-invalid={isWrong || undefined}
        autoComplete="off"
        autoFocus
        value={name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setName(event.target.value);
          setIsWrong(false);
        }}
        onKeyDown={onKeyDown}
        onBlur={onLeave}
      />
      {isWrong && (
        <Text role="alert" flex="none" textStyle="sm" color="fg.error">
          {t('A tag has up to 50 characters and no comma.')}
        </Text>
      )}
    </>
  );
}
