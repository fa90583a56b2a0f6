/**
 * An endpoint for tests, which speaks the wires of all kinds and fails in every way by name: the model that is asked for
 * is the name of the script.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beginStream, type Wire, type WireName, wires } from './endpoint-wires.ts';

export type EndpointRequest = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
};

export type ScriptedEndpoint = {
  readonly origin: string;
  /** For the entry of a model. */
  address(wire: WireName): string;
  /** The runs that it was sent. */
  readonly requests: EndpointRequest[];
  /** The answers that were not ended yet, because of their script. */
  open(): number;
  close(): Promise<void>;
};

type Script = (wire: Wire, response: ServerResponse, sent: EndpointRequest) => void;

const refuse =
  (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Script =>
  (wire, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(wire.error(status, message)));
  };

const whole =
  (write: (wire: Wire) => string, inputTokens: number | null = 7): Script =>
  (wire, response) => {
    beginStream(response);
    response.end(wire.begin(inputTokens) + write(wire) + wire.finish('stop', 3) + wire.done());
  };

/** Begins an answer and does not end it. */
const begun =
  (then: (wire: Wire, response: ServerResponse) => void): Script =>
  (wire, response) => {
    beginStream(response);
    response.write(wire.begin(7) + wire.text('The first half'), () => then(wire, response));
  };

/** Would run as a script, or leave the page, where any of it became markup. */
const hostileAnswer = [
  '<script>window.hacked = 1</script>',
  '<img src="x" onerror="window.hacked = 2">',
  '[press](javascript:window.hacked=3)',
  '<a href="javascript:window.hacked=4">press</a>',
  '<iframe srcdoc="<script>parent.hacked = 5</script>"></iframe>',
  '<svg onload="window.hacked = 6"></svg>',
  '<style>body { display: none }</style>',
  '![picture](https://elsewhere.example/pixel.png)',
  'The end of a hostile answer.',
].join('\n\n');

const scripts = {
  answer: whole((wire) => wire.reasoning('Hm. ') + wire.text('Good ') + wire.text('morning.')),
  'thinks-in-text': whole((wire) => ['<thi', 'nk>Hm. </th', 'ink>Good ', 'morning.'].map(wire.text).join('')),
  'silent-before': () => undefined,
  'silent-after-headers': (_, response) => beginStream(response),
  'silent-in-stream': begun(() => undefined),
  cut: begun((_, response) => response.destroy()),
  'ends-early': begun((_, response) => response.end()),
  'fails-in-stream': begun((wire, response) => response.end(wire.failure('The GPU is gone.'))),
  'broken-sse': begun((_, response) => response.end('data: {"choices": [\n\n')),
  'wrong-json': begun((_, response) => response.end('data: {"choices": 5, "candidates": 5, "type": 5}\n\n')),
  'key-refused': refuse(401, 'Incorrect API key provided: the-key.'),
  forbidden: refuse(403, 'No access to this model.'),
  'no-model': refuse(404, 'The model does not exist.'),
  'no-path': (_, response) => void response.writeHead(404).end('404 page not found'),
  'rate-limited': refuse(429, 'Slow down.', { 'retry-after': '20' }),
  'too-long': refuse(400, "This model's maximum context length is 4096 tokens."),
  'bad-request': refuse(400, 'temperature: must be at most 1.'),
  loading: refuse(503, 'Loading model'),
  failing: refuse(500, 'Something broke.'),
  endless: begun((wire, response) => {
    const more = wire.text('And so on. '.repeat(10_000));
    const write = () => {
      while (!response.destroyed && response.write(more));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  }),
  steady: begun((wire, response) => {
    const timer = setInterval(() => response.write(wire.text('- and **so** on\n')), 20);
    response.once('close', () => clearInterval(timer));
  }),
  hostile: whole((wire) => wire.text(hostileAnswer)),
  'tool-call': (wire, response) => {
    beginStream(response);
    const call = wire.toolCall('weather', ['{"pl', 'ace": "Ro', 'ma"}']);
    response.end(wire.begin(7) + call + wire.finish('tools', 3) + wire.done());
  },
  'silent-in-json': (wire, response) => {
    beginStream(response);
    response.write(wire.begin(7) + wire.text('```json\n{"city": ') + wire.text('"Ro'));
  },
  'silent-in-call': (wire, response) => {
    beginStream(response);
    response.write(wire.begin(7) + wire.toolCall('weather', ['{"pl', 'ace": "Ro']));
  },
  'in-one-piece': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const message = { role: 'assistant', content: 'Good morning.' };
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
  },
  'cut-before': (_, response) => {
    beginStream(response);
    response.flushHeaders();
    setImmediate(() => response.destroy());
  },
  'split-characters': (wire, response) => {
    beginStream(response);
    const bytes = Buffer.from(
      wire.begin(7) + wire.text('Grüße 🦊 次') + wire.finish('stop', 3) + wire.done(),
    );
    writeBytes(response, bytes, 0);
  },
  'no-done': (wire, response) => {
    beginStream(response);
    response.end(wire.begin(7) + wire.text('Good morning.') + wire.finish('stop', 3));
  },
  'no-usage': (wire, response) => {
    beginStream(response);
    response.end(wire.begin(null) + wire.text('Good morning.') + wire.finish('stop', null) + wire.done());
  },
  'tokens-used-up': (wire, response) => {
    beginStream(response);
    response.end(wire.begin(7) + wire.text('Good mor') + wire.finish('length', 3) + wire.done());
  },
  empty: whole(() => ''),
  'cut-prompt': whole((wire) => wire.text('Good morning.'), 40),
  json: whole((wire) => wire.text('{"city": "Roma", "people": 3}')),
  'wrong-schema': whole((wire) => wire.text('{"city": "Roma", "people": "many"}')),
  redirect: (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/v1' }).end(),
  'proxy-page': (_, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'x-filler': 'x'.repeat(8_000) })
      .end('<!doctype html><title>Sign in to the hotel</title><p>Room number?'),
  echo: (wire, response, { body }) =>
    whole(() => wire.text(JSON.stringify(body)))(wire, response, { body } as EndpointRequest),
} satisfies Record<string, Script>;

