/** `nodes-port.ts` on PostgreSQL: LISTEN and NOTIFY. */
import type { News, Nodes } from '../nodes-port.ts';
import { openNodeConnection } from './node-connection.ts';
import type { OpenPostgres } from './open-postgres.ts';

/** Resolves when this node receives what others send. */
export async function openNodes({
  pool,
  connection,
}: Pick<OpenPostgres, 'pool' | 'connection'>): Promise<Nodes & { close(): Promise<void> }> {
  const listeners: ((news: News) => void)[] = [];
  const receive = (news: News) => {
    for (const listener of listeners) listener(news);
  };
  const { rows } = await pool.query<{ channel: string }>(
    "SELECT 'promptory ' || current_schema()::regnamespace::oid AS channel",
  );
  const own = await openNodeConnection({
    connect: connection,
    channel: rows[0]?.channel ?? '',
    onLine(line) {
      const news = newsOf(line);
      if (news !== undefined) receive(news);
    },
    onMissed: () => receive({ kind: 'missed' }),
  });
  return {
    notify: (userId, seq) => own.notify(`changed ${userId}`, `${seq}`),
    listen: (listener) => void listeners.push(listener),
    close: () => own.close(),
  };
}

/** Undefined of what a node of another version sends. */
function newsOf(line: string): News | undefined {
  const [, kind, user, seq] = /^(changed|access) (\d{1,16})(?: (\d{1,16}))?$/.exec(line) ?? [];
  if (kind === 'access') return { kind, userId: Number(user) };
  if (kind === 'changed' && seq !== undefined) return { kind, userId: Number(user), seq: Number(seq) };
  return undefined;
}
