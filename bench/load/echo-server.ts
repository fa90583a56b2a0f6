/**
 * The references of a request: a bare Hono that answers what it was sent, one that commits each request alone, and one
 * that commits together what arrives in one turn of the event loop, which is the least that a durable write can take.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import Database from 'better-sqlite3';
import { Hono } from 'hono';
import { words } from '../figures.ts';

const rows = 32;
const folder = mkdtempSync(join(tmpdir(), 'promptory-echo-'));
const database = new Database(join(folder, 'naive.sqlite'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec('CREATE TABLE prompts (id INTEGER PRIMARY KEY, content TEXT NOT NULL, rev INTEGER NOT NULL)');
for (let id = 1; id <= rows; id += 1) {
  database.prepare('INSERT INTO prompts VALUES (?, ?, 1)').run(id, words(1024, id));
}
const update = database.prepare('UPDATE prompts SET content = ?, rev = rev + 1 WHERE id = ?');
const prompt = { id: 1, title: 'Prompt 1', content: words(1024), notes: '', projectId: 1, lastVersion: 0 };

const app = new Hono();
app.get('/echo', (c) => c.json(prompt));
app.patch('/echo', async (c) => c.json(await c.req.json()));
let turn = 0;
app.patch('/naive', async (c) => {
  const body: { content: string } = await c.req.json();
  turn += 1;
  update.run(body.content, (turn % rows) + 1);
  return c.json(body);
});

let waiting: { content: string; id: number; done: () => void }[] = [];
const updateAll = database.transaction((group: typeof waiting) => {
  for (const { content, id } of group) update.run(content, id);
});
function commitWaiting() {
  const group = waiting;
  waiting = [];
  updateAll.immediate(group);
  for (const { done } of group) done();
}
app.patch('/grouped', async (c) => {
  const body: { content: string } = await c.req.json();
  turn += 1;
  const id = (turn % rows) + 1;
  await new Promise<void>((done) => {
    if (waiting.length === 0) setImmediate(commitWaiting);
    waiting.push({ content: body.content, id, done });
  });
  return c.json(body);
});

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`http://127.0.0.1:${port}`);
});
process.on('SIGTERM', () => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
