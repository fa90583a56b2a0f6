import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { Library } from '../../../data/database/library.ts';
import type { Notice } from '../../../data/database/library-db.ts';
import { countNotices, takeNotices } from '../../../data/feed/notices.ts';
import { useLive } from '../../../ui/hooks/use-live.ts';
import type { ToastRequest } from '../../../ui/toast/toaster-store.ts';
import { noticeToast } from './notice-toast.ts';

/** Shows the notices of the pull, in the tab that a person is looking at. */
export function useNotices(
  library: Library,
  {
    notify,
    onShowLabels,
  }: {
    notify(toast: ToastRequest): void;
    /** The moves of a label are to be looked at. */
    onShowLabels(moved: NonNullable<Notice['moved']>): void;
  },
): void {
  const waiting = useLive(() => countNotices(library), [library]) ?? 0;
  const isSeen = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
  const show = useEffectEvent((notices: readonly Notice[]) => {
    const toast = noticeToast(notices, onShowLabels);
    if (toast !== null) notify(toast);
  });

  useEffect(() => {
    if (waiting === 0 || !isSeen) return;
    takeNotices(library).then(
      (notices) => show(notices),
      // They are still stored, and are shown with the next change.
      (error: unknown) => console.error('Notices could not be read.', error),
    );
  }, [library, waiting, isSeen]);
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
