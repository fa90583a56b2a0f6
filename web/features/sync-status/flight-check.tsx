import { useCallback, useEffect, useState } from 'react';
import { LuCircleAlert, LuCircleCheck, LuPlane } from 'react-icons/lu';
import type { LoopState } from '#shared/sync/status.ts';
import type { Library } from '../../data/database/library.ts';
import { countLibrary } from '../../data/database/library-counts.ts';
import { type BlobsFetched, blobReadiness } from '../../data/resources/blob-readiness.ts';
import { Button } from '../../ui/button.tsx';
import { useLive } from '../../ui/use-live.ts';
import { type FlightFacts, flightLines, type Readiness } from './flight-lines.ts';

export interface FlightCheckProps {
  readonly library: Library;
  readonly loop: LoopState;
  /** Texts that are in no library yet. */
  readonly drafts: number;
  readonly isStorageWell: boolean;
  readonly now: () => number;
  readonly readiness: () => Promise<Readiness>;
  /** Gets what is missing for a flight; resolves with what became of the files. */
  onPrepare(): Promise<BlobsFetched>;
}

const notFetched: Readonly<Record<Exclude<BlobsFetched, 'done'>, string>> = {
  interrupted: 'Not all files could be fetched just now. Try again in a while.',
  deviceFull: 'Not all files could be fetched: this device has no room for more.',
};

/** Reads what a flight needs, and gets what is missing. */
function useFlightCheck({ library, loop, readiness, onPrepare }: FlightCheckProps) {
  const [seen, setSeen] = useState<Pick<FlightFacts, 'counts' | 'device' | 'loop'> | null>(null);
  const [pending, setPending] = useState(false);
  const [fetched, setFetched] = useState<BlobsFetched>('done');
  const files = useLive(() => blobReadiness(library), [library]);

  const look = useCallback(async () => {
    try {
      const [counts, device] = await Promise.all([countLibrary(library), readiness()]);
      setSeen({ counts, device, loop });
    } catch (error) {
      // A library that is closed meanwhile takes this check off the screen.
      if (library.db.isOpen()) console.error('What a flight needs could not be read.', error);
    }
  }, [library, readiness, loop]);
  useEffect(() => void look(), [look]);

  async function prepare(): Promise<void> {
    setPending(true);
    try {
      setFetched(await onPrepare());
      await look();
    } finally {
      setPending(false);
    }
  }

  return { seen, files, fetched, pending, prepare };
}

/** Whether this device can be taken on a flight: one green line, or exactly what is missing. */
export function FlightCheck(props: FlightCheckProps) {
  const { drafts, isStorageWell, now } = props;
  const { seen, files, fetched, pending, prepare } = useFlightCheck(props);
  if (seen === null || files === undefined) return null;
  const lines = flightLines({ ...seen, files, drafts, isStorageWell, now: now() });
  const isReady = lines.every(({ ok }) => ok);
  const missing = lines.filter(({ ok }) => !ok);
  return (
    <section className="sync-section" aria-label="Ready for offline">
      <h3>Ready for offline</h3>
      <p className="sync-flight" data-ready={isReady}>
        {isReady ? <LuCircleCheck aria-hidden="true" /> : <LuCircleAlert aria-hidden="true" />}
        {isReady
          ? 'This device is ready: everything works without a network.'
          : missing.some(({ final }) => final)
            ? 'Not everything can be kept here:'
            : 'Not everything is here yet:'}
      </p>
      <ul className="sync-flight-lines">
        {lines.map(({ ok, text }) => (
          <li key={text} data-ok={ok}>
            {text}
          </li>
        ))}
      </ul>
      {!isReady && fetched !== 'done' && <p role="alert">{notFetched[fetched]}</p>}
      {missing.some(({ final }) => !final) && (
        <div className="sync-change-acts">
          <Button
            size="sm"
            icon={<LuPlane />}
            pending={pending}
            pendingText="Preparing..."
            onClick={() => void prepare()}
          >
            Prepare for offline
          </Button>
        </div>
      )}
    </section>
  );
}
