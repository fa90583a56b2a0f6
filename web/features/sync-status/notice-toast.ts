import { isolatedName } from '#shared/text/isolated-name.ts';
import type { Notice } from '../../data/library-db.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';

/** One toast for all of them, as only one is ever seen. Null: nothing to tell. */
export function noticeToast(notices: readonly Pick<Notice, 'kind' | 'title'>[]): ToastRequest | null {
  const names = [...new Set(notices.map(({ title }) => title))].filter((title) => title !== '');
  if (notices.length === 0) return null;
  const [first, ...others] = names.map(isolatedName);
  return {
    title: 'Kept after all',
    description:
      first === undefined
        ? 'Something you deleted was changed on another device in the meantime, so it was kept.'
        : others.length === 0
          ? `"${first}" was changed on another device before you deleted it, so it was kept.`
          : `"${first}" and ${others.length} more were changed on another device before you deleted them, so they were kept.`,
    // Said once, and never asked for: it stays until it is read.
    duration: Number.POSITIVE_INFINITY,
  };
}
