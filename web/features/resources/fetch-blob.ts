import type { Resource } from '#shared/model/resource.ts';

/** Bytes that are not on this device. Null: the server did not give them. */
export type FetchBlob = (
  resource: Resource,
  onProgress?: (received: number, total: number) => void,
  signal?: AbortSignal,
) => Promise<Blob | null>;
