import type { RowSet } from '#shared/mutations/row-set.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import type { ConfirmedChange } from './confirm-changes.ts';

/** A page of the feed and what it did to the outbox, for the notices about it. */
export type Pulled = {
  changes: readonly ConfirmedChange[];
  /** The server's rows as they were before this page, and as they are now. */
  before: RowSet;
  confirmed: RowSet;
  /** Entries that this page finished, that are still pending, and that gave way. */
  finished: readonly OutboxEntry[];
  open: readonly OutboxEntry[];
  letGo: readonly OutboxEntry[];
};
