/**
 * The network between devices and the server. A request waits here until the world decides what becomes of
 * it; therefore only one thing runs at a time, and a seed replays exactly.
 */
import { protocolHeader } from '#shared/sync/wire.ts';
import type { ApiRequest } from '../../web/platform/api-client.ts';
import type { FileAnswer } from '../../web/platform/file-transfer.ts';

/** JSON, or a piece of a file; and what is answered, which may be a file. */
export type NetworkRequest = ApiRequest & { bytes?: Blob };
export type NetworkAnswer = FileAnswer;

/** Answers a request as the real server does. */
export type Server = (request: Request) => Response | Promise<Response>;

/** What became of one request. */
export const fates = [
  'delivered',
  'lost',
  'answerLost',
  'duplicated',
  'serverError',
  'captivePortal',
  'broken',
  'cutShort',
] as const;
export type Fate = (typeof fates)[number];

export type Waiting = {
  device: string;
  /** What of the device goes on with the answer: a round of text, or a pass of its files. */
  lane: 'text' | 'files';
  request: NetworkRequest;
  cookie: string;
  resolve(answer: NetworkAnswer): void;
};

export type SimulatedNetwork = {
  waiting: Waiting[];
  /** Copies that a slow path delivers long after everybody stopped waiting for them. */
  late: { request: NetworkRequest; cookie: string }[];
  counts: Record<Fate | 'late', number>;
  deliver(waiting: Waiting, fate: Fate): Promise<void>;
  deliverLate(index: number): Promise<void>;
  /** Straight through, with nothing tampered with: for looking at the server at the end of a run. */
  askServer(request: NetworkRequest, cookie: string): Promise<NetworkAnswer>;
};

/** What a negative control does to a request on its way to the server, and to the answer on its way back. */
export type Tampering = {
  request(request: NetworkRequest, cookie: string): { request: NetworkRequest; cookie: string };
  answer(answer: NetworkAnswer, asked: NetworkRequest): NetworkAnswer;
};

export function simulatedNetwork(server: Server, tampering: Tampering | null): SimulatedNetwork {
  const ask = async (asked: NetworkRequest, cookieAsked: string): Promise<NetworkAnswer> => {
    const sent = tampering?.request(asked, cookieAsked) ?? { request: asked, cookie: cookieAsked };
    const answer = await askServer(sent.request, sent.cookie);
    return tampering === null ? answer : tampering.answer(answer, asked);
  };
  const askServer = async (request: NetworkRequest, cookie: string): Promise<NetworkAnswer> => {
    const { method, path, headers, body, bytes } = request;
    const type = bytes === undefined ? 'application/json' : 'application/octet-stream';
    const sent = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await server(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: { cookie, 'content-type': type, ...headers },
        ...(sent === undefined ? {} : { body: sent }),
      }),
    );
    if (response.headers.get(protocolHeader) === null) return null;
    const answer = { status: response.status, retryAfter: response.headers.get('Retry-After') };
    if (response.ok && response.headers.has('Content-Disposition')) {
      return { ...answer, body: undefined, bytes: await response.arrayBuffer() };
    }
    const text = await response.text();
    return { ...answer, body: text === '' ? undefined : JSON.parse(text) };
  };
  const network: SimulatedNetwork = {
    waiting: [],
    late: [],
    counts: {
      delivered: 0,
      lost: 0,
      answerLost: 0,
      duplicated: 0,
      serverError: 0,
      captivePortal: 0,
      broken: 0,
      cutShort: 0,
      late: 0,
    },
    askServer,
    async deliver(waiting, fate) {
      network.waiting.splice(network.waiting.indexOf(waiting), 1);
      network.counts[fate] += 1;
      waiting.resolve(await answerFor(waiting, fate));
    },
    async deliverLate(index) {
      const [copy] = network.late.splice(index, 1);
      if (copy === undefined) return;
      network.counts.late += 1;
      await ask(copy.request, copy.cookie);
    },
  };
  const answerFor = async ({ request, cookie }: Waiting, fate: Fate): Promise<NetworkAnswer> => {
    switch (fate) {
      case 'delivered':
        return ask(request, cookie);
      case 'lost':
      case 'captivePortal':
        return null;
      case 'answerLost':
        await ask(request, cookie);
        network.late.push({ request, cookie });
        return null;
      case 'duplicated':
        await ask(request, cookie);
        return ask(request, cookie);
      case 'serverError':
        return { status: 500, retryAfter: null, body: undefined };
      case 'broken':
        await ask(request, cookie);
        return { status: 200, retryAfter: null, body: {} };
      case 'cutShort':
        if (request.bytes !== undefined) {
          const half = request.bytes.slice(0, Math.floor(request.bytes.size / 2));
          await ask({ ...request, bytes: half }, cookie);
        }
        return null;
    }
  };
  return network;
}
