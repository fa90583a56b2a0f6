import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { TroubleReason } from '#shared/sync/outbox.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import type { Library } from '../../../data/database/library.ts';
import type { ToastRequest } from '../../../ui/toaster-store.ts';
import { useLive } from '../../../ui/use-live.ts';
import { namedEntries } from './named-entry.ts';
import { RefusedChange } from './refused-change.tsx';

function troubleWords(reason: TroubleReason = 'server'): string {
  return reason === 'link'
    ? t(
        'the connection breaks off whenever this is sent; everything else goes on, and it is tried again by itself',
      )
    : t('the server failed on this; it is tried again by itself');
}

export interface OutboxListProps {
  readonly library: Library;
  readonly now: () => number;
  notify(toast: ToastRequest): void;
}

const fewShown = 20;
/** So many more at a press: a list of thousands would hold the page. */
const moreShown = 200;

/** The changes that are on this device only, by name, in the order in which they were made. */
export function OutboxList({ library, now, notify }: OutboxListProps) {
  const [most, setMost] = useState(fewShown);
  const found = useLive(() => namedEntries(library, most), [library, most]);
  if (found === undefined) return null;
  const { refused, waiting, sizes } = found;
  const oldest = [...refused, ...waiting].reduce<string | undefined>(
    (least, { entry }) => (least === undefined || entry.createdAt < least ? entry.createdAt : least),
    undefined,
  );
  const left = { refused: sizes.refused - refused.length, waiting: sizes.waiting - waiting.length };
  const more = (count: number) =>
    count > 0 && (
      <Button size="sm" onClick={() => setMost(most + moreShown)}>
        {t('Show {count, number} more', { count: Math.min(count, moreShown) })}
      </Button>
    );
  return (
    <>
      {refused.length > 0 && (
        <section className="sync-section" aria-label={t('Not accepted')}>
          <h3>{t('Not accepted by the server')}</h3>
          <ul className="sync-changes">
            {refused.map((item) => (
              <RefusedChange key={item.entry.position} library={library} item={item} notify={notify} />
            ))}
          </ul>
          {more(left.refused)}
        </section>
      )}
      {waiting.length > 0 && (
        <section className="sync-section" aria-label={t('Waiting')}>
          <h3>
            {t('On this device only: {count, number}', { count: sizes.waiting })}{' '}
            {oldest !== undefined && (
              <span className="sync-age" title={fullDate(oldest, {})}>
                {t('the oldest: {time}', { time: relativeTime(oldest, { now: now() }) })}
              </span>
            )}
          </h3>
          <ul className="sync-changes">
            {waiting.map(({ entry, held, name }) => (
              <li key={entry.position} className="sync-change">
                {name}
                {entry.trouble !== undefined && (
                  <span className="sync-held">{troubleWords(entry.trouble.reason)}</span>
                )}
                {held && <span className="sync-held">{t('waits for a change that was not accepted')}</span>}
              </li>
            ))}
          </ul>
          {more(left.waiting)}
        </section>
      )}
    </>
  );
}
