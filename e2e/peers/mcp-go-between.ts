import { createServer, request } from 'node:http';
import { z } from 'zod';

const Address = z.looseObject({ port: z.int() });

/**
 * Passes requests on to the server with a token, which the conformance tool has no way to send, and its messages as
 * `translate` returns them; everything else, Host and Origin above all, goes as it is. Resolves to the address.
 */
export async function goBetween(
  origin: string,
  { token, translate }: { token: string; translate: (message: unknown) => unknown },
): Promise<{ url: string; [Symbol.dispose](): void }> {
  const { hostname, port } = new URL(origin);
  const server = createServer(async (asked, answer) => {
    const parts: Buffer[] = [];
    for await (const part of asked) parts.push(part);
    const sent = Buffer.concat(parts).toString();
    const body = sent === '' ? '' : JSON.stringify(translate(JSON.parse(sent)));
    const { 'transfer-encoding': _chunked, ...headers } = asked.headers;
    const forwarded = request(
      {
        ...{ hostname, port, path: asked.url, method: asked.method },
        headers: {
          ...headers,
          authorization: `Bearer ${token}`,
          ...(body === '' ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
      },
      (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
      },
    );
    forwarded.on('error', () => answer.destroy());
    answer.on('close', () => forwarded.destroy());
    forwarded.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = Address.parse(server.address());
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
