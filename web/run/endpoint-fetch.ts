/**
 * The one way by which the page reaches an endpoint. It resolves with a success and else throws a `RunFailure`, so that
 * what a failure means is decided here and not by each client.
 *
 * 1. A key goes to the address of its entry and nowhere else: no redirect is followed. Cookies go to the node alone.
 * 2. An endpoint's own sentence is shown without the key, which some of them repeat.
 */
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { RunFailure } from './model-client.ts';
import { endpointMessage, nodeRefusal, refusalProblem } from './refusal.ts';
import { type ReachDeps, whyUnreached } from './why-unreached.ts';

export type EndpointDeps = ReachDeps & { readonly now: () => number };

/** Bounds what is read of an answer that is shown as a sentence. */
const refusalBytes = 64 * 1024;

export function endpointFetch(
  {
    entry,
    key,
    more = {},
  }: { entry: ModelEntry; key: string | null; more?: Readonly<Record<string, unknown>> },
  deps: EndpointDeps,
): typeof fetch {
  return async (input, init) => {
    // The node has one address for a run, whatever the client makes of it.
    const target = entry.from === 'node' ? entry.address : input;
    const response = await sent(target, { ...init, ...bodyWith(init?.body, entry, more) });
    if (isRedirect(response)) throw new RunFailure({ kind: 'redirected', address: entry.address });
    if (response.ok && !isPage(response)) return response;
    const body = withoutKey(await beginning(response), key);
    throw new RunFailure(
      response.ok
        ? { kind: 'notAnAnswer', address: entry.address, wire: entry.kind, message: endpointMessage(body) }
        : (entry.from === 'node' ? nodeRefusal : refusalProblem)(entry, {
            status: response.status,
            headers: response.headers,
            body,
            now: deps.now(),
          }),
    );
  };

  async function sent(input: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
    try {
      return await deps.fetch(input, {
        ...init,
        headers: withoutAgent(init.headers),
        redirect: 'manual',
        credentials: entry.from === 'node' ? 'same-origin' : 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      });
    } catch (error) {
      if (init.signal?.aborted === true) throw error;
      // The address of the app itself: nobody corrects it, and the page may call it.
      if (entry.from === 'node') throw new RunFailure({ kind: 'nodeAway' });
      throw new RunFailure(await whyUnreached(entry, deps));
    }
  }
}

/** A name of its own that the SDK sends: a browser that sends it has to ask first, and few endpoints allow it. */
function withoutAgent(given: RequestInit['headers']): Headers {
  const headers = new Headers(given);
  headers.delete('user-agent');
  return headers;
}

const isRedirect = ({ type, status }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

/** A proxy's or portal's page, which has the status of a success. */
const isPage = ({ headers }: Response) => /\bhtml\b/i.test(headers.get('content-type') ?? '');

function withoutKey(text: string, key: string | null): string {
  return key === null || key === '' ? text : text.replaceAll(key, '…');
}

async function beginning(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < refusalBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The part that was read may have the sentence.
  }
  void reader.cancel().catch(() => undefined);
  return text;
}

/** Adds the fields that a person wrote in the provider's own words, which no client knows. */
function bodyWith(
  body: RequestInit['body'],
  { server }: ModelEntry,
  more: Readonly<Record<string, unknown>>,
): { body?: string } {
  if (typeof body !== 'string') return {};
  const read: unknown = JSON.parse(body);
  if (!isRecord(read)) return {};
  // OpenAI's newer models refuse the old name.
  const { max_tokens, ...rest } = read;
  const renamed =
    server === 'openai' && max_tokens !== undefined ? { ...rest, max_completion_tokens: max_tokens } : read;
  return { body: JSON.stringify(merged(renamed, more)) };
}

function merged(
  into: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const all: Record<string, unknown> = { ...into };
  for (const [name, value] of Object.entries(more)) {
    const there = all[name];
    all[name] = isRecord(there) && isRecord(value) ? merged(there, value) : value;
  }
  return all;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
