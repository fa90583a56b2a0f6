import type { PushMutation } from '#shared/sync/wire.ts';
import { spawnServer } from '../sync-server/testing/spawned-server.ts';
import { temporaryFolder } from '../sync-server/testing/temporary-folder.ts';
import { type Figure, ms, percentiles, perSecond, timed, words } from './figures.ts';

const prompts = 10_000;
const together = 500;
const connections = 32;

/** The real server as a process of its own, on a disk, with durable commits. */
export async function benchServer(): Promise<Figure[]> {
  using folder = temporaryFolder();
  using server = spawnServer({ DATA_DIR: folder.path });
  const origin = await server.ready;
  const headers: Record<string, string> = { Origin: origin, 'Content-Type': 'application/json' };
  const call = async (method: string, path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${origin}${path}`, { method, headers, ...sent });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer;
  };
  const account = { displayName: 'Bench', username: 'bench', password: 'long enough' };
  const signedUp = await call('POST', '/api/register', account);
  headers.Cookie = signedUp.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  await call('POST', '/api/projects', { id: 1, name: 'Bench' });

  const figures: Figure[] = [];
  const started = performance.now();
  for (let first = 0; first < prompts; first += together) {
    const mutations = Array.from({ length: together }, (_, index) => createPrompt(first + index + 1));
    await call('POST', '/api/sync/push', { mutations, brief: true });
  }
  const pushed = performance.now() - started;
  figures.push({
    what: `push of ${prompts} prompts of 1 KB, ${together} at a time`,
    figure: perSecond(prompts, pushed, 'prompts'),
  });

  const pulling = performance.now();
  let since = '';
  for (;;) {
    const page = await (await call('GET', `/api/sync/changes?limit=${together}${since}`)).json();
    since = `&since=${page.cursor}`;
    if (!page.more) break;
  }
  const pulled = performance.now() - pulling;
  figures.push({
    what: `pull of ${prompts} prompts, ${together} at a time`,
    figure: perSecond(prompts, pulled, 'prompts'),
  });

  const took: number[] = [];
  const saving = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let turn = 0; turn < 60; turn += 1) {
        const began = performance.now();
        await call('PATCH', `/api/prompts/${connection + 1}/content`, { content: words(1024, turn) });
        took.push(performance.now() - began);
      }
    }),
  );
  const saved = performance.now() - saving;
  figures.push({
    what: `autosaves of 1 KB, each durable, over ${connections} connections`,
    figure: `${perSecond(took.length, saved, 'requests')}, ${percentiles(took)}`,
  });
  figures.push(
    await timed(`search in ${prompts} prompts for what is nowhere`, 10, () =>
      call('GET', '/api/search?q=nowhere%20at%20all'),
    ),
    await timed('one autosave of 1 MB', 10, (turn) =>
      call('PATCH', '/api/prompts/1/content', { content: words(1_048_576, turn) }),
    ),
    await timed('asking for changes when there are none', 50, () =>
      call('GET', `/api/sync/changes?limit=1${since}`),
    ),
  );
  const stopping = performance.now();
  server.child.kill('SIGTERM');
  await server.ended;
  figures.push({ what: 'SIGTERM until the process is gone', figure: ms(performance.now() - stopping) });
  return figures;
}

function createPrompt(number: number): PushMutation {
  const body = { id: number, title: `Prompt ${number}`, content: words(1024, number), projectId: 1 };
  return { key: `bench:${number}`, method: 'POST', path: '/api/prompts', body };
}
