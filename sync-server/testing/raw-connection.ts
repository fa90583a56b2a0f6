import { once } from 'node:events';
import { connect } from 'node:net';
import { setInterval } from 'node:timers/promises';

/** A client that does with a connection what no library lets it do. */
export type RawConnection = {
  /** Resolves when the system has taken the bytes; with false where the connection is broken. */
  send(bytes: Uint8Array | string): Promise<boolean>;
  /** Sends byte after byte with a pause before each. */
  trickle(bytes: string, pauseMs: number): Promise<void>;
  /** Everything that came in until the server ended or broke the connection. */
  closed: Promise<string>;
  /** Resolves when this much has come in. */
  received(part: string): Promise<void>;
  [Symbol.dispose](): void;
};

/** `reads: false`: never takes anything out of the connection. */
export async function rawConnection(
  address: string,
  { reads = true }: { reads?: boolean } = {},
): Promise<RawConnection> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  await once(socket, 'connect');
  let text = '';
  const waiting = new Set<() => void>();
  const ended = Promise.withResolvers<string>();
  const end = () => ended.resolve(text);
  socket.on('error', end).on('end', end).on('close', end);
  if (reads) {
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      for (const look of waiting) look();
    });
  }
  const send = (bytes: Uint8Array | string) =>
    new Promise<boolean>((resolve) => {
      socket.write(bytes, (error) => resolve(error === null || error === undefined));
    });
  return {
    send,
    async trickle(bytes, pauseMs) {
      let sent = 0;
      for await (const _beat of setInterval(pauseMs)) {
        if (sent === bytes.length || socket.destroyed) return;
        await send(bytes.charAt(sent));
        sent += 1;
      }
    },
    closed: ended.promise,
    received: (part) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!text.includes(part)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