export type ScriptName = keyof typeof scripts;

const scriptNames = Object.keys(scripts) as readonly ScriptName[];

/** A byte at a time, each in a packet of its own, as far as the system allows. */
function writeBytes(response: ServerResponse, bytes: Buffer, at: number): void {
  if (at >= bytes.length) return void response.end();
  response.write(bytes.subarray(at, at + 1), () => setImmediate(() => writeBytes(response, bytes, at + 1)));
}

const isScript = (name: string): name is ScriptName => Object.hasOwn(scripts, name);

export type EndpointOptions = {
  /** Allows no page to read its answers. */
  readonly isClosedToPages?: boolean;
  readonly port?: number;
};

export async function startScriptedEndpoint({
  isClosedToPages = false,
  port = 0,
}: EndpointOptions = {}): Promise<ScriptedEndpoint> {
  const requests: EndpointRequest[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    if (!isClosedToPages) allowPages(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    void textOf(request).then((text) => answer(request, response, text));
  });

  function answer(request: IncomingMessage, response: ServerResponse, text: string): void {
    const path = new URL(request.url ?? '/', 'http://endpoint').pathname;
    const wire = wireOf(path);
    if (wire === null || request.method !== 'POST') {
      answerList(response, path, wire);
      return;
    }
    const body = JSON.parse(text) as Record<string, unknown>;
    const name = /models\/([^:]+):/.exec(path)?.[1] ?? String(body.model);
    const sent = { path, headers: request.headers, body };
    requests.push(sent);
    const script = isScript(name) ? scripts[name] : scripts['no-model'];
    script(wires[wire](), response, sent);
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: used } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${used}`;
  return {
    origin,
    address: (wire) => `${origin}/${wire}/${wire === 'google' ? 'v1beta' : 'v1'}`,
    requests,
    open: () => open.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function wireOf(path: string): WireName | null {
  const name = path.split('/')[1];
  return name === 'openai' || name === 'anthropic' || name === 'google' ? name : null;
}

function answerList(response: ServerResponse, path: string, wire: WireName | null): void {
  if (wire === null || !path.endsWith('/models')) return void response.writeHead(404).end('Not found');
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify(
      wire === 'google'
        ? { models: scriptNames.map((name) => ({ name: `models/${name}` })) }
        : { object: 'list', data: scriptNames.map((id) => ({ id })) },
    ),
  );
}

function allowPages({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined) return;
  response.setHeader('access-control-allow-origin', headers.origin);
  response.setHeader('access-control-allow-headers', '*, authorization');
  response.setHeader('access-control-allow-methods', '*');
  response.setHeader('access-control-expose-headers', 'retry-after');
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
