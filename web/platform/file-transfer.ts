/**
 * Bytes on their way, beside `api-client.ts`, whose rules hold here too: an answer that is not ours is no
 * answer, and nothing ever rejects.
 */
import type { ApiAnswer } from './api-client.ts';

export type FileRequest = {
  method: 'GET' | 'PUT' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  /** Sent raw. */
  bytes?: Blob;
  /** Of what is received; `total` is 0 where nobody said how much there will be. */
  onProgress?: (received: number, total: number) => void;
  signal?: AbortSignal;
};

/** `bytes`: of a successful answer that is no JSON. */
export type FileAnswer = (NonNullable<ApiAnswer> & { bytes?: ArrayBuffer }) | null;

export type TransferFile = (request: FileRequest) => Promise<FileAnswer>;

export type FileTransferDeps = {
  fetch(input: string, init: RequestInit): Promise<Response>;
  /** An answer without this header was not written by the sync node. */
  protocolHeader: string;
  /** How long nothing may move before it counts as broken off. */
  stallMs: number;
};

export function createFileTransfer({ fetch, protocolHeader, stallMs }: FileTransferDeps): TransferFile {
  return async ({ method, path, headers, bytes, onProgress, signal }) => {
    const stalled = new AbortController();
    let timer = setTimeout(() => stalled.abort(), stallMs);
    const moved = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(), stallMs);
    };
    try {
      const response = await fetch(path, {
        method,
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        headers: { ...(bytes === undefined ? {} : rawType), ...headers },
        ...(bytes === undefined ? {} : { body: bytes }),
        signal: signal === undefined ? stalled.signal : AbortSignal.any([stalled.signal, signal]),
      });
      if (response.headers.get(protocolHeader) === null) return null;
      const answer = { status: response.status, retryAfter: response.headers.get('Retry-After') };
      const isJson = /[/+]json\b/.test(response.headers.get('Content-Type') ?? '');
      if (response.ok && !isJsonAnswer(response, isJson)) {
        return { ...answer, body: undefined, bytes: await received(response, moved, onProgress) };
      }
      const text = await response.text();
      return { ...answer, body: text === '' || !isJson ? undefined : (JSON.parse(text) as unknown) };
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  };
}

const rawType = { 'content-type': 'application/octet-stream' };

/** A file may itself be JSON; what is about a file is never an attachment. */
function isJsonAnswer(response: Response, isJson: boolean): boolean {
  return isJson && response.headers.get('Content-Disposition') === null;
}

async function received(
  response: Response,
  moved: () => void,
  onProgress: FileRequest['onProgress'],
): Promise<ArrayBuffer> {
  const total = Number(response.headers.get('Content-Length') ?? 0);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let count = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    pieces.push(read.value);
    count += read.value.length;
    moved();
    onProgress?.(count, total);
  }
  return new Blob(pieces).arrayBuffer();
}
