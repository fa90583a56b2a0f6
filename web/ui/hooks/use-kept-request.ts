import { useState } from 'react';

type Kept<Request> = {
  readonly request: Request | null;
  /** The last one that was asked for: it stays drawn while its dialog closes. */
  readonly shown: Request | null;
  /** Another for each opening: as a key, it lets every dialog begin afresh. */
  readonly opening: number;
};

/** For dialogs of which one is open at a time: `request` says which, null that none is. */
export function useKeptRequest<Request>(request: Request | null): Pick<Kept<Request>, 'shown' | 'opening'> {
  const [seen, setSeen] = useState<Kept<Request>>({ request: null, shown: null, opening: 0 });
  if (request !== seen.request) {
    setSeen({
      request,
      shown: request ?? seen.shown,
      opening: request === null ? seen.opening : seen.opening + 1,
    });
  }
  return seen;
}
