/**
 * Decides how many bytes the next request may carry, in one direction of one link.
 *
 *   passed quickly -> grows, at most twofold     cut off, stalled, too large -> half of what was tried
 *
 * 1. Never below `least`: a request carries at least one mutation or one row, however small the budget is.
 * 2. Aims at `aimMs` a request: what is measured on a slow link shrinks it before anything breaks off.
 * 3. A growth that is followed by a failure makes the next one wait for more successes, so that a link which
 *    cuts after N bytes does not lose every second request.
 * 4. A request that did not use the budget says nothing about a larger one.
 */

export type TransferBudget = {
  bytes: number;
  most: number;
  /** The largest that passed since the last failure; 0: none. */
  passed: number;
  /** How many successes in a row a growth needs, and how many there were. */
  patience: number;
  calm: number;
};

export const transfer = {
  least: 256,
  first: 128 * 1024,
  aimMs: 5_000,
  mostPatience: 64,
} as const;

/** `most`: what a request of this direction carries at best. */
export function initialBudget(most: number): TransferBudget {
  return { bytes: Math.min(transfer.first, most), most, passed: 0, patience: 1, calm: 0 };
}

/** Returns the budget after a request of so many bytes was answered. */
export function afterPass(
  budget: TransferBudget,
  { bytes, ms }: { bytes: number; ms: number },
): TransferBudget {
  if (bytes * 2 < budget.bytes) return budget;
  const aimed = Math.round((bytes * transfer.aimMs) / Math.max(ms, 1));
  const passed = Math.max(budget.passed, bytes);
  if (aimed < budget.bytes) return { ...resized(budget, Math.max(aimed, budget.bytes / 2)), passed };
  // A growth that passed: the link is better than it was.
  const isBetter = budget.passed > 0 && bytes > budget.passed * 1.5;
  const patience = isBetter ? Math.max(1, budget.patience / 2) : budget.patience;
  const calm = budget.calm + 1;
  if (calm < patience) return { ...budget, passed, patience, calm };
  return { ...resized(budget, Math.min(aimed, budget.bytes * 2)), passed, patience, calm: 0 };
}

/** Returns the budget after a request of so many bytes broke off, stalled, or was too large for somebody. */
export function afterFailure(budget: TransferBudget, { bytes }: { bytes: number }): TransferBudget {
  const wasGrown = budget.passed > 0 && bytes > budget.passed;
  const patience = wasGrown ? Math.min(budget.patience * 2, transfer.mostPatience) : budget.patience;
  const tried = Math.min(budget.bytes, bytes);
  return { ...resized(budget, tried / 2), passed: 0, patience, calm: 0 };
}

function resized(budget: TransferBudget, bytes: number): TransferBudget {
  return { ...budget, bytes: Math.round(Math.min(Math.max(bytes, transfer.least), budget.most)) };
}
