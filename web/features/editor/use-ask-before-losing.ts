import { useEffect, useEffectEvent } from 'react';

/** Has the browser ask before it closes a window in which typed text would be lost. */
export function useAskBeforeLosing(wouldLose: () => boolean): void {
  const onLeave = useEffectEvent((event: BeforeUnloadEvent) => {
    if (wouldLose()) event.preventDefault();
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => onLeave(event);
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
