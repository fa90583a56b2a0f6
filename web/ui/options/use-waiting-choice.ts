import { useEffect, useEffectEvent, useState } from 'react';

/** Chooses as soon as what will be found is known; another key in between takes the choice back. */
export function useWaitingChoice(isChosenBefore: boolean, isSettled: boolean, choose: () => void) {
  const [isWaiting, setIsWaiting] = useState(isChosenBefore);
  const chooseNow = useEffectEvent(() => {
    setIsWaiting(false);
    choose();
  });
  const isDue = isWaiting && isSettled;
  useEffect(() => {
    if (isDue) chooseNow();
  }, [isDue]);
  return {
    // Within the key, where it can be: browsers give the clipboard only then.
    make: () => (isSettled ? choose() : setIsWaiting(true)),
    cancel: () => setIsWaiting(false),
  };
}
