/**
 * Bytes on their way, beside `api-client.ts`, whose rules hold here too: an answer that is not ours is no
 * answer, and nothing ever rejects.
 */
import type { ApiAnswer } from './api-client.ts';
import type { Exchange, ExchangeAnswer } from './exchange.ts';

export type BlobRequest = {
  method: 'GET' | 'PUT' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  /** Sent raw. */
  bytes?: Blob;
  /** The bytes received so far; `total` is 0 where it is not known. */
  onProgress?: (received: number, total: number) => void;
  signal?: AbortSignal;
};

/** `bytes`: of a successful answer that is no JSON. */
export type BlobAnswer = (NonNullable<ApiAnswer> & { bytes?: ArrayBuffer }) | null;

export type TransferBlob = (request: BlobRequest) => Promise<BlobAnswer>;

export type BlobTransferDeps = {
  exchange: Exchange;
  /** An answer without this header was not written by the sync node. */
  protocolHeader: string;
};

export function createBlobTransfer({ exchange, protocolHeader }: BlobTransferDeps): TransferBlob {
  return async ({ method, path, headers, bytes, onProgress, signal }) => {
    try {
      const answer = await exchange({
        method,
        path,
        headers: { ...(bytes === undefined ? {} : rawType), ...headers },
        ...(bytes === undefined ? {} : { body: bytes }),
        onProgress,
        signal,
      });
      if (answer.header(protocolHeader) === null) return null;
      const outcome = { status: answer.status, retryAfter: answer.header('Retry-After') };
      const isJson = /[/+]json\b/.test(answer.header('Content-Type') ?? '');
      const isOk = answer.status >= 200 && answer.status < 300;
      if (isOk && !isJsonAnswer(answer, isJson)) return { ...outcome, body: undefined, bytes: answer.bytes };
      const text = new TextDecoder().decode(answer.bytes);
      return { ...outcome, body: text === '' || !isJson ? undefined : (JSON.parse(text) as unknown) };
    } catch {
      return null;
    }
  };
}

const rawType = { 'content-type': 'application/octet-stream' };

/** A file may itself be JSON; what is about a file is never an attachment. */
function isJsonAnswer(answer: ExchangeAnswer, isJson: boolean): boolean {
  return isJson && answer.header('Content-Disposition') === null;
}
