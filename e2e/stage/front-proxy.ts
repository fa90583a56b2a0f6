/** A proxy between browsers and a real server, which passes everything on but for what a test takes over. */
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ProxyAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};

export type ProxyRules = {
  /** Answers in the server's place where it returns an answer; `path` is without its query. */
  answer?(asked: {
    readonly method: string;
    readonly path: string;
    readonly body: string;
  }): ProxyAnswer | null;
  /** Changes the headers of an answer of the server. */
  headers?(headers: IncomingHttpHeaders): IncomingHttpHeaders;
};

export type FrontProxy = {
  readonly origin: string;
  /** Replaces the rules; without any, everything is passed on. */
  follow(rules: ProxyRules): void;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startFrontProxy(target: string, first: ProxyRules = {}): Promise<FrontProxy> {
  let rules = first;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = 'GET', url = '/', headers } = incoming;
      const body = Buffer.concat(chunks);
      const own = rules.answer?.({
        method,
        path: new URL(url, target).pathname,
        body: body.toString('utf8'),
      });
      if (own) {
        outgoing.writeHead(own.status, own.headers).end(own.body);
        return;
      }
      const passed = request(new URL(url, target), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, rules.headers?.(answer.headers) ?? answer.headers);
        answer.pipe(outgoing);
        outgoing.on('close', () => answer.destroy());
      });
      passed.on('error', () => outgoing.destroy());
      passed.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    follow: (next) => {
      rules = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
