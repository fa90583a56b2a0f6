import { useCallback, useEffect, useState } from 'react';
import { LuCircleAlert, LuCircleCheck, LuPlane } from 'react-icons/lu';
import type { LoopState } from '#shared/sync/status.ts';
import { fileSize } from '#shared/text/file-size.ts';
import { relativeTime } from '#shared/text/relative-time.ts';
import type { Library } from '../../data/library.ts';
import { countLibrary, type LibraryCounts } from '../../data/library-counts.ts';
import { Button } from '../../ui/button.tsx';

/** What the browser says about this device. */
export type Readiness = {
  appKept: boolean;
  persisted: boolean;
  usedBytes: number | null;
  quotaBytes: number | null;
};

export interface FlightCheckProps {
  readonly library: Library;
  readonly loop: LoopState;
  readonly now: () => number;
  readonly readiness: () => Promise<Readiness>;
  onPrepare(): Promise<void>;
}

type Line = { ok: boolean; words: string };

/** Whether this device can be taken on a flight: one green line, or exactly what is missing. */
export function FlightCheck({ library, loop, now, readiness, onPrepare }: FlightCheckProps) {
  const [lines, setLines] = useState<Line[] | null>(null);
  const [pending, setPending] = useState(false);

  const look = useCallback(async () => {
    const [counts, device] = await Promise.all([countLibrary(library), readiness()]);
    setLines(flightLines({ counts, device, loop, now: now() }));
  }, [library, readiness, loop, now]);
  useEffect(() => void look(), [look]);

  async function prepare(): Promise<void> {
    setPending(true);
    try {
      await onPrepare();
      await look();
    } finally {
      setPending(false);
    }
  }

  if (lines === null) return null;
  const isReady = lines.every(({ ok }) => ok);
  return (
    <section className="sync-section" aria-label="Ready for offline">
      <h3>Ready for offline</h3>
      <p className="sync-flight" data-ready={isReady}>
        {isReady ? <LuCircleCheck aria-hidden="true" /> : <LuCircleAlert aria-hidden="true" />}
        {isReady
          ? 'This device is ready: everything works without a network.'
          : 'Not everything is here yet:'}
      </p>
      <ul className="sync-flight-lines">
        {lines.map(({ ok, words }) => (
          <li key={words} data-ok={ok}>
            {words}
          </li>
        ))}
      </ul>
      {!isReady && (
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

export function flightLines(options: {
  counts: LibraryCounts;
  device: Readiness;
  loop: LoopState;
  now: number;
}): Line[] {
  const { counts, device, loop, now } = options;
  const { prompts, versions, notes, complete } = counts;
  const of = (count: number, one: string) =>
    `${complete ? `${count} of ${count}` : `${count}`} ${one}${count === 1 ? '' : 's'}`;
  const what = `${of(prompts, 'prompt')}, ${of(versions, 'version')}, ${of(notes, 'note')}`;
  const lines: Line[] = [
    {
      ok: device.appKept,
      words: device.appKept ? 'The app itself is kept here.' : 'The app itself is not kept here yet.',
    },
    { ok: complete, words: complete ? `${what} are here.` : `${what} are here; more are on their way.` },
    {
      ok: loop.lastSuccess !== null,
      words:
        loop.lastSuccess === null
          ? 'This device has not synced yet.'
          : `Last synced: ${relativeTime(loop.lastSuccess, { now })}.`,
    },
  ];
  if (device.usedBytes !== null && device.quotaBytes !== null) {
    const share = device.usedBytes / Math.max(1, device.quotaBytes);
    const used = `${fileSize(device.usedBytes)} of ${fileSize(device.quotaBytes)} used.`;
    lines.push({ ok: share < 0.9, words: share < 0.9 ? used : `The storage is nearly full: ${used}` });
  }
  // Headless and fresh browsers say no for good: worth knowing, not a reason to stay at home.
  const persistent = device.persisted
    ? 'The browser keeps it until you remove it.'
    : 'The browser may clear it when the disk is nearly full.';
  return [...lines, { ok: true, words: persistent }];
}
