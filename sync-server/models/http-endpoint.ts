/** Reaches models over http. No redirect is followed: the key is for the address that the admin named. */
import { z } from 'zod';
import type { EndpointAnswer, ModelEndpoint, ModelPlace } from '../services/models/model-endpoint.ts';

const messageLength = 1000;
/** Of an answer that is an error. */
const errorBytes = 64 * 1024;

export const httpEndpoint: ModelEndpoint = {
  async send(model, body, signal) {
    const answer = await request(model, body, signal);
    if (answer === undefined) return { kind: 'unreachable' };
    if (!answer.ok) return refusalOf(answer, model);
    return {
      kind: 'answer',
      contentType: answer.headers.get('Content-Type') ?? 'application/json',
      bytes: answer.body ?? empty(),
    };
  },
};

async function request(
  { address, key }: ModelPlace,
  body: object,
  signal: AbortSignal,
): Promise<Response | undefined> {
  try {
    return await fetch(`${address.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

const ErrorBody = z.union([
  z.looseObject({ error: z.looseObject({ message: z.string() }) }).transform(({ error }) => error.message),
  z.looseObject({ error: z.string() }).transform(({ error }) => error),
  z.looseObject({ message: z.string() }).transform(({ message }) => message),
]);

/** Some endpoints repeat a key that they refuse. */
async function refusalOf(answer: Response, { key }: ModelPlace): Promise<EndpointAnswer> {
  const text = await beginningOf(answer).catch(() => '');
  const message = messageOf(text);
  const retryAfter = Number(answer.headers.get('Retry-After') ?? '');
  return {
    kind: 'refused',
    status: answer.status,
    retryAfterSeconds: Number.isInteger(retryAfter) && retryAfter > 0 ? retryAfter : null,
    message: (key === undefined ? message : message.replaceAll(key, '…')).slice(0, messageLength),
  };
}

function messageOf(text: string): string {
  try {
    const read = ErrorBody.safeParse(JSON.parse(text));
    return read.success ? read.data : '';
  } catch {
    // A page of something in between, of which nobody learns anything.
    return '';
  }
}

async function beginningOf(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of answer.body ?? empty()) {
    text += decoder.decode(part, { stream: true });
    if (text.length > errorBytes) break;
  }
  return text;
}

async function* empty(): AsyncGenerator<Uint8Array> {}
