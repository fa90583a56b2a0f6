/** Reads what an endpoint answered in place of an answer of a model. */
import { z } from 'zod';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunProblem } from '#shared/model/run/run-problem.ts';

export type Refusal = {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly now: number;
};

const messageLength = 300;

const words = {
  tooLong:
    /context.?(length|window|size)|maximum context|max_model_len|prompt is too long|input is too long|(exceed|too many).{0,40}tokens?|tokens?.{0,60}exceed/i,
  noModel: /model.{0,80}(not found|not exist|unknown|not available|not supported)|(no such|unknown) model/i,
  loading: /loading/i,
  badKey: /api.?key.{0,20}(not valid|invalid|expired)|invalid.{0,10}api.?key/i,
};

/** Returns what a status other than a success means for a run. */
export function refusalProblem(entry: ModelEntry, refusal: Refusal): RunProblem {
  const { status, headers, body, now } = refusal;
  const { server, model, address } = entry;
  const message = endpointMessage(body);
  if (status === 401 || status === 403 || (status === 400 && words.badKey.test(message))) {
    return { kind: 'keyRefused', status, message };
  }
  if (status === 429) return { kind: 'rateLimited', until: retryTime(headers, now), message };
  if ((status === 404 || status === 400) && isAboutModel(status, message)) {
    return { kind: 'noSuchModel', model, server };
  }
  if (status === 404 || status === 405) return { kind: 'noSuchPath', address, wire: entry.kind };
  if (status === 413 || (status < 500 && words.tooLong.test(message))) {
    return { kind: 'tooLong', server, message };
  }
  if (status === 503 && words.loading.test(message)) return { kind: 'loading', message };
  if (status >= 500 && words.tooLong.test(message)) return { kind: 'tooLong', server, message };
  return status < 500 ? { kind: 'refused', status, message } : { kind: 'endpointFailed', status, message };
}

/** The node's own codes: 404 for a model that it does not offer this person, 429 for its limits and its endpoint's. */
export function nodeRefusal(
  { server, model }: ModelEntry,
  { status, headers, body, now }: Refusal,
): RunProblem {
  const message = endpointMessage(body);
  if (status === 404) return { kind: 'noSuchModel', model, server };
  if (status === 429) return { kind: 'rateLimited', until: retryTime(headers, now), message };
  if (words.tooLong.test(message)) return { kind: 'tooLong', server, message };
  return status < 500 ? { kind: 'refused', status, message } : { kind: 'endpointFailed', status, message };
}

/** Anthropic's sentence for a model that it does not have is its name alone. */
function isAboutModel(status: number, message: string): boolean {
  return words.noModel.test(message) || (status === 404 && /\bmodels?\b/i.test(message));
}

const errorBody = z.union([
  z.object({ detail: z.string() }),
  z.object({ error: z.object({ message: z.string() }) }),
  z.object({ error: z.string() }),
  z.object({ message: z.string() }),
  z.array(z.object({ error: z.object({ message: z.string() }) })).min(1),
]);

/** Returns the sentence in the body of an error, or the title of a page; empty where there is none. */
export function endpointMessage(body: string): string {
  const title = /<title[^>]*>([^<]{1,300})/i.exec(body)?.[1];
  if (title !== undefined) return shortened(title);
  try {
    const read = errorBody.safeParse(JSON.parse(body)).data;
    return shortened(read === undefined ? '' : sentenceOf(read));
  } catch {
    return body.startsWith('<') ? '' : shortened(body);
  }
}

function sentenceOf(body: z.infer<typeof errorBody>): string {
  if (Array.isArray(body)) return body[0]?.error.message ?? '';
  if ('error' in body) return typeof body.error === 'string' ? body.error : body.error.message;
  return 'detail' in body ? body.detail : body.message;
}

export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().toWellFormed();
  return line.length <= messageLength ? line : `${line.slice(0, messageLength - 1).toWellFormed()}…`;
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). */
function retryTime(headers: Pick<Headers, 'get'>, now: number): string | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  const at = /^\d+(\.\d+)?$/.test(text) ? now + Number(text) * 1_000 : Date.parse(text);
  return Number.isNaN(at) || at > now + 366 * 24 * 3_600_000 ? null : new Date(at).toISOString();
}
