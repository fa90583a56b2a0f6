import { words } from './figures.ts';

export const benchAccount = { displayName: 'Bench', username: 'bench', password: 'long enough' };

/** Registers the account and gives it one project with prompts of 2 KB; resolves to the cookie of its session. */
export async function fillServer(origin: string, prompts: number): Promise<string> {
  const headers: Record<string, string> = { Origin: origin, 'Content-Type': 'application/json' };
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`POST ${path} was answered ${answer.status}.`);
    return answer;
  };
  const registered = await post('/api/register', benchAccount);
  headers.Cookie = registered.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  await post('/api/projects', { id: 1, name: 'Bench' });
  for (let first = 0; first < prompts; first += 500) {
    const mutations = Array.from({ length: Math.min(500, prompts - first) }, (_, index) => {
      const id = first + index + 1;
      const body = { id, title: `Prompt ${id}`, content: words(2048, id), projectId: 1 };
      return { key: `bench:${id}`, method: 'POST', path: '/api/prompts', body };
    });
    await post('/api/sync/push', { mutations, brief: true });
  }
  return headers.Cookie;
}
