/** Makes the library that the monkey begins with, and the requests of a program that writes beside it. */
import type { APIRequestContext } from '@playwright/test';
import { z } from 'zod';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import { sampleText } from '../stage/furnished.ts';

/** Changes one random thing of the account by a request, and returns what it did. */
export type Program = (random: SeededRandom) => Promise<string>;

const Made = z.object({ id: z.number() });
const Prompts = z.array(z.object({ id: z.number(), title: z.string(), content: z.string() }));
const Versions = z.array(z.object({ id: z.number(), version: z.number() }));

export async function furnishForMonkey(request: APIRequestContext): Promise<Program> {
  const send = async (method: string, path: string, data?: unknown) => {
    const answer = await request.fetch(path, { method, ...(data === undefined ? {} : { data }) });
    return { status: answer.status(), body: answer.ok() ? await answer.json().catch(() => null) : null };
  };
  const make = async (path: string, data: unknown) => Made.parse((await send('POST', path, data)).body).id;
  const parts = await make('/api/projects', { name: 'Parts', color: 'teal' });
  const letters = await make('/api/projects', { name: 'Letters', color: 'yellow' });
  const footer = await make('/api/prompts', { title: 'Footer', content: 'Bye {{name}}', projectId: parts });
  await make('/api/prompts', { title: 'Other', content: 'Other {{> Parts/Footer}}', projectId: parts });
  await send('PUT', `/api/prompts/${footer}`, { content: 'Goodbye {{name}}', description: 'Longer' });
  await send('PUT', `/api/prompts/${footer}/labels/production`, { version: 1 });
  await make('/api/prompts', { title: 'Reviewer', content: sampleText, projectId: letters });
  await make('/api/prompts', {
    title: 'Letter',
    content: 'Dear {{name}},\n\n{{> Parts/Footer@production}} {{> Parts/Other}}\n',
    projectId: letters,
  });

  return async (random) => {
    const projects = z.array(Made).parse((await send('GET', '/api/projects')).body ?? []);
    const projectId = random.pick(projects)?.id;
    if (projectId === undefined)
      return `project ${(await send('POST', '/api/projects', { name: 'New' })).status}`;
    const prompts = Prompts.parse((await send('GET', `/api/projects/${projectId}/prompts`)).body ?? []);
    const prompt = random.pick(prompts);
    if (prompt === undefined || random.chance(0.1)) {
      const data = { title: `Made ${random.below(1000)}`, content: 'A text', projectId };
      return `prompt ${(await send('POST', '/api/prompts', data)).status}`;
    }
    const path = `/api/prompts/${prompt.id}`;
    const versions = Versions.parse((await send('GET', `${path}/versions`)).body ?? []);
    const version = random.pick(versions);
    const word = `p${random.below(100_000)}`;
    const writes: (() => Promise<{ status: number }>)[] = [
      () => send('PATCH', `${path}/content`, { content: `${prompt.content}\n${word}` }),
      () => send('PATCH', `${path}/content`, { content: `${word} ${prompt.content}` }),
      () => send('PUT', path, { content: `${prompt.content} ${word}`, description: word }),
      () => send('PUT', `${path}/labels/production`, { version: version?.version ?? 1 }),
      () => send('DELETE', `${path}/versions/${version?.id ?? 1}`),
      () => send('DELETE', random.chance(0.2) ? `/api/projects/${projectId}` : path),
    ];
    const index = random.below(random.chance(0.8) ? 4 : writes.length);
    return `write ${index} ${(await writes[index]?.())?.status}`;
  };
}
