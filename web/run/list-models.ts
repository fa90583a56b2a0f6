import { z } from 'zod';
import type { ListedModels } from '#shared/model/run/connection.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { type EndpointDeps, endpointFetch } from './endpoint-fetch.ts';
import { RunFailure } from './model-client.ts';

const listMs = 15_000;

/** OpenAI and Anthropic have `data`, Google has `models`, with the type of resource before each name. */
const Listing = z.union([
  z.object({ data: z.array(z.object({ id: z.string() })) }).transform(({ data }) => data.map(({ id }) => id)),
  z
    .object({ models: z.array(z.object({ name: z.string() })) })
    .transform(({ models }) => models.map(({ name }) => name.replace(/^models\//, ''))),
]);

/** Asks an endpoint which models it has. */
export async function listModels(
  entry: ModelEntry,
  key: string | null,
  deps: EndpointDeps,
): Promise<ListedModels> {
  const ended = new AbortController();
  const stop = deps.after(listMs, () => ended.abort());
  const notListed = { kind: 'notAnAnswer', address: entry.address, wire: entry.kind, message: '' } as const;
  try {
    const response = await endpointFetch({ entry, key }, deps)(`${entry.address}/models${query(entry)}`, {
      headers: headersOf(entry, key),
      signal: ended.signal,
    });
    const read = Listing.safeParse(await response.json());
    if (!read.success) return { kind: 'failed', problem: notListed };
    return { kind: 'listed', models: [...new Set(read.data)].toSorted() };
  } catch (error) {
    if (error instanceof RunFailure) return { kind: 'failed', problem: error.problem };
    return {
      kind: 'failed',
      problem: ended.signal.aborted ? { kind: 'silent', seconds: listMs / 1_000, began: false } : notListed,
    };
  } finally {
    stop();
  }
}

const query = ({ kind }: ModelEntry) =>
  ({ openai: '', anthropic: '?limit=1000', google: '?pageSize=1000', browser: '' })[kind];

function headersOf({ kind }: ModelEntry, key: string | null): Record<string, string> {
  if (key === null) return {};
  if (kind === 'google') return { 'x-goog-api-key': key };
  if (kind !== 'anthropic') return { authorization: `Bearer ${key}` };
  return {
    'x-api-key': key,
    'anthropic-version': '2023-06-01',
    'anthropic-dangerous-direct-browser-access': 'true',
  };
}
