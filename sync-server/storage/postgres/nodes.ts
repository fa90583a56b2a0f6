/** `nodes-port.ts` on PostgreSQL: LISTEN and NOTIFY, and locks of the connection that listens. */
import type { News, Nodes } from '../ports/nodes-port.ts';
import { createNodeConnection } from './node-connection.ts';
import { NodeLocks } from './node-locks.ts';
import type { OpenPostgres } from './open-postgres.ts';
import { createTransactions } from './transactions.ts';

/** Resolves when this node receives what others send. */
export async function openNodes({
  pool,
  connection,
  giveUpConnections,
}: Pick<OpenPostgres, 'pool' | 'connection' | 'giveUpConnections'>): Promise<
  Nodes & { close(): Promise<void> }
> {
  const listeners: ((news: News) => void)[] = [];
  const receive = (news: News) => {
    for (const listener of listeners) listener(news);
  };
  const { rows } = await pool.query<{ scope: string }>(
    "SELECT 'promptory ' || current_schema()::regnamespace::oid AS scope",
  );
  const scope = rows[0]?.scope ?? '';
  const own = createNodeConnection({
    connect: connection,
    channel: scope,
    onLine(line) {
      const news = newsOf(line);
      if (news !== undefined) receive(news);
      else locks.received(line);
    },
    onMissed: () => receive({ kind: 'missed' }),
    onLost: () => locks.lost(),
    onSilence: giveUpConnections,
  });
  const locks = new NodeLocks({ connection: own, transactions: createTransactions(pool), scope });
  await own.open();
  return {
    notify: (userId, seq) => own.notify(`changed ${userId}`, `${seq}`),
    listen: (listener) => void listeners.push(listener),
    turn: locks.turn,
    once: locks.once,
    close: () => own.close(),
  };
}

/** Undefined of what is no news, or of a node of another version. */
function newsOf(line: string): News | undefined {
  const [, kind, user, seq] = /^(changed|access) (\d{1,16})(?: (\d{1,16}))?$/.exec(line) ?? [];
  if (kind === 'access') return { kind, userId: Number(user) };
  if (kind === 'changed' && seq !== undefined) return { kind, userId: Number(user), seq: Number(seq) };
  return undefined;
}
