/**
 * The network between devices and the server. A request waits here until the world decides what becomes of
 * it; therefore only one thing runs at a time, and a seed replays exactly.
 */
import { limits } from '#shared/model/limits.ts';
import { protocolHeader } from '#shared/sync/wire.ts';
import type { ApiRequest } from '../../web/platform/api-client.ts';
import type { BlobAnswer } from '../../web/platform/blob-transfer.ts';

/** JSON, or a piece of a file; and what is answered, which may be a file. */
export type NetworkRequest = ApiRequest & { bytes?: Blob };
export type NetworkAnswer = BlobAnswer;

const tooLarge = {
  type: 'urn:promptory:problem:too_large',
  title: 'Too large',
  status: 413,
  code: 'too_large',
};

/** Answers a request as the real server does. `by`: the world looks at it past everything that may happen to a device's. */
export type Server = (request: Request, by: 'device' | 'world') => Response | Promise<Response>;

/** Describes the outcome of one request. */
export const fates = [
  'delivered',
  'lost',
  'answerLost',
  'duplicated',
  'serverError',
  'captivePortal',
  'broken',
  'cutShort',
  'tooLarge',
] as const;
/** `outdated`: the server wants a newer app; only where the app is an older one. */
export type Fate = (typeof fates)[number] | 'outdated';

export type Waiting = {
  device: string;
  /** Names the part of the device that gets the answer: a round of text, or a pass of its files. */
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

/** Lets a negative control change a request on its way to the server, and the answer on its way back. */
export type Tampering = {
  request(request: NetworkRequest, cookie: string): { request: NetworkRequest; cookie: string };
  answer(answer: NetworkAnswer, asked: NetworkRequest): NetworkAnswer;
};

/**
 * `isNewer`: the server's answers have fields that this client does not know. `page`: how many changes it
 * gives at a time.
 */
export function simulatedNetwork(
  server: Server,
  { tampering, isNewer, page }: { tampering: Tampering | null; isNewer: boolean; page: number },
): SimulatedNetwork {
  const ask = async (asked: NetworkRequest, cookieAsked: string): Promise<NetworkAnswer> => {
    const sent = tampering?.request(asked, cookieAsked) ?? { request: asked, cookie: cookieAsked };
    const path = sent.request.path.replace(`limit=${limits.changesPage}`, `limit=${page}`);
    const plain = await send({ ...sent.request, path }, { cookie: sent.cookie, by: 'device' });
    const answer = isNewer ? withUnknownFields(plain) : plain;
    return tampering === null ? answer : tampering.answer(answer, asked);
  };
  const send = async (
    request: NetworkRequest,
    { cookie, by }: { cookie: string; by: 'device' | 'world' },
  ): Promise<NetworkAnswer> => {
    const { method, path, headers, body, bytes } = request;
    const type = bytes === undefined ? 'application/json' : 'application/octet-stream';
    const sent = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await server(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: { cookie, 'content-type': type, ...headers },
        ...(sent === undefined ? {} : { body: sent }),
      }),
      by,
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
      tooLarge: 0,
      outdated: 0,
      late: 0,
    },
    askServer: (request, cookie) => send(request, { cookie, by: 'world' }),
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
    switch (request.method === 'GET' && fate === 'tooLarge' ? 'lost' : fate) {
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
      case 'tooLarge':
        // A proxy on the way that takes less than the server does.
        return { status: 413, retryAfter: null, body: tooLarge };
      case 'outdated':
        return { status: 426, retryAfter: null, body: { code: 'update_needed' } };
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

/** Holds the field of a newer server's row that no client here knows, and that must be preserved. */
export function withUnknownField<Row extends object>(key: string, row: Row): Row & { fromLater: string } {
  return { ...row, fromLater: key };
}

function withUnknownFields(answer: NetworkAnswer): NetworkAnswer {
  const body = Object(answer?.body);
  if (answer === null) return answer;
  if (Array.isArray(body.changes)) {
    const changes = body.changes.map((change: { type: string; id: unknown; row?: object }) => ({
      ...change,
      fromLater: true,
      ...(change.row === undefined
        ? {}
        : { row: withUnknownField(`${change.type}:${change.id}`, change.row) }),
    }));
    return { ...answer, body: { ...body, changes, fromLater: true } };
  }
  if (!Array.isArray(body.results)) return answer;
  const results = body.results.map((result: object) => ({ ...result, fromLater: true }));
  return { ...answer, body: { ...body, results, fromLater: true } };
}
