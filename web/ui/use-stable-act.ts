import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns a function that stays the same and runs the newest `act`, so that a component that receives it is not drawn
 * again for its sake.
 */
export function useStableAct<Args extends readonly unknown[], Result = void>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(act);
  useLayoutEffect(() => {
    newest.current = act;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
