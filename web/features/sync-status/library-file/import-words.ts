import { t } from '#shared/language/translate.ts';
import type { ImportReport } from '../../../data/transfer/import-report.ts';
import type { ImportProgress } from '../../../data/transfer/library-import.ts';
import type { ToastRequest } from '../../../ui/toaster-store.ts';

export const failedToLook = (): ToastRequest => ({
  title: t('Nothing was imported'),
  description: t('The library on this device could not be read. Try again.'),
  kind: 'destructive',
});

export const brokenOff = (): ToastRequest => ({
  title: t('The import was broken off'),
  description: t('What came in until then is here. Import it again, and it goes on.'),
  kind: 'destructive',
});

/** Says that a person ended it, and what had come by then. */
export const stopped = (report: ImportReport): ToastRequest => ({
  title: t('Import cancelled'),
  description: `${importWords(report)} ${t('What came in until then is here. Import it again, and it goes on.')}`,
});

export function progressWords({ done, of }: ImportProgress, dryRun: boolean): string {
  return dryRun
    ? t('Looking at {done, number} of {of, number}…', { done, of })
    : t('Bringing in {done, number} of {of, number}…', { done, of });
}

/** Returns what an import brings, or brought, in a few sentences. */
export function importWords(report: ImportReport): string {
  const { projects, prompts, versions, texts, notes, resources, changes, notApplied } = report;
  const made = [
    projects > 0 && t('{count, plural, one {# project} other {# projects}}', { count: projects }),
    prompts > 0 && t('{count, plural, one {# prompt} other {# prompts}}', { count: prompts }),
    versions > 0 && t('{count, plural, one {# version} other {# versions}}', { count: versions }),
    resources > 0 && t('{count, plural, one {# file} other {# files}}', { count: resources }),
    changes > 0 && t('{count, plural, one {# change} other {# changes}}', { count: changes }),
  ].filter((part) => part !== false);
  const sentences = [
    made.length > 0 && t('New: {list}.', { list: made.join(', ') }),
    texts > 0 &&
      t(
        '{texts, plural, one {# text that differs is kept as a version.} other {# texts that differ are kept as versions.}}',
        { texts },
      ),
    notes > 0 && t('{notes, plural, one {# note comes} other {# notes come}} back.', { notes }),
  ].filter((sentence) => sentence !== false);
  if (sentences.length === 0) sentences.push(t('Nothing new is in it.'));
  if (notApplied.length > 0)
    sentences.push(t('Not possible: {count, number}.', { count: notApplied.length }));
  return sentences.join(' ');
}
