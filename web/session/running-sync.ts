import type { Resource } from '#shared/model/resource.ts';
import type { BlobsFetched } from '../data/resources/blob-readiness.ts';
import type { WhoseWords } from '../data/take-over/take-over-plan.ts';

/** The loop of the open library; `main.tsx` starts it. */
export interface RunningSync {
  syncNow(options?: { allowRemovals?: boolean }): Promise<unknown>;
  /** After a person decided whose words count where the server's history is another one. */
  rejoin(keep: WhoseWords): Promise<unknown>;
  /** After the same person signed in again, under this account of the server. */
  resume(account: number): Promise<void>;
  stop(): void;
  readonly files: BlobsOfServer;
}

/** Bytes that may not be on this device. */
export interface BlobsOfServer {
  /** From this device, or else from the server, and then they stay here. Null where neither gives them. */
  fetchBlob(
    resource: Resource,
    onProgress?: (received: number, total: number) => void,
    signal?: AbortSignal,
  ): Promise<Blob | null>;
  /** Every file of the library that fits on this device. */
  fetchAll(signal?: AbortSignal): Promise<BlobsFetched>;
  /** There may be something to upload or to fetch: after a retry, or when a project's files are to be kept. */
  wake(): void;
}
