import { t } from '#shared/language/translate.ts';
import type { Reason } from '../../files.ts';

/** Returns a reason as a person reads it. */
export function translated({ sentence, values }: Reason): string {
  return t(sentence, values);
}
