import { languageTag, t } from '../language/translate.ts';
/** The clock and the place: `now` in milliseconds; without a time zone, the device's own. */
export type Moment = { now: number; timeZone?: string };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * A version's age: "Just now", minutes, hours of today, "Yesterday" for the previous calendar day, else "MMM d".
 * A clock that runs ahead on another device shows as "Just now". '' where the date cannot be read.
 */
export function relativeTime(iso: string, moment: Moment): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return '';
  const age = moment.now - at;
  if (age < minute && age > -day) return t('Just now');
  if (age > 0 && age < hour) {
    const minutes = Math.floor(age / minute);
    return t('{minutes, plural, one {# minute} other {# minutes}} ago', { minutes });
  }
  const daysAgo = age > 0 ? calendarDaysAgo(at, moment) : -1;
  if (daysAgo === 0) {
    const hours = Math.floor(age / hour);
    return t('{hours, plural, one {# hour} other {# hours}} ago', { hours });
  }
  if (daysAgo === 1) return t('Yesterday');
  return formatted(at, moment, { month: 'short', day: 'numeric' });
}

/** A note's date: "Today", "Yesterday", else "MMM d, yyyy"; '' where nobody knows it. */
export function noteDate(iso: string, moment: Moment): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return '';
  const daysAgo = calendarDaysAgo(at, moment);
  if (daysAgo === 0) return t('Today');
  if (daysAgo === 1) return t('Yesterday');
  return formatted(at, moment, { month: 'short', day: 'numeric', year: 'numeric' });
}

/** The whole date and time, for the tooltip of a relative one. */
export function fullDate(iso: string, moment: Pick<Moment, 'timeZone'>): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? '' : formatted(at, moment, { dateStyle: 'full', timeStyle: 'short' });
}

function calendarDaysAgo(at: number, moment: Moment): number {
  return Math.round((calendarDay(moment.now, moment) - calendarDay(at, moment)) / day);
}

/** The calendar day as if it were in UTC: days of 23 and 25 hours count as one. */
function calendarDay(at: number, moment: Pick<Moment, 'timeZone'>): number {
  const parts = format(moment, { year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((found) => found.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'));
}

function formatted(
  at: number,
  moment: Pick<Moment, 'timeZone'>,
  options: Intl.DateTimeFormatOptions,
): string {
  // Some engines put a narrow no-break space before AM and PM.
  return format(moment, options).format(at).replaceAll('\u202f', ' ');
}

function format(
  { timeZone }: Pick<Moment, 'timeZone'>,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(
    datesOf(languageTag()),
    timeZone === undefined ? options : { ...options, timeZone },
  );
}

/** English dates are American, in whatever English; those of a pseudo-language as well. */
function datesOf(language: string): string {
  return language === 'de' ? 'de' : 'en-US';
}
