/** When something that a person gave out was made, and when it ends: a token, a link. */
import { Strong } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { fullDate, noteDate } from '#shared/text/relative-time.ts';

const day = 24 * 60 * 60 * 1000;
const never = 'never';

/** The choices of a field; the value of each is what `endAfter` reads. */
export const lifetimes = () => [
  { value: '7', label: t('In 7 days') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In a year') },
  { value: never, label: t('Never') },
];

/** Returns the end of what is made now; null: it has none. */
export function endAfter(lifetime: string, now: number): string | null {
  return lifetime === never ? null : new Date(now + Number(lifetime) * day).toISOString();
}

interface InstantProps<At> {
  readonly at: At;
  readonly now: number;
}

export function MadeAt({ at, now }: InstantProps<string>) {
  return (
    <time dateTime={at} title={fullDate(at, {})}>
      {t('made {day}', { day: dayOf(at, now) })}
    </time>
  );
}

export function EndsAt({ at, now }: InstantProps<string | null>) {
  if (at === null) return t('does not expire');
  const isOver = Date.parse(at) <= now;
  const end = (
    <time dateTime={at} title={fullDate(at, {})}>
      {isOver ? t('expired {day}', { day: dayOf(at, now) }) : t('expires {day}', { day: dayOf(at, now) })}
    </time>
  );
  return isOver ? <Strong color="warning.fg">{end}</Strong> : end;
}

function dayOf(at: string, now: number): string {
  return lowerFirst(noteDate(at, { now }));
}

/** "Today" and "Yesterday" stand inside of a sentence here; months keep their capital. */
export function lowerFirst(text: string): string {
  return text === t('Today') || text === t('Yesterday') ? text.toLowerCase() : text;
}
