import { useSetAtom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { t } from '#shared/language/translate.ts';
import { countWaitingRuns } from '../../../data/run/count-waiting-runs.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { useNotify } from '../../../ui/provider.tsx';
import { allRuns } from '../earlier/feature.tsx';

/** With the network, at the start and each time that it comes back, shows that runs wait to be sent. */
export function useWaitingNotice(): void {
  const library = useLibrary();
  const notify = useNotify();
  const openRuns = useSetAtom(allRuns.openAtom);
  const look = useEffectEvent(async () => {
    // A library that is closed meanwhile has nothing to show.
    const count = navigator.onLine ? await countWaitingRuns(library).catch(() => 0) : 0;
    if (count === 0) return;
    notify({
      title: t('{count, plural, one {# run waits} other {# runs wait}} to be sent', { count }),
      action: { label: t('Show runs'), run: () => openRuns(true) },
    });
  });
  useEffect(() => {
    const onOnline = () => void look();
    onOnline();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);
}
