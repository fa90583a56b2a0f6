import { t } from '#shared/language/translate.ts';
import { restore } from '../data/bulk/bulk-act.ts';
import type { Library } from '../data/database/library.ts';
import { type ToastRequest, undoMs } from '../ui/toast/toaster-store.ts';
import { bulkNotice, wordsOfUndo } from './bulk-notice.ts';

/**
 * Returns the part of a notice that offers to bring what was deleted back from the bin: `keys`, such as `prompt:7`. The
 * notice stays longer than one that only tells.
 */
export function undoDeletion(
  library: Library,
  keys: readonly string[],
  notify: (toast: ToastRequest) => void,
): Pick<ToastRequest, 'action' | 'duration'> {
  const run = async () => notify(bulkNotice(await restore(library, keys, {}), wordsOfUndo(), null));
  return { duration: undoMs, action: { label: t('Undo'), run: () => void run() } };
}
