import { useState } from 'react';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import type { Library } from '../../data/library.ts';
import { Button } from '../../ui/button.tsx';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { useLive } from '../../ui/use-live.ts';
import { namedEntries } from './named-entry.ts';
import { RefusedChange } from './refused-change.tsx';

export interface OutboxListProps {
  readonly library: Library;
  readonly now: () => number;
  notify(toast: ToastRequest): void;
}

const fewShown = 20;

/** Every change that is on this device only, by name, in the order in which it was made. */
export function OutboxList({ library, now, notify }: OutboxListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const items = useLive(() => namedEntries(library), [library]) ?? [];
  if (items.length === 0) return null;
  const refused = items.filter(({ entry }) => entry.state === 'refused');
  const waiting = items.filter(({ entry }) => entry.state !== 'refused');
  const shown = showsAll ? waiting : waiting.slice(0, fewShown);
  const oldest = items[0]?.entry.createdAt;
  return (
    <>
      {refused.length > 0 && (
        <section className="sync-section" aria-label="Not accepted">
          <h3>Not accepted by the server</h3>
          <ul className="sync-changes">
            {refused.map((item) => (
              <RefusedChange key={item.entry.position} library={library} item={item} notify={notify} />
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && (
        <section className="sync-section" aria-label="Waiting">
          <h3>
            {`On this device only: ${waiting.length} `}
            {oldest !== undefined && (
              <span className="sync-age" title={fullDate(oldest, {})}>
                {`since ${relativeTime(oldest, { now: now() })}`}
              </span>
            )}
          </h3>
          <ul className="sync-changes">
            {shown.map(({ entry, held, name }) => (
              <li key={entry.position} className="sync-change">
                {name}
                {entry.trouble !== undefined && (
                  <span className="sync-held"> the server failed on this; it is tried again by itself</span>
                )}
                {held && <span className="sync-held"> waits for a change that was not accepted</span>}
              </li>
            ))}
          </ul>
          {waiting.length > shown.length && (
            <Button size="sm" onClick={() => setShowsAll(true)}>
              Show {waiting.length - shown.length} more
            </Button>
          )}
        </section>
      )}
    </>
  );
}
