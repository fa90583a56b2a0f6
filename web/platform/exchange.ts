/**
 * One HTTP request and its answer as bytes, with an eye on whether anything still moves.
 *
 * 1. Ends on a stall, never on a total time: as long as bytes move in either direction, a slow link is a good one.
 * 2. What was sent is seen moving only by XMLHttpRequest; `fetch` reads everything else, because it can name a redirect
 *    instead of following it: the server sends none, so somebody on the way did.
 * 3. An upload's progress runs ahead by what lies in buffers on the way, so the answer after the last byte is
 *    waited for longer.
 * 4. Rejects where no whole answer came; what an answer means is up to the caller.
 */

export type ExchangeRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | Blob;
  signal?: AbortSignal | undefined;
  /** The bytes received so far; `total` is 0 where it is not known. */
  onProgress?: ((received: number, total: number) => void) | undefined;
};

export type ExchangeAnswer = {
  status: number;
  header(name: string): string | null;
  bytes: ArrayBuffer;
};

export type Exchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>;

/** The part of XMLHttpRequest that is used. */
export type UploadingRequest = Pick<
  XMLHttpRequest,
  | 'open'
  | 'send'
  | 'abort'
  | 'setRequestHeader'
  | 'getResponseHeader'
  | 'responseType'
  | 'response'
  | 'responseURL'
  | 'status'
  | 'addEventListener'
> & { upload: Pick<XMLHttpRequestUpload, 'addEventListener'> };

export type ExchangeDeps = {
  /** Put before every path: '' or like '/promptory'. */
  base?: string;
  fetch(input: string, init: RequestInit): Promise<Response>;
  /** Absent where there is none: then a body is given all the time that it could take. */
  upload?: () => UploadingRequest;
  /** How long nothing may move before it counts as broken off. */
  stallMs: number;
};

/** The slowest link that is waited for, in bytes a millisecond, and what buffers on the way hold at most. */
const slowest = 2;
const buffered = 256 * 1024;

export function createExchange({ base = '', fetch, upload, stallMs }: ExchangeDeps): Exchange {
  return (given) => {
    const request = { ...given, path: `${base}${given.path}` };
    return request.body === undefined || upload === undefined
      ? fetched(request, { fetch, stallMs })
      : uploaded(request, { open: upload, stallMs });
  };
}

async function fetched(
  request: ExchangeRequest,
  { fetch, stallMs }: Pick<ExchangeDeps, 'fetch' | 'stallMs'>,
): Promise<ExchangeAnswer> {
  const { method, path, headers, body, signal, onProgress } = request;
  const stalled = new AbortController();
  const watch = watchStall(stallMs, () => stalled.abort());
  watch.moved(sizeOf(body) / slowest);
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'manual',
      headers,
      ...(body === undefined ? {} : { body }),
      signal: signal === undefined ? stalled.signal : AbortSignal.any([stalled.signal, signal]),
    });
    if (response.type === 'opaqueredirect') return redirected;
    const total = Number(response.headers.get('Content-Length') ?? 0);
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let count = 0;
    watch.moved();
    const reader = response.body?.getReader();
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      pieces.push(read.value);
      count += read.value.length;
      watch.moved();
      onProgress?.(count, total);
    }
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      bytes: joined(pieces, count),
    };
  } finally {
    watch.end();
  }
}

/** A browser tells nothing more of a redirect that is not followed. */
const redirected: ExchangeAnswer = { status: 302, header: () => null, bytes: new ArrayBuffer(0) };

/** In memory, where a Blob of them would be a file's way to another process and back. */
function joined(pieces: readonly Uint8Array[], count: number): ArrayBuffer {
  const bytes = new Uint8Array(count);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes.buffer;
}

function uploaded(
  { method, path, headers, body, signal, onProgress }: ExchangeRequest,
  { open, stallMs }: { open(): UploadingRequest; stallMs: number },
): Promise<ExchangeAnswer> {
  return new Promise<ExchangeAnswer>((resolve, reject) => {
    signal?.throwIfAborted();
    const request = open();
    const watch = watchStall(stallMs, () => request.abort());
    const abort = () => request.abort();
    const ended = (settle: () => void) => () => {
      watch.end();
      signal?.removeEventListener('abort', abort);
      settle();
    };
    signal?.addEventListener('abort', abort);
    request.open(method, path);
    request.responseType = 'arraybuffer';
    for (const [name, content] of Object.entries(headers)) request.setRequestHeader(name, content);
    request.upload.addEventListener('progress', () => watch.moved());
    request.upload.addEventListener('load', () => {
      watch.moved(Math.min(sizeOf(body), buffered) / slowest);
    });
    request.addEventListener('progress', ({ loaded, total }) => {
      watch.moved();
      onProgress?.(loaded, total);
    });
    const failed = ended(() => reject(new Error('No answer.')));
    request.addEventListener('error', failed);
    request.addEventListener('abort', failed);
    request.addEventListener(
      'load',
      ended(() => {
        const bytes: unknown = request.response;
        if (!(bytes instanceof ArrayBuffer) || wasRedirected(request.responseURL, path)) {
          reject(new Error('Not what was asked for.'));
        } else {
          resolve({ status: request.status, header: (name) => request.getResponseHeader(name), bytes });
        }
      }),
    );
    watch.moved();
    request.send(body);
  });
}

/** It follows redirects by itself: what comes from elsewhere (a captive portal) is no answer to this. */
function wasRedirected(responseUrl: string, path: string): boolean {
  if (responseUrl === '') return false;
  const { pathname, search } = new URL(responseUrl);
  return `${pathname}${search}` !== path;
}

function watchStall(stallMs: number, onStall: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Something moved; `patienceMs`: how much longer than usual nothing may be seen to move after it. */
    moved(patienceMs = 0) {
      clearTimeout(timer);
      timer = setTimeout(onStall, stallMs + patienceMs);
    },
    end: () => clearTimeout(timer),
  };
}

function sizeOf(body: ExchangeRequest['body']): number {
  if (body === undefined) return 0;
  return body instanceof Blob ? body.size : body.byteLength;
}
