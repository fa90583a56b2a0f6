import type { ImportReport } from '../../data/transfer/import-report.ts';
import type { ImportProgress } from '../../data/transfer/library-import.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';

export const failedToLook: ToastRequest = {
  title: 'Nothing was imported',
  description: 'The library on this device could not be read. Try again.',
  kind: 'destructive',
};

export const brokenOff: ToastRequest = {
  title: 'The import was broken off',
  description: 'What came in until then is here. Import it again, and it goes on.',
  kind: 'destructive',
};

export function progressWords({ done, of }: ImportProgress, dryRun: boolean): string {
  const count = (number: number) => number.toLocaleString('en');
  return `${dryRun ? 'Looking at' : 'Bringing in'} ${count(done)} of ${count(of)}…`;
}

/** Returns what an import brings, or brought, in a few sentences. */
export function importWords(report: ImportReport): string {
  const { projects, prompts, versions, texts, notes, resources, changes, notApplied } = report;
  const parts = [
    [projects, 'project'],
    [prompts, 'prompt'],
    [versions, 'version'],
    [resources, 'file'],
    [changes, 'change'],
  ] as const;
  const made = parts
    .filter(([count]) => count > 0)
    .map(([count, one]) => `${count} ${one}${count === 1 ? '' : 's'}`);
  const sentences = [
    made.length > 0 && `New: ${made.join(', ')}.`,
    texts === 1 && '1 text that differs is kept as a version.',
    texts > 1 && `${texts} texts that differ are kept as versions.`,
    notes > 0 && `${notes} ${notes === 1 ? 'note comes' : 'notes come'} back.`,
  ].filter((sentence) => sentence !== false);
  if (sentences.length === 0) sentences.push('Nothing new is in it.');
  if (notApplied.length > 0) sentences.push(`Not possible: ${notApplied.length}.`);
  return sentences.join(' ');
}
