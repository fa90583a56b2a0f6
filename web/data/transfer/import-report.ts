/** Declares the report of an import, and what its parts share. */

import type { ManyCommits } from '../commit/commit-many.ts';
import type { CommitOutcome } from '../commit/commit-outcome.ts';
import type { Library } from '../database/library.ts';
import type { LibraryExport } from './library-export.ts';

export type ImportReport = {
  projects: number;
  prompts: number;
  versions: number;
  /** Texts in other words than here, which are kept as versions. */
  texts: number;
  /** Notes of known prompts that are not here, or not in these words. */
  notes: number;
  resources: number;
  /** Changes that were pending elsewhere and were committed here. */
  changes: number;
  /** In words, with the reason. */
  notApplied: { what: string; why: string }[];
};

export function emptyReport(): ImportReport {
  const rows = { projects: 0, prompts: 0, versions: 0, resources: 0 };
  return { ...rows, texts: 0, notes: 0, changes: 0, notApplied: [] };
}

/** One portion of a file, in its transaction. Whoever says something reads ahead what it is about. */
export type Bringing = { library: Library; file: LibraryExport; report: ImportReport; many: ManyCommits };

/** Returns whether it was committed; otherwise the report names it. */
export function addNamed(
  { many, report }: Bringing,
  what: string,
  [name, args]: Parameters<ManyCommits['add']>,
): boolean {
  const outcome = many.add(name, args);
  if (!outcome.ok) report.notApplied.push({ what, why: whyNot(outcome) });
  return outcome.ok;
}

export function whyNot(outcome: Extract<CommitOutcome, { ok: false }>): string {
  const [first] = outcome.errors;
  if (first !== undefined) return first.message;
  return outcome.code === 'not_found' ? 'What it is about is not in this library.' : outcome.code;
}
