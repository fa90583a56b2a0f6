/** The models that the node offers: it calls them with keys of its own, and what is sent to them goes through it. */
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { ServedModels } from '#shared/model/served-model.ts';

/** Of every entry that is no row of this device; its name is what tells it from others. */
const noId = 0;

/** On a network that swallows requests nobody waits longer. */
const answerMs = 10_000;

/** Returns them as entries; null where the node does not answer, or nobody is signed in there. */
export async function nodeModels(fetch: typeof globalThis.fetch, api: string): Promise<ModelEntry[] | null> {
  try {
    const response = await fetch(`${api}/models`, {
      ...{ credentials: 'same-origin', cache: 'no-store' },
      signal: AbortSignal.timeout(answerMs),
    });
    if (!response.ok) return null;
    const read = ServedModels.safeParse(await response.json());
    return read.success ? read.data.models.map((model) => entryOf(model, `${api}/run`)) : null;
  } catch {
    return null;
  }
}

type Served = ServedModels['models'][number];

/** The node speaks OpenAI's wire, and takes the name of its entry for the model. */
function entryOf({ name, price }: Served, address: string): ModelEntry {
  return {
    ...{ id: noId, name, model: name, address, price, kind: 'openai', server: 'node', from: 'node' },
    ...{ defaults: {}, atOnce: 4 },
  };
}
