/** How a commit ends. */
import type { FieldError, ProblemCode } from '#shared/model/problem.ts';

/** `signing_out`: a tab of this device is signing the person out, and nothing more is taken into the library. */
export type CommitRefusal = ProblemCode | 'signing_out';
export type CommitOutcome = { ok: true } | { ok: false; code: CommitRefusal; errors: readonly FieldError[] };

export const refusedForSigningOut: Extract<CommitOutcome, { ok: false }> = {
  ok: false,
  code: 'signing_out',
  errors: [],
};

/** A mutation that these rows do not take, or that is not one. */
export type MutationRefused = { ok: false; code: ProblemCode; errors: readonly FieldError[] };
