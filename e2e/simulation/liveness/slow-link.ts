/**
 * A link with a bandwidth, a latency and a habit of breaking off, and perhaps a proxy that takes less than the
 * server does, in virtual time: what a browser's `fetch` and `XMLHttpRequest` are over it.
 */
import type { UploadingRequest } from '../../../web/platform/exchange.ts';
import type { VirtualTime } from './virtual-time.ts';

export type LinkConditions = {
  bytesPerSecond: number;
  latencyMs: number;
  /** After how many bytes of a request and its answer the connection breaks off; null: it does not. */
  drawCut(): number | null;
  /** A proxy that answers larger bodies with a 413 of its own, or closes while they are being sent. */
  proxy: { bodyBytes: number; answers: '413' | 'reset' } | null;
  /** Returns how this request fails on the way; undefined: it does not. */
  failure?(request: CarriedRequest): Promise<LinkFailure | undefined>;
};

/** `silence`: the connection stays open, and nothing ever comes. */
export type LinkFailure = 'reset' | 'silence' | Response;

export type LinkRequest = {
  at: number;
  method: string;
  path: string;
  sentBytes: number;
  /** Null: the connection broke off before there was an answer. */
  status: number | null;
};

export type SlowLink = {
  fetch(path: string, init: RequestInit): Promise<Response>;
  upload(): UploadingRequest;
  /** How many requests wait for virtual time, and for nothing else. */
  travelling(): number;
  requests: LinkRequest[];
};

export type Server = (request: Request) => Response | Promise<Response>;

export type CarriedRequest = {
  method: string;
  path: string;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
};
type Answered = { status: number; headers: Headers; body: ReadableStream<Uint8Array<ArrayBuffer>> };
type Watched = { signal?: AbortSignal | undefined; onCarried?(bytes: number): void };

const origin = 'http://127.0.0.1';
/** Counts bytes as sent as soon as they lie in a buffer on the way, as a browser does. */
const bufferBytes = 128 * 1024;
const foreverMs = 1_000_000_000;

export function slowLink(
  time: VirtualTime,
  { server, cookie, conditions }: { server: Server; cookie: string; conditions: LinkConditions },
): SlowLink {
  const { bytesPerSecond, latencyMs, proxy } = conditions;
  const requests: LinkRequest[] = [];
  let travelling = 0;
  const travel = async (milliseconds: number, signal: AbortSignal | undefined) => {
    travelling += 1;
    try {
      await time.sleep(milliseconds, signal);
    } finally {
      travelling -= 1;
    }
  };

  /** A second's worth at a time. */
  const carry = async (bytes: number, { signal, onCarried }: Watched) => {
    for (let at = 0; at < bytes; ) {
      const piece = Math.min(Math.max(bytesPerSecond, 4096), bytes - at);
      await travel((piece / bytesPerSecond) * 1000, signal);
      at += piece;
      onCarried?.(at);
    }
  };

  const exchange = async (request: CarriedRequest, watched: Watched): Promise<Answered> => {
    const { method, path, headers, body } = request;
    const cut = conditions.drawCut() ?? Number.POSITIVE_INFINITY;
    const record: LinkRequest = { at: time.now(), method, path, sentBytes: body.length, status: null };
    requests.push(record);
    await travel(latencyMs, watched.signal);
    if (proxy !== null && body.length > proxy.bodyBytes) {
      await carry(Math.min(proxy.bodyBytes, cut), watched);
      if (proxy.answers === 'reset') throw brokenOff();
      record.status = 413;
      return { status: 413, headers: new Headers(), body: new Blob(['<html>']).stream() };
    }
    await carry(Math.min(body.length, cut), watched);
    if (cut <= body.length) throw brokenOff();
    const failure = await conditions.failure?.(request);
    if (failure === 'silence') await travel(foreverMs, watched.signal);
    if (failure === 'reset' || failure === 'silence') throw brokenOff();
    headers.set('cookie', cookie);
    const sent = method === 'GET' ? {} : { body };
    const answer = failure ?? (await server(new Request(`${origin}${path}`, { method, headers, ...sent })));
    const answered = new Uint8Array(await answer.arrayBuffer());
    await travel(latencyMs, watched.signal);
    record.status = answer.status;
    const left = cut - body.length;
    return {
      status: answer.status,
      headers: answer.headers,
      body: streamed(answered, {
        left,
        pieceBytes: Math.max(bytesPerSecond, 4096),
        carry: (bytes) => carry(bytes, watched),
      }),
    };
  };

  return {
    requests,
    travelling: () => travelling,
    async fetch(path, { method = 'GET', headers, body, signal }) {
      const bytes = new Uint8Array(await new Response(body ?? null).arrayBuffer());
      const answer = await exchange(
        { method, path, headers: new Headers(headers), body: bytes },
        { signal: signal ?? undefined },
      );
      return new Response(answer.body, answer);
    },
    upload: () => simulatedUpload(exchange),
  };
}

