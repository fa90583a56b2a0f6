import { Button, Span } from '@chakra-ui/react';
import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { TroubleReason } from '#shared/sync/outbox.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { Section } from '../../../ui/dialog-parts/section.tsx';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { Change, ChangeList } from '../change-list.tsx';
import { namedEntries } from './named-entry.ts';
import { RefusedChange } from './refused-change.tsx';

function troubleWords(reason: TroubleReason = 'server'): string {
  return reason === 'link'
    ? t(
        'the connection breaks off whenever this is sent; everything else goes on, and Promptory tries again by itself',
      )
    : t('the server failed on this; Promptory tries again by itself');
}

export interface OutboxListProps {
  readonly now: () => number;
}

const fewShown = 20;
/** So many more at a press: a list of thousands would hold the page. */
const moreShown = 200;

/** The changes that are on this device only, by name, in the order in which they were made. */
export function OutboxList({ now }: OutboxListProps) {
  const library = useLibrary();
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
        <Section label={t('Not accepted')} title={t('Not accepted by the server')}>
          <ChangeList>
            {refused.map((item) => (
              <RefusedChange key={item.entry.position} item={item} />
            ))}
          </ChangeList>
          {more(left.refused)}
        </Section>
      )}
      {waiting.length > 0 && (
        <Section
          label={t('Waiting')}
          title={
            <>
              {t('On this device only: {count, number}', { count: sizes.waiting })}{' '}
              {oldest !== undefined && (
                <Span fontWeight="normal" color="fg.muted" title={fullDate(oldest, {})}>
                  {t('the oldest: {time}', { time: relativeTime(oldest, { now: now() }) })}
                </Span>
              )}
            </>
          }
        >
          <ChangeList>
            {waiting.map(({ entry, held, name }) => (
              <Change key={entry.position}>
                {name}
                {entry.trouble !== undefined && (
                  <Span color="fg.muted">{troubleWords(entry.trouble.reason)}</Span>
                )}
                {held && <Span color="fg.muted">{t('waits for a change that was not accepted')}</Span>}
              </Change>
            ))}
          </ChangeList>
          {more(left.waiting)}
        </Section>
      )}
    </>
  );
}
