/**
 * The network between devices and the server. A request waits here until the world decides what becomes of
 * it; therefore only one thing runs at a time, and a seed replays exactly.
 */
import type { Answer } from '#shared/sync/classify-answer.ts';
import { protocolHeader } from '#shared/sync/wire.ts';
import type { ApiRequest } from '../../web/platform/api-client.ts';

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
] as const;
export type Fate = (typeof fates)[number];

export type Waiting = {
  device: string;
  request: ApiRequest;
  cookie: string;
  resolve(answer: Answer): void;
};

export type SimulatedNetwork = {
  waiting: Waiting[];
  /** Copies that a slow path delivers long after everybody stopped waiting for them. */
  late: { request: ApiRequest; cookie: string }[];
  counts: Record<Fate | 'late', number>;
  deliver(waiting: Waiting, fate: Fate): Promise<void>;
  deliverLate(index: number): Promise<void>;
  /** Straight through, with nothing tampered with: for looking at the server at the end of a run. */
  askServer(request: ApiRequest, cookie: string): Promise<Answer>;
};

/** What a negative control does to a request on its way to the server, and to the answer on its way back. */
export type Tampering = {
  request(request: ApiRequest, cookie: string): { request: ApiRequest; cookie: string };
  answer(answer: Answer, asked: ApiRequest): Answer;
};

export function simulatedNetwork(server: Server, tampering: Tampering | null): SimulatedNetwork {
  const ask = async (asked: ApiRequest, cookieAsked: string): Promise<Answer> => {
    const sent = tampering?.request(asked, cookieAsked) ?? { request: asked, cookie: cookieAsked };
    const answer = await askServer(sent.request, sent.cookie);
    return tampering === null ? answer : tampering.answer(answer, asked);
  };
  const askServer = async (request: ApiRequest, cookie: string): Promise<Answer> => {
    const response = await server(
      new Request(`http://127.0.0.1${request.path}`, {
        method: request.method,
        headers: { cookie, 'content-type': 'application/json', ...request.headers },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      }),
    );
    if (response.headers.get(protocolHeader) === null) return null;
    const text = await response.text();
    return {
      status: response.status,
      retryAfter: response.headers.get('Retry-After'),
      body: text === '' ? undefined : JSON.parse(text),
    };
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
  const answerFor = async ({ request, cookie }: Waiting, fate: Fate): Promise<Answer> => {
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
    }
  };
  return network;
}
