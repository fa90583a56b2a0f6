/**
 * Sends requests over a few connections, each as soon as the one before it is answered, and prints how long all of them
 * took. A process of its own that writes prepared bytes: it takes less time than any server that it measures.
 */
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { words } from '../figures.ts';

export const SentRequests = z.object({
  origin: z.string(),
  /** Requests take turns at them. */
  cookies: z.array(z.string()).min(1).readonly(),
  kind: z.enum(['push', 'patch', 'get']),
  /** With `:id` in place of the number of a prompt. */
  path: z.string(),
  /** Of the requests; of a push, the prompts in all. */
  count: z.number(),
  connections: z.number(),
  /** Of the prompts of a push; absent: 1. */
  firstId: z.number().optional(),
});
export type SentRequests = z.infer<typeof SentRequests>;

const pushedTogether = 500;
const endOfHead = Buffer.from('\r\n\r\n');

function requestsOf({
  origin,
  cookies,
  kind,
  path,
  count,
  connections,
  firstId = 1,
}: SentRequests): Buffer[] {
  const heads = cookies.map(
    (cookie) => `Host: ${new URL(origin).host}\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\n`,
  );
  const headOf = (index: number) => heads[index % heads.length];
  const withBody = (index: number, method: string, target: string, body: unknown) => {
    const json = Buffer.from(JSON.stringify(body));
    const type = `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${headOf(index)}${type}`), json]);
  };
  const targets = (index: number) => path.replace(':id', String((index % connections) + 1));
  switch (kind) {
    case 'get':
      return Array.from({ length: count }, (_, index) =>
        Buffer.from(`GET ${targets(index)} HTTP/1.1\r\n${headOf(index)}\r\n`),
      );
    case 'patch':
      return Array.from({ length: count }, (_, index) =>
        withBody(index, 'PATCH', targets(index), { content: words(1024, index) }),
      );
    case 'push':
      return Array.from({ length: count / pushedTogether }, (_, index) =>
        withBody(index, 'POST', path, {
          mutations: mutationsFrom(firstId + index * pushedTogether),
          brief: true,
        }),
      );
  }
}

function mutationsFrom(first: number) {
  return Array.from({ length: pushedTogether }, (_, index) => {
    const id = first + index;
    const body = { id, title: `Prompt ${id}`, content: words(1024, id), projectId: 1 };
    return { key: `bench:${id}`, method: 'POST', path: '/api/prompts', body };
  });
}

/** Resolves when the answer has come in whole; a length is what every answer here has. */
function answered(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const take = (part: Buffer) => {
      received = received.length === 0 ? part : Buffer.concat([received, part]);
      const end = received.indexOf(endOfHead);
      if (end === -1) return;
      const head = received.toString('latin1', 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (received.length < end + endOfHead.length + length) return;
      socket.off('data', take);
      if (head.startsWith('HTTP/1.1 2')) resolve();
      else reject(new Error(received.toString()));
    };
    socket.on('data', take);
  });
}

async function send(asked: SentRequests): Promise<number> {
  const waiting = requestsOf(asked).values();
  const port = Number(new URL(asked.origin).port);
  const sockets = Array.from({ length: asked.connections }, () => connect(port, '127.0.0.1').setNoDelay());
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  const started = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      for (const request of waiting) {
        socket.write(request);
        await answered(socket);
      }
    }),
  );
  const took = performance.now() - started;
  for (const socket of sockets) socket.destroy();
  return took;
}

const [, , given] = process.argv;
if (given !== undefined) console.log(await send(SentRequests.parse(JSON.parse(given))));
