/** Declares what page and worker send each other while cases come from a file or go to one. */
import type { Reason } from '#shared/library-files/files.ts';
import type { CaseFormat } from '#shared/library-files/formats/cases/write-cases.ts';
import type { CaseCreation } from '#shared/library-files/plan/plan-test-cases.ts';

type OfPrompt = { readonly databaseName: string; readonly promptId: number };

export type CaseFilesRequest =
  /** Shows what a file would add, and keeps the plan. */
  | (OfPrompt & { readonly kind: 'look'; readonly file: File })
  /** After a look: asks for the next portion of its plan. */
  | { readonly kind: 'next' }
  | (OfPrompt & { readonly kind: 'write'; readonly format: CaseFormat });

/** Counts and names the changes that a file would make to the cases of a prompt. */
export type CasesLook = {
  readonly cases: number;
  readonly checks: number;
  /** Checks that are kept as they are, and not judged here. */
  readonly unjudged: number;
  /** Cases that the prompt has. */
  readonly known: number;
  readonly refused: number;
  /** Values that belong to no variable of the prompt, by name. */
  readonly unused: readonly string[];
  /** Lists losses: what is in the file and does not come along. */
  readonly remarks: readonly Reason[];
};

export type CaseFilesAnswer =
  | { readonly kind: 'looked'; readonly look: CasesLook }
  /** The file has no cases that can be read. */
  | { readonly kind: 'unread'; readonly reason: Reason }
  /** Empty: there is no further one. */
  | { readonly kind: 'portion'; readonly creations: readonly CaseCreation[] }
  | { readonly kind: 'written'; readonly file: Blob }
  | { readonly kind: 'failed' };
