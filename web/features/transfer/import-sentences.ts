import { t } from '#shared/language/translate.ts';
import type { ShownRow } from './transfer-messages.ts';

export type Outcome = ShownRow['outcome'];

/** In the order of the table's filter. */
export const outcomes: readonly Outcome[] = ['new', 'changed', 'same', 'refused'];

export function countsOf(rows: readonly ShownRow[]): Readonly<Record<Outcome, number>> {
  const counts = { new: 0, changed: 0, same: 0, refused: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}

export const outcomeNames = (): Readonly<Record<Outcome, string>> => ({
  new: t('New'),
  changed: t('Changed'),
  same: t('Unchanged'),
  refused: t('Refused'),
});

export function countSentence(outcome: Outcome, count: number): string {
  switch (outcome) {
    case 'new':
      return t('{count, number} new', { count });
    case 'changed':
      return t('{count, number} changed', { count });
    case 'same':
      return t('{count, number} unchanged', { count });
    case 'refused':
      return t('{count, number} refused', { count });
  }
}

/** Returns what an import adds with one row, or why it does not come in. */
export function rowSentence({ outcome, adds, reason }: ShownRow): string {
  if (reason !== null) return t(reason.sentence, reason.values);
  if (outcome !== 'changed') return '';
  const parts = [
    ...(adds.texts > 0 ? [t('{count, plural, one {# text} other {# texts}}', { count: adds.texts })] : []),
    ...(adds.notes > 0 ? [t('{count, plural, one {# note} other {# notes}}', { count: adds.notes })] : []),
    ...(adds.attributes ? [t('labels, tags or values')] : []),
    ...(adds.settings ? [t('settings')] : []),
    ...(adds.runs > 0
      ? [t('{count, plural, one {# kept run} other {# kept runs}}', { count: adds.runs })]
      : []),
    ...(adds.cases > 0
      ? [t('{count, plural, one {# test case} other {# test cases}}', { count: adds.cases })]
      : []),
    ...(adds.changes > 0
      ? [t('{count, plural, one {# change} other {# changes}}', { count: adds.changes })]
      : []),
  ];
  return t('adds {parts}', { parts: parts.join(', ') });
}

export function importedSentence(rows: readonly ShownRow[], refused: number): string {
  const counts = countsOf(rows);
  const here = t('{added, number} new, {changed, number} changed, {same, number} unchanged.', {
    added: counts.new,
    changed: counts.changed,
    same: counts.same,
  });
  if (refused === 0) return here;
  return `${here} ${t('{count, plural, one {# change} other {# changes}} could not be made, because something was deleted meanwhile.', { count: refused })}`;
}

export function takenBackSentence(kept: number, isStopped: boolean): string {
  if (isStopped) return t('Undoing was stopped. What is left of the import stays.');
  if (kept === 0) return t('The library is as it was before.');
  return t(
    '{count, plural, one {# row stays, because it was} other {# rows stay, because they were}} changed since.',
    { count: kept },
  );
}
