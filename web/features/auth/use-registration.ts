import { useEffect, useState } from 'react';
import type { RegistrationState } from '#shared/model/registration.ts';

/** Returns who may make an account; null until the server has answered. Asks again once it is reachable. */
export function useRegistration(
  ask: () => Promise<RegistrationState | null>,
  offline: boolean,
): RegistrationState | null {
  const [state, setState] = useState<RegistrationState | null>(null);
  useEffect(() => {
    if (offline) return;
    let isCurrent = true;
    void ask().then((answer) => {
      if (isCurrent) setState(answer);
    });
    return () => {
      isCurrent = false;
    };
  }, [ask, offline]);
  return state;
}
