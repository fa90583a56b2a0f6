import { useEffect, useEffectEvent, useState } from 'react';
import type { Failed, Loaded } from '../../session/account/account-answers.ts';

export type LoadState<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'loaded'; readonly value: T };

export interface LoadedState<T> {
  readonly state: LoadState<T>;
  /** Asks once more; what is shown stays until the answer. */
  readonly reload: () => Promise<void>;
}

/** Asks the server each time `isWanted` becomes true, and holds the answer. */
export function useLoaded<T>(load: () => Promise<Loaded<T>>, isWanted: boolean): LoadedState<T> {
  const [state, setState] = useState<LoadState<T>>({ kind: 'loading' });
  const ask = useEffectEvent(load);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    setState({ kind: 'loading' });
    void ask().then((answer) => {
      if (isCurrent) setState(stateOf(answer));
    });
    return () => {
      isCurrent = false;
    };
  }, [isWanted]);
  return { state, reload: async () => setState(stateOf(await load())) };
}

function stateOf<T>(answer: { readonly ok: true; readonly value: T } | Failed): LoadState<T> {
  return answer.ok ? { kind: 'loaded', value: answer.value } : { kind: 'failed', message: answer.message };
}
