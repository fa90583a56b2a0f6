/** Asks a server for a prompt, and for a run of a model that it offers, with an API token that has the scope `run`. */
import { z } from 'zod';
import { Problem } from '#shared/model/problem.ts';
import { PulledMessage, PulledPrompt } from '#shared/model/pull.ts';
import { RunFailed } from './run-failed.ts';
import type { FilledPrompt, SendRun } from './run-prompt.ts';

/** `path` begins with `/api`. */
export type SendToServer = (path: string, init: RequestInit) => Promise<Response>;

export type NamedPrompt = {
  /** Names or ids. */
  readonly project: string;
  readonly prompt: string;
  /** Undefined: the current text. */
  readonly label: string | undefined;
};

/** `place`: `PROJECT/PROMPT` or `PROJECT/PROMPT@LABEL`. */
export function namedBy(place: string): NamedPrompt {
  const [project = '', named = ''] = place.split('/');
  const [prompt = '', label] = named.split('@');
  return { project, prompt, label };
}

/** Throws `RunFailed` where the server does not give it. */
export async function pullPrompt(
  { project, prompt, label }: NamedPrompt,
  values: Readonly<Record<string, string>>,
  send: SendToServer,
): Promise<FilledPrompt> {
  const path = `/api/pull/${encodeURIComponent(project)}/${encodeURIComponent(prompt)}`;
  const at = (format: string) =>
    `${path}?${new URLSearchParams({ format, ...(label === undefined ? {} : { label }) })}`;
  const fill = { method: 'POST', headers: jsonType, body: JSON.stringify({ values }) };
  const messages = await readFromServer(send, at('messages'), { as: z.array(PulledMessage), init: fill });
  const { settings } = await readFromServer(send, at('json'), { as: PulledPrompt });
  return { messages, settings: settings ?? {} };
}

/** Reads what the server answers to a request. Throws `RunFailed` where it is not that. */
export async function readFromServer<Schema extends z.ZodType>(
  send: SendToServer,
  path: string,
  { as, init = {} }: { as: Schema; init?: RequestInit },
): Promise<z.infer<Schema>> {
  const answer = await asked(send, path, init);
  const read = as.safeParse(await jsonOf(answer).catch(() => undefined));
  if (!read.success) throw new RunFailed('The server answers what this tool does not understand.');
  return read.data;
}

/** Returns a way to the models of a server. */
export function runsOnServer(send: SendToServer): SendRun {
  return async (body, signal) => {
    const init = { method: 'POST', headers: jsonType, body: JSON.stringify(body), signal };
    const { body: bytes } = await asked(send, '/api/run', init);
    return bytes ?? new Blob([]).stream();
  };
}

const jsonType = { 'Content-Type': 'application/json' };

async function asked(send: SendToServer, path: string, init: RequestInit): Promise<Response> {
  const answer = await send(path, init).catch(() => {
    throw new RunFailed('The server does not answer.');
  });
  if (answer.ok) return answer;
  const read = Problem.safeParse(await jsonOf(answer).catch(() => undefined));
  const seconds = Number(answer.headers.get('Retry-After') ?? 'none');
  const retryAfter = Number.isFinite(seconds) ? seconds : null;
  if (!read.success) throw new RunFailed(`The server answered ${answer.status}.`, retryAfter);
  const { title, detail = title } = read.data;
  throw new RunFailed(detail, retryAfter);
}

async function jsonOf(answer: Response): Promise<unknown> {
  return JSON.parse(await answer.text());
}
