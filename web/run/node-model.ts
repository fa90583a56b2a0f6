import type { ModelEntry } from '#shared/model/run/model-entry.ts';

/** Of every entry that is no row of this device; its name is what tells it from others. */
const noId = 0;

/**
 * Returns the entry of a model that the node calls with a key of its own. The node speaks OpenAI's wire at its own
 * address, takes the name of its entry for the model, and knows the person by the cookie of the session.
 */
export function nodeModel(name: string, address: string): ModelEntry {
  return {
    ...{ id: noId, name, model: name, address, kind: 'openai', server: 'node', from: 'node' },
    ...{ defaults: {}, price: null, atOnce: 4 },
  };
}
