import { t } from '#shared/language/translate.ts';
import type { FindResult } from './find-result.ts';

/** Returns the words about what was found. */
export function resultWords(result: FindResult): string {
  switch (result.kind) {
    case 'none':
      return '';
    case 'replacing':
      return t('Replacing...');
    case 'tooSlow':
      return t('This pattern takes too long');
    case 'tooLong':
      return t('The text would become too long');
    case 'invalid':
      return result.reason === ''
        ? t('Invalid pattern')
        : t('Invalid pattern: {reason}', { reason: result.reason });
    case 'replaced':
      return t('{count, plural, =0 {Nothing to replace} one {# replaced} other {# replaced}}', {
        count: result.count,
      });
    case 'found':
      return foundWords(result);
  }
}

function foundWords({ count, current, isMore }: Extract<FindResult, { kind: 'found' }>): string {
  if (isMore) {
    return current === 0
      ? t('More than {count, number} matches', { count })
      : t('{current, number} of more than {count, number}', { current, count });
  }
  if (current > 0) return t('{current, number} of {count, number}', { current, count });
  return t('{count, plural, =0 {No matches} one {# match} other {# matches}}', { count });
}
