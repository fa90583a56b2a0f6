/** The table that an import prints: a line for each row, and how many there are of each kind. */

import { t } from '#shared/language/translate.ts';
import type { Reason } from '#shared/library-files/files.ts';
import type { PlannedRow } from '#shared/library-files/plan/planned.ts';
import type { ImportRefusals } from '../../services/transfer/import-library.ts';
import type { Outcome } from '../world.ts';

type TableRow = Pick<PlannedRow, 'outcome' | 'kind' | 'source' | 'project' | 'title' | 'adds'> & {
  reason: string | null;
  remarks: readonly string[];
};

export class ImportTable {
  readonly #counts = { new: 0, changed: 0, same: 0, refused: 0 };
  readonly #rows: TableRow[] = [];
  readonly #all: boolean;

  /** `all`: lists every row; otherwise only those that are refused. */
  constructor({ all }: { all: boolean }) {
    this.#all = all;
  }

  get rows(): number {
    return Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
  }

  add({ outcome, kind, source, project, title, adds, reason, remarks }: PlannedRow): void {
    this.#counts[outcome] += 1;
    if (!this.#all && outcome !== 'refused' && remarks.length === 0) return;
    const sentences = remarks.map(sentenceOf);
    this.#rows.push({
      ...{ outcome, kind, source, project, title, adds },
      ...{ reason: reason === null ? null : sentenceOf(reason), remarks: sentences },
    });
  }

  outcome(of: { links: readonly string[]; refusals: ImportRefusals; dryRun: boolean }): Outcome {
    const { links, refusals, dryRun } = of;
    const counts = this.#counts;
    const sum = `${counts.new} new, ${counts.changed} changed, ${counts.same} unchanged, ${counts.refused} refused.`;
    const complaints = [
      ...links.map((path) => `${path} is a link, which is not followed.`),
      ...(this.#all ? [] : this.#rows.map(complaintOf)),
      ...(refusals.mutations === 0 ? [] : [`${refusals.mutations} changes could not be made.`]),
      ...(refusals.files === 0 ? [] : [`The content of ${refusals.files} files could not be stored.`]),
    ];
    return {
      lines: [...(dryRun ? this.#rows.map(lineOf) : []), dryRun ? `It would be: ${sum}` : sum],
      json: { ...counts, dryRun, links, failed: refusals, rows: this.#rows },
      complaints,
      failed: counts.refused + refusals.mutations + refusals.files > 0,
    };
  }
}

function sentenceOf({ sentence, values }: Reason): string {
  return t(sentence, values);
}

const outcomeWidth = 'changed  '.length;

function lineOf(row: TableRow): string {
  const { outcome, kind, project, title, source, reason, remarks } = row;
  const name =
    kind === 'project' ? `${project}/` : [project, title].filter((part) => part !== '').join(' / ');
  const about = [addsOf(row), reason ?? '', ...remarks].filter((part) => part !== '').join(' ');
  const parts = [name, source === name ? '' : `(${source})`, about].filter((part) => part !== '');
  return `${outcome.padEnd(outcomeWidth)}${parts.join('  ')}`;
}

function addsOf({
  outcome,
  adds: { texts, notes, attributes, settings, runs, cases, changes },
}: TableRow): string {
  if (outcome !== 'changed') return '';
  const parts = [
    ...(texts > 0 ? [`${texts} texts`] : []),
    ...(notes > 0 ? [`${notes} notes`] : []),
    ...(attributes ? ['labels, tags or values'] : []),
    ...(settings ? ['settings'] : []),
    ...(runs > 0 ? [`${runs} kept runs`] : []),
    ...(cases > 0 ? [`${cases} test cases`] : []),
    ...(changes > 0 ? [`${changes} changes`] : []),
  ];
  return `adds ${parts.join(', ')}.`;
}

function complaintOf({ source, title, reason, remarks }: TableRow): string {
  return `${source || title || 'The files'}: ${reason ?? remarks.join(' ')}`;
}
