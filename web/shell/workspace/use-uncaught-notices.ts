import { useEffect, useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import { useToaster, useUncaughtErrors } from '../../ui/provider.tsx';

/** Shows a notice of each kind of error that nobody caught, once; the sync centre lists them. */
export function useUncaughtNotices(onOpenCentre: () => void): void {
  const uncaught = useUncaughtErrors();
  const toaster = useToaster();
  const noticed = useRef(new Set<string>());
  const open = useRef(onOpenCentre);
  useEffect(() => {
    open.current = onOpenCentre;
  }, [onOpenCentre]);
  useEffect(() => {
    function notice(): void {
      const fresh = uncaught.read().filter(({ what }) => !noticed.current.has(what));
      if (fresh.length === 0) return;
      for (const { what } of fresh) noticed.current.add(what);
      toaster.show({
        title: t('Something unexpected went wrong'),
        description: t('What you wrote is kept. The sync centre has the details.'),
        kind: 'destructive',
        action: { label: t('Open sync centre'), run: () => open.current() },
      });
    }
    notice();
    return uncaught.subscribe(notice);
  }, [uncaught, toaster]);
}
