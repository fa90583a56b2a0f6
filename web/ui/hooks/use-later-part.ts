import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { loadAgain } from '../load-again.ts';
import { useToaster } from '../provider.tsx';

/** Returns the sentence about a part of the app that this device has not fetched, and cannot fetch now. */
export const partIsMissing = (): string =>
  t('This part of the app is not on this device yet. Try again when there is a network.');

interface LaterPartOptions {
  /** Whether it is to be shown; each time it is loaded where it is not here. */
  readonly isWanted: boolean;
  /** Called where it cannot be had, after a toast about it. */
  onMissing(): void;
}

/**
 * Returns a screen that is loaded on demand, null until it is here. One that
 * cannot be had takes nothing else of the page along, and is asked for again the next time.
 */
export function useLaterPart<Part>(
  load: () => Promise<Part>,
  { isWanted, onMissing }: LaterPartOptions,
): Part | null {
  const toaster = useToaster();
  const [part, setPart] = useState<Part | null>(null);
  const isAskedFor = isWanted && part === null;
  const saysMissing = useEffectEvent(() => {
    toaster.show({ title: t('Not on this device yet'), description: partIsMissing(), kind: 'destructive' });
    onMissing();
  });
  const begin = useEffectEvent(() => (navigator.onLine ? loadAgain(load) : load()));
  useEffect(() => {
    if (!isAskedFor) return;
    let isWaitedFor = true;
    begin().then(
      (loaded) => isWaitedFor && setPart(() => loaded),
      () => isWaitedFor && saysMissing(),
    );
    return () => {
      isWaitedFor = false;
    };
  }, [isAskedFor]);
  return part;
}
