import { useEffect, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { problemMessages } from '#shared/model/messages.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { Library } from '../../../data/database/library.ts';
import { blobBytes } from '../../../data/resources/resources.ts';
import type { FetchBlob } from '../fetch-blob.ts';

export type BytesState =
  | { readonly phase: 'loading'; readonly percent: number | null }
  | { readonly phase: 'here'; readonly bytes: Blob }
  | { readonly phase: 'failed'; readonly message: string };

export const contentFailed = () => t('Failed to load file content');

export interface WantedBytes {
  readonly library: Library;
  readonly resource: Resource;
  readonly fetchBlob: FetchBlob;
  /** No longer: what is on its way is given up. */
  readonly wanted: boolean;
}

/** From this device, or else from the server. */
export function useBlob({ library, resource, fetchBlob, wanted }: WantedBytes): BytesState {
  const [state, setState] = useState<BytesState>({ phase: 'loading', percent: null });
  useEffect(() => {
    if (!wanted) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = (next: BytesState) => {
      if (!signal.aborted) setState(next);
    };
    const onProgress = (received: number, total: number) =>
      show({ phase: 'loading', percent: total > 0 ? Math.floor((100 * received) / total) : null });

    async function load(): Promise<void> {
      const here = await blobBytes(library, resource.sha256);
      if (here !== undefined) show({ phase: 'here', bytes: here });
      else if (!resource.available)
        show({
          phase: 'failed',
          message: t('Failed to load file: {reason}', { reason: t(problemMessages.bytes_missing) }),
        });
      else {
        const fetched = await fetchBlob(resource, onProgress, signal);
        show(fetched === null ? failed() : { phase: 'here', bytes: fetched });
      }
    }
    load().catch((error: unknown) => {
      console.error('A file could not be read.', error);
      show(failed());
    });
    return () => leaving.abort();
  }, [library, resource, fetchBlob, wanted]);
  return state;
}

const failed = (): BytesState => ({ phase: 'failed', message: contentFailed() });
