import { t } from '#shared/language/translate.ts';
import { messages } from '#shared/model/messages.ts';
import { restore } from '../data/bulk/bulk-act.ts';
import type { Library } from '../data/database/library.ts';
import { type ToastRequest, undoMs } from '../ui/toaster-store.ts';

/**
 * Returns the part of a notice that offers to bring what was deleted back from the bin: `keys`, such as `prompt:7`. The
 * notice stays longer than one that only tells.
 */
export function undoDeletion(
  library: Library,
  keys: readonly string[],
  notify: (toast: ToastRequest) => void,
): Pick<ToastRequest, 'action' | 'duration'> {
  const run = async () => {
    const { changed: count, reason } = await restore(library, keys, {});
    const undone = t('{count, plural, one {# change} other {# changes}} undone', { count });
    notify({
      title: count === 0 ? t('Failed to undo') : undone,
      description: reason ?? (count === 0 ? messages.changeNotWritten : undefined),
      ...(count === 0 ? { kind: 'destructive' } : {}),
    });
  };
  return { duration: undoMs, action: { label: t('Undo'), run: () => void run() } };
}
