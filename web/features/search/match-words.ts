import { t } from '#shared/language/translate.ts';
import type { FoundPrompt } from '../../data/search/prompt-search.ts';

/** Returns where a match is; '' where the title or the snippet shows it. */
export function matchWords({ place, version }: FoundPrompt['match']): string {
  if (version !== null) return t('in version {number}', { number: version.version });
  switch (place) {
    case 'note':
      return t('in a note');
    case 'tag':
      return t('by a tag');
    default:
      return '';
  }
}
