import { memo } from 'react';
import { t } from '#shared/language/translate.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { FoundPrompt } from '../../data/search/prompt-search.ts';
import { Marked } from './marked.tsx';
import { matchWords } from './match-words.ts';

type FoundRowProps = { readonly prompt: FoundPrompt; readonly query: string };

/** Draws a result in plain elements: it stands in rows that scroll. */
export const FoundRow = memo(function FoundRow({ prompt, query }: FoundRowProps) {
  const { title, snippet, projectName, match } = prompt;
  const where = matchWords(match);
  return (
    <div className="found-row">
      <span className="found-title" dir="auto">
        <Marked text={title} query={query} />
      </span>
      <span className="found-snippet" dir="auto">
        <Marked text={snippet} query={query} />
      </span>
      <span className="found-place">
        {t('in {project}', { project: isolatedName(projectName) })}
        {where !== '' && ` · ${where}`}
      </span>
    </div>
  );
});
