import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createArgon2Passwords } from '../../sync-server/passwords/argon2-passwords.ts';
import { openDatabase } from '../../sync-server/storage/sqlite/open-database.ts';
import { words } from '../figures.ts';

export const password = 'long enough';
export const nameOf = (person: number) => `bench${person}`;

/** Makes a data folder with people 1, 2, …, who have a project with prompts 1, 2, … of 1 KB each. */
export async function folderOfPeople(
  dataFolder: string,
  { people, prompts }: { people: number; prompts: number },
): Promise<void> {
  mkdirSync(dataFolder);
  const hash = await createArgon2Passwords().hash(password);
  const database = openDatabase({ file: join(dataFolder, 'promptory.sqlite'), now: Date.now });
  const { connection } = database;
  const numbers = (name: string, last: string) =>
    `${name} (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ${name} WHERE n < ${last})`;
  const place = { people, prompts, hash, text: words(1024), createdAt: new Date(0).toISOString() };
  connection.transaction(() => {
    connection
      .prepare(`WITH RECURSIVE ${numbers('person', ':people')}
        INSERT INTO users (id, username, username_key, display_name, password_hash, created_at, next_seq)
        SELECT n, 'bench' || n, 'bench' || n, 'Bench', :hash, 0, :prompts + 1 FROM person`)
      .run(place);
    connection
      .prepare(`INSERT INTO projects (user_id, id, name, color, created_at, rev, seq, device, changed_at)
        SELECT id, 1, 'Bench', 'red', :createdAt, 1, 1, '', 0 FROM users`)
      .run(place);
    connection
      .prepare(`WITH RECURSIVE ${numbers('prompt', ':prompts')}
        INSERT INTO prompts (user_id, id, project_id, title, content, notes, created_at, last_version, rev, seq,
          device, changed_at)
        SELECT id, n, 1, 'Prompt ' || n, :text, '', :createdAt, 0, 1, n + 1, '', 0 FROM users, prompt`)
      .run(place);
  })();
  database.close();
}
