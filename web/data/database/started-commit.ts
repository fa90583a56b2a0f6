/** A commit that is under way: the loop takes its lock while the disk writes, and has the batch with the end of the transaction. */
import type { PushMutation } from '#shared/sync/wire.ts';

/** `positions`: of its mutations in the outbox. `bytes`: of them as JSON, about. */
export type Batch = {
  mutations: PushMutation[];
  /** For each mutation the text that its own was made from, if that is known. */
  bases: (string | undefined)[];
  positions: number[];
  acknowledged: number;
  bytes: number;
  /** True if nothing else was left to be sent when the batch was taken. */
  isLast: boolean;
  /** When the oldest of these changes was made, in milliseconds of this device's clock. */
  oldestAt: number;
  /** The furthest place that the server named, and the account that it sends to: read with the batch. */
  known: { epoch: string; seq: number } | undefined;
  account: number;
};

export class StartedCommit {
  /** It is part of an act that is shown at its end: nobody waits to see this one. */
  readonly isPortion: boolean;
  readonly #stored = Promise.withResolvers<boolean>();
  #isAwaited = false;
  #batch: Batch | undefined;
  /** Resolves to whether anything was committed; never rejects. */
  readonly ended = this.#stored.promise;

  constructor({ isPortion = false }: { readonly isPortion?: boolean } = {}) {
    this.isPortion = isPortion;
  }

  /**
   * Waits for the end of the commit and returns the batch that it has stored as sent, which needs no second transaction;
   * undefined where its entries wait in the outbox, as those of a commit that was asked too late do.
   */
  async takeBatch(): Promise<Batch | undefined> {
    this.#isAwaited = true;
    return (await this.ended) ? this.#batch : undefined;
  }

  /** Whether a loop has asked for the batch. */
  get isAwaited(): boolean {
    return this.#isAwaited;
  }

  /** Whether this commit has stored a batch for the loop that asked. */
  get isTaken(): boolean {
    return this.#batch !== undefined;
  }

  /** `batch`: what the running transaction stores as sent; undefined where it begins once more. */
  store(batch: Batch | undefined): void {
    this.#batch = batch;
  }

  end(isStored: boolean): void {
    this.#stored.resolve(isStored);
  }
}