/** The bytes of an answer as they arrive, read no faster than that. */
function streamed(
  body: Uint8Array<ArrayBuffer>,
  { left, pieceBytes, carry }: { left: number; pieceBytes: number; carry(bytes: number): Promise<void> },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const piece = body.subarray(at, Math.min(at + pieceBytes, left, body.length));
        await carry(piece.length);
        at += piece.length;
        if (piece.length > 0) controller.enqueue(piece);
        if (at >= body.length) controller.close();
        else if (at >= left) controller.error(brokenOff());
      },
    },
    { highWaterMark: 0 },
  );
}

/** As much of XMLHttpRequest as uploads need, with its events in their order. */
function simulatedUpload(
  exchange: (request: CarriedRequest, watched: Watched) => Promise<Answered>,
): UploadingRequest {
  const upload = new EventTarget();
  const request = new EventTarget();
  const aborting = new AbortController();
  const asked = { method: 'POST', path: '', headers: new Headers() };
  let answered: Answered | undefined;
  const happen = (target: EventTarget, type: string, amounts = { loaded: 0, total: 0 }) =>
    target.dispatchEvent(Object.assign(new Event(type), amounts));

  const run = async (blob: Blob) => {
    const body = new Uint8Array(await blob.arrayBuffer());
    let reported = 0;
    const report = (carried: number) => {
      const before = reported;
      reported = Math.min(body.length, carried + bufferBytes);
      if (reported === before) return;
      happen(upload, 'progress', { loaded: reported, total: body.length });
      if (reported === body.length) happen(upload, 'load');
    };
    report(0);
    const watched = { signal: aborting.signal, onCarried: report };
    answered = await exchange({ ...asked, body }, watched);
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for await (const piece of answered.body) {
      pieces.push(piece);
      happen(request, 'progress', { loaded: pieces.length, total: 0 });
    }
    scripted.response = await new Blob(pieces).arrayBuffer();
    scripted.status = answered.status;
    happen(request, 'load');
  };
  const scripted = Object.assign(request, {
    upload,
    responseType: 'arraybuffer' as const,
    response: new ArrayBuffer(0),
    responseURL: '',
    status: 0,
    open(method: string, path: string) {
      Object.assign(asked, { method, path });
    },
    setRequestHeader: (name: string, content: string) => asked.headers.set(name, content),
    getResponseHeader: (name: string) => answered?.headers.get(name) ?? null,
    send(body: unknown) {
      const blob =
        body instanceof Blob ? body : new Blob(body instanceof Uint8Array ? [new Uint8Array(body)] : []);
      run(blob).catch(() => happen(request, aborting.signal.aborted ? 'abort' : 'error'));
    },
    abort: () => aborting.abort(),
  });
  return scripted;
}

function brokenOff(): TypeError {
  return new TypeError('The connection broke off.');
}
