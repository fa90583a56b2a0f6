/** The requests of a folder to its server, with an API token. A change names the revision that it is based on. */
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { Problem } from '#shared/model/problem.ts';
import { Project } from '#shared/model/project.ts';
import { Prompt } from '#shared/model/prompt.ts';
import { Resource } from '#shared/model/resource.ts';
import { Version } from '#shared/model/version.ts';
import { ChangesPage, formatRev, parseRev, protocolHeader } from '#shared/sync/wire.ts';

/** `path` begins with `/api`. `fetch` at an address is one. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** The server does not answer, or not as it should: a later round may do. The message is for a person. */
export class ServerAway extends Error {
  override readonly name = 'ServerAway';
}

export type RemotePrompt = { row: Prompt; rev: number };

/** `stale`: the row has another revision. `missing`: there is no such row. */
export type ChangeAnswer =
  | { kind: 'done'; prompt: RemotePrompt | null }
  | { kind: 'stale' }
  | { kind: 'missing' }
  | { kind: 'taken' }
  | { kind: 'refused'; sentence: string };

export type Change = { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body: unknown; rev?: number };

export type LibraryClient = {
  projects(): Promise<Project[]>;
  /** Null: the server's history does not have this place. */
  changes(since: string | null): Promise<ChangesPage | null>;
  prompt(id: number): Promise<RemotePrompt | null>;
  /** Those of a prompt. */
  versions(id: number): Promise<Version[]>;
  change(change: Change): Promise<ChangeAnswer>;
  /** The uploaded files of a project. */
  files(project: number): Promise<Resource[]>;
  /** Null where the server does not have the file or its bytes. */
  bytesOf(file: number): Promise<Uint8Array | null>;
  addFile(project: number, file: NewFile): Promise<ChangeAnswer>;
};

/** `fileName`: without its folders. */
export type NewFile = {
  id: number;
  name: string;
  description: string;
  fileName: string;
  bytes: Uint8Array<ArrayBuffer>;
};

const wrongPath =
  'The server answers, but has nothing under this path: --url must be the address at which the app opens.';

const brokenOff = 'The answer of the server broke off, or is no JSON.';

const mostTries = 6;
const longestPauseMs = 30_000;

export function createLibraryClient({ send, token }: { send: Send; token: string }): LibraryClient {
  const request = (path: string, init: RequestInit = {}) =>
    answered(() =>
      send(path, {
        ...init,
        headers: { ...init.headers, Authorization: `Bearer ${token}` },
        redirect: 'error',
        signal: AbortSignal.timeout(120_000),
      }),
    );
  return {
    async projects() {
      const answer = await request('/api/projects');
      const isJson = answer.headers.get('Content-Type')?.includes('json') === true;
      if (answer.status === 404 || (answer.ok && !isJson)) throw new ServerAway(wrongPath);
      return understood(z.array(Project), await whole(answer));
    },
    async changes(since) {
      const place = since === null ? '' : `&since=${encodeURIComponent(since)}`;
      const answer = await request(`/api/sync/changes?limit=500${place}`);
      if (answer.status === 410) return null;
      return understood(ChangesPage, await whole(answer));
    },
    async prompt(id) {
      const answer = await request(`/api/prompts/${id}`);
      return answer.status === 404 ? null : promptOf(answer, await whole(answer));
    },
    async versions(id) {
      return understood(z.array(Version), await whole(await request(`/api/prompts/${id}/versions`)));
    },
    async change({ method, path, body, rev }) {
      const headers: Record<string, string> = { 'Content-Type': 'application/json' };
      if (rev !== undefined) headers['If-Match'] = formatRev(rev);
      const answer = await request(path, { method, headers, body: JSON.stringify(body) });
      return changeAnswer(answer);
    },
    async files(project) {
      return understood(z.array(Resource), await whole(await request(`/api/projects/${project}/resources`)));
    },
    async bytesOf(file) {
      const answer = await request(`/api/resources/${file}/download`);
      if (answer.status === 404) return null;
      if (!answer.ok) await whole(answer);
      const bytes = await answer.arrayBuffer().catch(() => {
        throw new ServerAway(brokenOff);
      });
      return new Uint8Array(bytes);
    },
    async addFile(project, { id, name, description, fileName, bytes }) {
      const form = new FormData();
      form.set('id', String(id));
      form.set('name', name);
      form.set('description', description);
      form.set('file', new Blob([bytes]), fileName);
      return changeAnswer(
        await request(`/api/projects/${project}/resources`, { method: 'POST', body: form }),
      );
    },
  };
}

async function changeAnswer(answer: Response): Promise<ChangeAnswer> {
  if (answer.ok) return { kind: 'done', prompt: promptOf(answer, await bodyOf(answer)) };
  const { code, title, detail, errors } = understood(Problem, await bodyOf(answer));
  if (answer.status === 412) return { kind: 'stale' };
  if (answer.status === 404) return { kind: 'missing' };
  if (code === 'id_taken') return { kind: 'taken' };
  return { kind: 'refused', sentence: errors?.[0]?.message ?? detail ?? title };
}

function promptOf(answer: Response, body: unknown): RemotePrompt | null {
  const row = Prompt.safeParse(body);
  const rev = parseRev((answer.headers.get('ETag') ?? '').replace(/^W\//, ''));
  return row.success && rev !== null ? { row: row.data, rev } : null;
}

async function whole(answer: Response): Promise<unknown> {
  if (answer.ok) return bodyOf(answer);
  const problem = Problem.safeParse(await answer.json().catch(() => null));
  throw new ServerAway(problem.success ? problem.data.title : `The server answers ${answer.status}.`);
}

/** Throws `ServerAway` where the answer broke off. */
async function bodyOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    throw new ServerAway(brokenOff);
  }
}

/** Throws `ServerAway` where it is something else, as of a server of another version. */
function understood<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body);
  if (!read.success) throw new ServerAway('The server answers what this tool does not understand.');
  return read.data;
}

function strangerSentence(status: number): string {
  if (status === 413) return 'A proxy before the server does not let a text or file of this size pass (413).';
  if (status >= 500) return `Something before the server answers ${status}.`;
  return 'The address answers, but is no Promptory server.';
}

/** Sends it again while the server asks for patience. Throws `ServerAway` where no server of ours answers. */
async function answered(send: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ServerAway(`The server does not answer: ${reason}.`);
    });
    if (!answer.headers.has(protocolHeader)) throw new ServerAway(strangerSentence(answer.status));
    if (answer.status === 401) throw new ServerAway('The server does not take this token: make another one.');
    if (answer.status === 403) {
      throw new ServerAway('The token must have the scope write, and no project of its own.');
    }
    const isBusy = answer.status === 429 || answer.status === 503;
    // 507: it has no room for this one, and says so.
    if (!isBusy && (answer.status < 500 || answer.status === 507)) return answer;
    if (!isBusy || tries === mostTries) throw new ServerAway(`The server answers ${answer.status}.`);
    const seconds = Number(answer.headers.get('Retry-After') ?? '1');
    await setTimeout(Math.min(longestPauseMs, Number.isFinite(seconds) ? seconds * 1000 : 1000));
  }
}
