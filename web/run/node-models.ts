/** The models that the node offers: it calls them with keys of its own, and what is sent to them goes through it. */
import type { z } from 'zod';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { ServedModels } from '#shared/model/served-model.ts';
import type { Library } from '../data/database/library.ts';
import { readMeta, writeMeta } from '../data/database/meta.ts';

/** Of every entry that is no row of this device; its name is what tells it from others. */
const noId = 0;

/** On a network that swallows requests nobody waits longer. */
const answerMs = 10_000;

/**
 * Returns them as entries. Where the node cannot be reached they are those that it listed last, so that a run of one can
 * wait for the network; null where there are none, or nobody is signed in there.
 */
export async function nodeModels(
  { db }: Library,
  fetch: typeof globalThis.fetch,
  api: string,
): Promise<ModelEntry[] | null> {
  const entries = ({ models }: Listed) => models.map((model) => entryOf(model, `${api}/run`));
  try {
    const response = await fetch(`${api}/models`, {
      ...{ credentials: 'same-origin', cache: 'no-store' },
      signal: AbortSignal.timeout(answerMs),
    });
    if (!response.ok) return null;
    const listed = Listed.parse(await response.json());
    // It is read again at each start: a disk that takes nothing is no reason to hide them.
    await writeMeta(db, 'servedModels', listed).catch(() => undefined);
    return entries(listed);
  } catch {
    const last = await readMeta(db, 'servedModels', Listed);
    return last === undefined ? null : entries(last);
  }
}

const Listed = ServedModels.pick({ models: true });
type Listed = z.infer<typeof Listed>;
type Served = Listed['models'][number];

/** The node speaks OpenAI's wire, and takes the name of its entry for the model. */
function entryOf({ name, price }: Served, address: string): ModelEntry {
  return {
    ...{ id: noId, name, model: name, address, price, kind: 'openai', server: 'node', from: 'node' },
    ...{ defaults: {}, atOnce: 4 },
  };
}
