/** Stands between a client and a PostgreSQL, and cuts connections where a test says. */
import { connect, createServer, type Socket } from 'node:net';

export type CuttingProxy = {
  /** Returns the address of the database as it is reached through the proxy. */
  through(url: string): string;
  /** Cuts the connection on which the next COMMIT is sent: before it arrives, or after it is done and before the answer. */
  cutAtCommit(when: 'before' | 'after'): void;
  /** Cuts all connections, and every later one until `letIn`. */
  cutAll(): void;
  /** Holds back what is sent over the connections that are open now, until `letIn`, which cuts them. */
  silence(): void;
  letIn(): void;
  /** How many bytes were held back. */
  held(): number;
  /** How many connections were cut. */
  cuts(): number;
  close(): Promise<void>;
};

const commit = Buffer.from('COMMIT\0');

export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  const target = new URL(url);
  const open = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let plan: 'before' | 'after' | null = null;
  let cuts = 0;
  let held = 0;
  let isClosed = false;
  const server = createServer((client) => {
    if (isClosed) return client.on('error', () => {}).destroy();
    const database = connect(Number(target.port), target.hostname);
    const cut = () => {
      cuts += 1;
      client.destroy();
      database.destroy();
    };
    let isDeaf = false;
    for (const socket of [client, database]) {
      open.add(socket);
      // The other side notices by itself.
      socket.on('error', () => {}).on('close', () => open.delete(socket));
    }
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
    client.on('data', (bytes) => {
      if (silent.has(client)) {
        held += bytes.length;
        return;
      }
      if (plan !== null && bytes.includes(commit)) {
        const when = plan;
        plan = null;
        if (when === 'before') return cut();
        isDeaf = true;
      }
      database.write(bytes);
    });
    let answers = '';
    database.on('data', (bytes) => {
      if (silent.has(client)) return;
      if (!isDeaf) return client.write(bytes);
      answers += bytes.toString('latin1');
      if (answers.includes('COMMIT\0')) cut();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port for the proxy');
  return {
    through(address_) {
      const through = new URL(address_);
      through.port = String(address.port);
      return through.href;
    },
    cutAtCommit(when) {
      plan = when;
    },
    cutAll() {
      isClosed = true;
      for (const socket of open) socket.destroy();
    },
    letIn() {
      isClosed = false;
      for (const socket of open) if (silent.has(socket)) socket.destroy();
    },
    silence() {
      for (const socket of open) silent.add(socket);
    },
    held: () => held,
    cuts: () => cuts,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
