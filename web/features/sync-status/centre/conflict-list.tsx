import { Button, Flex, Span } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { conflictedPrompts } from '../../../data/queries/conflicted-prompts.ts';
import { outlineOf } from '../../../data/queries/queries.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { Section } from '../../../ui/dialog-parts/section.tsx';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { Change, ChangeList } from '../change-list.tsx';

/** Lists the prompts with a conflict that nobody has reviewed, and leads to each. */
export function ConflictList({ onOpenPrompt }: { onOpenPrompt(promptId: number): void }) {
  const library = useLibrary();
  const prompts = useLive(async () => {
    const conflicted = await conflictedPrompts(library);
    return (await outlineOf(library)).prompts.filter(({ id }) => conflicted.has(id));
  }, [library]);
  if (prompts === undefined || prompts.length === 0) return null;
  return (
    <Section label={t('Conflicts')} title={t('Conflicts to review')}>
      <p>
        {t(
          'These prompts were edited in two places at once. Both texts are kept, and you choose what becomes of them.',
        )}
      </p>
      <ChangeList>
        {prompts.map(({ id, title }) => (
          <Change key={id}>
            <Flex align="center" justify="space-between" gap="2">
              <Span dir="auto" minW="0" data-own-text>
                {title}
              </Span>
              <Button
                size="sm"
                flex="none"
                aria-label={t('Open {title}', { title })}
                onClick={() => onOpenPrompt(id)}
              >
                {t('Open')}
              </Button>
            </Flex>
          </Change>
        ))}
      </ChangeList>
    </Section>
  );
}
