/**
 * Measures the link to the server, for as long as the loop runs: how much one push and one page of
 * changes may carry, and where a proxy on the way draws its line. Sizes are bytes on the wire.
 */
import { limits } from '#shared/model/limits.ts';
import { afterFailure, afterPass, initialBudget } from '#shared/sync/transfer-budget.ts';

export type Link = {
  /** Bytes of JSON that the next push may have; compressed they are what the link carries. */
  pushBytes(): number;
  /** `sent`: on the wire. */
  pushPassed(push: { json: number; sent: number; ms: number }): void;
  pushBrokeOff(push: { json: number }): void;
  pushTooLarge(push: { json: number; sent: number }): void;
  /** Returns the largest size that passed and the smallest that was too large; undefined if nothing was. */
  sizeLimit(): SizeLimit | undefined;
  pageBytes(): number;
  pagePassed(page: { bytes: number; ms: number }): void;
  pageBrokeOff(): void;
};

/** The largest push that passed, and the smallest that did not. */
export type SizeLimit = { passed: number; refused: number };

/** Closer than this, the line is known. */
const closeEnough = 0.9;

/** After so many pushes near the line a larger one is tried; each that is refused makes the next one wait twice as long. */
const firstPatience = 16;
const mostPatience = 1024;

export function createLink(): Link {
  let up = initialBudget(limits.pushBytes);
  let down = initialBudget(limits.changesPageBytes);
  /** Bytes on the wire for one of JSON, in the last push that was worth measuring. */
  let ratio = 1;
  let passed = 0;
  let refused: number | undefined;
  /** Pushes near the line since the last refusal: it may have been a proxy in trouble, or another one by now. */
  let calm = 0;
  let patience = firstPatience;

  const line = (least: number) => (passed > least * closeEnough ? passed : (passed + least) / 2);
  const allowed = () => {
    if (refused === undefined) return up.bytes;
    return Math.min(up.bytes, calm < patience ? line(refused) : refused * 2);
  };
  return {
    pushBytes: () => Math.min(limits.pushBytes, Math.round(allowed() / ratio)),
    pushPassed({ json, sent, ms }) {
      up = afterPass(up, { bytes: sent, ms });
      if (json > 0) ratio = Math.min(Math.max(sent / json, 0.05), 3);
      if (refused !== undefined && sent * 2 >= line(refused)) calm += 1;
      passed = Math.max(passed, sent);
      if (refused === undefined || passed < refused) return;
      refused = undefined;
      calm = 0;
      patience = firstPatience;
    },
    pushBrokeOff({ json }) {
      up = afterFailure(up, { bytes: json * ratio });
    },
    pushTooLarge({ json, sent }) {
      if (json > 0) ratio = Math.min(Math.max(sent / json, 0.05), 3);
      if (calm >= patience) patience = Math.min(patience * 2, mostPatience);
      calm = 0;
      refused = Math.min(refused ?? sent, sent);
      if (passed >= refused) passed = 0;
      up = afterFailure(up, { bytes: sent });
    },
    sizeLimit: () => (refused === undefined ? undefined : { passed, refused }),
    pageBytes: () => down.bytes,
    pagePassed(page) {
      down = afterPass(down, page);
    },
    pageBrokeOff() {
      down = afterFailure(down, { bytes: down.bytes });
    },
  };
}
