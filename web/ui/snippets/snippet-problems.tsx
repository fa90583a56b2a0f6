import { LuUnlink } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { SnippetProblem } from '#shared/templates/resolve-snippets.ts';
import { problemSentence } from './problem-sentence.ts';
import './snippet-problems.css';

const mostShown = 5;

/** Names the references that stay in a text as they are written, and why. */
export function SnippetProblems({ problems }: { readonly problems: readonly SnippetProblem[] }) {
  const sentences = [...new Set(problems.map(problemSentence))];
  const more = sentences.length - mostShown;
  if (sentences.length === 0) return null;
  return (
    <ul className="snippet-problems" aria-label={t('Snippets that were not inserted')}>
      {sentences.slice(0, mostShown).map((sentence) => (
        <li key={sentence} dir="auto">
          <LuUnlink aria-hidden />
          {sentence}
        </li>
      ))}
      {more > 0 && <li>{t('{more, plural, one {# more} other {# more}}', { more })}</li>}
    </ul>
  );
}
