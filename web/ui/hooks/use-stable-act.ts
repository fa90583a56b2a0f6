import { useCallback, useLayoutEffect, useRef, useState } from 'react';

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

type Act = (...args: never[]) => unknown;

/** Returns the same for several acts, whose names are those of the first time. */
export function useStableActs<Acts extends Readonly<Record<keyof Acts, Act>>>(acts: Acts): Acts {
  const newest = useRef(acts);
  useLayoutEffect(() => {
    newest.current = acts;
  });
  const [stable] = useState(() => {
    const names = Object.keys(acts) as (keyof Acts)[];
    const forwarding = names.map((name) => [name, (...args: never[]) => newest.current[name](...args)]);
    return Object.fromEntries(forwarding) as Acts;
  });
  return stable;
}
