import { Box, Button, HStack, Stack } from '@chakra-ui/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { LuCircleAlert, LuCircleCheck, LuPlane } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { LoopState } from '#shared/sync/status.ts';
import type { Library } from '../../../data/database/library.ts';
import { countLibrary } from '../../../data/database/library-counts.ts';
import {
  type BlobReadiness,
  type BlobsFetched,
  blobReadiness,
} from '../../../data/resources/blob-readiness.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import type { Readiness } from '../../../session/open-library-type.ts';
import { Section } from '../../../ui/dialog-parts/section.tsx';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { UnderWay } from '../../../ui/under-way.tsx';
import { Acts } from '../change-list.tsx';
import { type FlightFacts, flightLines } from './flight-lines.ts';

export interface FlightCheckProps {
  readonly loop: LoopState;
  /** Texts that are in no library yet. */
  readonly drafts: number;
  readonly isStorageWell: boolean;
  readonly now: () => number;
  readonly readiness: () => Promise<Readiness>;
  /** Gets what is missing for a flight; resolves with what became of the files. */
  onPrepare(signal: AbortSignal): Promise<BlobsFetched>;
}

const notFetched = (): Readonly<Record<Exclude<BlobsFetched, 'done'>, string>> => ({
  interrupted: t('Not all files could be fetched just now. Try again in a while.'),
  deviceFull: t('Not all files could be fetched: this device has no room for more.'),
});

/** Reads what a flight needs, and gets what is missing. */
function useFlightCheck(library: Library, { loop, readiness, onPrepare }: FlightCheckProps) {
  const [seen, setSeen] = useState<Pick<FlightFacts, 'counts' | 'device' | 'loop'> | null>(null);
  /** How many files were to be fetched when it began. */
  const [preparing, setPreparing] = useState<{ files: number } | null>(null);
  const stopping = useRef<AbortController | null>(null);
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
    const leaving = new AbortController();
    const { signal } = leaving;
    stopping.current = leaving;
    setPreparing({ files: files?.toFetch.length ?? 0 });
    try {
      const became = await onPrepare(signal);
      setFetched(signal.aborted ? 'done' : became);
      await look();
    } finally {
      setPreparing(null);
    }
  }

  return { seen, files, fetched, preparing, prepare, stop: () => stopping.current?.abort() };
}

/** Whether this device can be taken on a flight: one green line, or exactly what is missing. */
export function FlightCheck(props: FlightCheckProps) {
  const { drafts, isStorageWell, now } = props;
  const { seen, files, fetched, preparing, prepare, stop } = useFlightCheck(useLibrary(), props);
  if (seen === null || files === undefined) return null;
  const lines = flightLines({ ...seen, files, drafts, isStorageWell, now: now() });
  const isReady = lines.every(({ ok }) => ok);
  const missing = lines.filter(({ ok }) => !ok);
  return (
    <Section title={t('Ready for offline')}>
      <HStack as="p" gap="2" color={isReady ? 'success.fg' : 'warning.fg'}>
        {isReady ? <LuCircleCheck aria-hidden="true" /> : <LuCircleAlert aria-hidden="true" />}
        {isReady
          ? t('This device is ready: everything works without a network.')
          : missing.some(({ final }) => final)
            ? t('Not everything can be stored here:')
            : t('Not everything is here yet:')}
      </HStack>
      <Stack as="ul" gap="0.5" ps="6">
        {lines.map(({ ok, text }) => (
          <Box as="li" key={text} {...(ok ? { color: 'fg.muted' } : { fontWeight: 'semibold' })}>
            {text}
          </Box>
        ))}
      </Stack>
      {!isReady && fetched !== 'done' && <p role="alert">{notFetched()[fetched]}</p>}
      {preparing !== null && <UnderWay {...fetchedOf(preparing.files, files)} onCancel={stop} />}
      {preparing === null && missing.some(({ final }) => !final) && (
        <Acts>
          <Button size="sm" onClick={() => void prepare()}>
            <LuPlane />
            {t('Prepare for offline')}
          </Button>
        </Acts>
      )}
    </Section>
  );
}

/** `count`: of the files that were to be fetched; those that are still to come are known from the library. */
function fetchedOf(count: number, { toFetch }: BlobReadiness) {
  if (count === 0) return { text: t('Preparing...'), progress: null };
  const done = Math.max(0, count - toFetch.length);
  return {
    text: t('Fetching files: {done, number} of {of, number}', { done, of: count }),
    progress: { done, of: count },
  };
}
