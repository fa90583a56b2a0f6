/** A server in this process with a library that is written straight into its tables: filling it is not measured. */
import { cookieOf, jsonRequest, type TestApp, testApp } from '../../sync-server/testing/test-app.ts';
import { words } from '../figures.ts';

export type ServerLibrary = {
  server: TestApp;
  userId: number;
  /** Reads the whole answer; throws where it is not a success. */
  call(method: string, path: string, body?: unknown): Promise<string>;
  /** Reads an answer as it comes in, and keeps none of it; returns how many bytes it was. */
  read(path: string): Promise<number>;
  addProjects(count: number): void;
  /** Prompts 1, 2, … of a project, each with so many versions. */
  fill(options: { projectId: number; prompts: number; versions: number; bytes: number }): void;
  close(): void;
};

export async function serverLibrary(variables: Record<string, string> = {}): Promise<ServerLibrary> {
  const server = testApp({ variables });
  const { connection } = server.sqlite();
  const account = { displayName: 'Bench', username: 'bench', password: 'long enough' };
  const Cookie = cookieOf(await server.app.request('/api/register', jsonRequest('POST', account)));
  const userId = Number(connection.prepare('SELECT id FROM users').pluck().get());
  return {
    server,
    userId,
    async call(method, path, body) {
      const sent = body === undefined ? { method, headers: {} } : jsonRequest(method, body);
      const answer = await server.app.request(path, { ...sent, headers: { ...sent.headers, Cookie } });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 200)}`);
      return text;
    },
    async read(path) {
      const answer = await server.app.request(path, { headers: { Cookie } });
      if (!answer.ok || answer.body === null) throw new Error(`GET ${path} answered ${answer.status}`);
      let bytes = 0;
      for await (const part of answer.body) bytes += part.byteLength;
      return bytes;
    },
    addProjects(count) {
      connection
        .prepare(`WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
          INSERT INTO projects (user_id, id, name, color, created_at, rev, seq, device, changed_at)
          SELECT ?, n, 'Project ' || n, 'red', '2026-01-01', 1, n, '', 0 FROM n`)
        .run(count, userId);
    },
    fill({ projectId, prompts, versions, bytes }) {
      const change = { device: '', at: Date.now(), createdAt: new Date(0).toISOString() };
      const first = Number(connection.prepare('SELECT next_seq FROM users WHERE id = ?').pluck().get(userId));
      const place = { userId, projectId, prompts, versions, text: words(bytes), first, ...change };
      connection.transaction(() => {
        connection
          .prepare(`INSERT INTO projects (user_id, id, name, color, created_at, rev, seq, device, changed_at)
            VALUES (:userId, :projectId, 'P', 'red', :createdAt, 1, :first + 1, :device, :at)`)
          .run(place);
        connection
          .prepare(`WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < :prompts)
            INSERT INTO prompts (user_id, id, project_id, title, content, notes, created_at, last_version, rev,
              seq, device, changed_at)
            SELECT :userId, n, :projectId, 'Prompt ' || n, :text, '', :createdAt, :versions, 1, :first + 1 + n,
              :device, :at FROM n WHERE n <= :prompts`)
          .run(place);
        connection
          .prepare(`WITH RECURSIVE v (v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM v WHERE v < :versions)
            INSERT INTO versions (user_id, id, prompt_id, version, content, description, created_at, rev, seq,
              device, changed_at)
            SELECT :userId, p.id * 1000000 + v, p.id, v, :text, 'v', :createdAt, 1,
              :first + 1 + :prompts + (p.id - 1) * :versions + v, :device, :at
            FROM prompts AS p, v WHERE p.user_id = :userId AND p.project_id = :projectId AND v <= :versions`)
          .run(place);
        connection
          .prepare(
            'UPDATE users SET next_seq = :first + 1 + :prompts + :prompts * :versions WHERE id = :userId',
          )
          .run(place);
      })();
    },
    close: () => server[Symbol.dispose](),
  };
}
