import { Button, Flex, Span } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { promptTagsOf } from '../../data/queries/prompt-tags.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { narrowStage } from './stage/stage-room.ts';

export type HeaderTagsProps = {
  readonly promptId: number;
  /** Lists the prompts that have a tag. */
  onTag(tag: string): void;
};

/** Shows the tags of a prompt; a press lists the prompts that have the same one. */
export function HeaderTags({ promptId, onTag }: HeaderTagsProps) {
  const library = useLibrary();
  const tags = useLive(() => promptTagsOf(library, promptId), [library, promptId]) ?? '';
  if (tags === '') return null;
  return (
    // The title goes first, and a narrow stage has room for nothing else.
    <Flex
      as="ul"
      aria-label={t('Tags')}
      gap="1"
      minW="0"
      overflow="hidden"
      css={{ [narrowStage]: { display: 'none' } }}
    >
      {tags.split(',').map((tag) => (
        <Flex as="li" key={tag} flex="0 1 auto" minW="8">
          <Button
            size="xs"
            variant="outline"
            minW="0"
            minH="6"
            mx="0"
            px="2"
            flexShrink="1"
            fontSize="xs"
            borderRadius="full"
            color="fg.muted"
            fontWeight="normal"
            aria-label={t('Show prompts with the tag {tag}', { tag })}
            data-tooltip={t('Show prompts with the tag {tag}', { tag })}
            onClick={() => onTag(tag)}
          >
            <Span truncate>{`#${tag}`}</Span>
          </Button>
        </Flex>
      ))}
    </Flex>
  );
}
