import { Icon, Stack, type StackProps } from '@chakra-ui/react';
import { LuUnlink } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { SnippetProblem } from '#shared/templates/resolve-snippets.ts';
import { problemSentence } from './problem-sentence.ts';

const mostShown = 5;

export interface SnippetProblemsProps extends StackProps {
  readonly problems: readonly SnippetProblem[];
}

/** Names the references that stay in a text as they are written, and why. */
export function SnippetProblems({ problems, ...rest }: SnippetProblemsProps) {
  const sentences = [...new Set(problems.map(problemSentence))];
  const more = sentences.length - mostShown;
  if (sentences.length === 0) return null;
  return (
    <Stack
      as="ul"
      flex="none"
      gap="1"
      px="3"
      py="2"
      borderRadius="md"
      bg="warning.subtle"
      color="warning.fg"
      fontSize="xs"
      overflowWrap="anywhere"
      aria-label={t('Snippets that were not inserted')}
      {...rest}
    >
      {sentences.slice(0, mostShown).map((sentence) => (
        <li key={sentence} dir="auto">
          <Icon me="2" verticalAlign="-0.125em" aria-hidden>
            <LuUnlink />
          </Icon>
          {sentence}
        </li>
      ))}
      {more > 0 && <li>{t('{more, plural, one {# more} other {# more}}', { more })}</li>}
    </Stack>
  );
}
