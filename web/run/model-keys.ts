/**
 * The keys of models: kept encrypted on this device, or, where the page has no Web Crypto (plain http), in this tab
 * alone. No screen reads one; it is given, replaced and forgotten.
 */
import { createListeners } from '#shared/events/listeners.ts';
import type { Library } from '../data/database/library.ts';
import { forgetKey, type KeyCrypto, keepKey, readKey } from '../data/model-keys/kept-key.ts';

export type ModelKeys = {
  /** Whether keys are kept on this device; else they live as long as this tab. */
  readonly areKept: boolean;
  set(id: number, key: string): Promise<void>;
  forget(id: number): Promise<void>;
  /** The entries whose key is in this tab alone. */
  inTab(): ReadonlySet<number>;
  subscribe(listener: () => void): () => void;
  read(id: number): Promise<string | null>;
};

export function createModelKeys(library: Library, crypto: KeyCrypto): ModelKeys {
  const { subscribe, notify } = createListeners();
  const areKept = crypto.subtle !== undefined;
  let tabKeys: ReadonlyMap<number, string> = new Map();
  let ids: ReadonlySet<number> = new Set();

  function change(next: ReadonlyMap<number, string>): void {
    tabKeys = next;
    ids = new Set(next.keys());
    notify();
  }

  return {
    areKept,
    async set(id, key) {
      if (areKept) await keepKey(library, crypto, { id, key });
      else change(new Map([...tabKeys, [id, key]]));
    },
    async forget(id) {
      await forgetKey(library, id);
      change(new Map([...tabKeys].filter(([each]) => each !== id)));
    },
    inTab: () => ids,
    subscribe,
    read: async (id) => tabKeys.get(id) ?? readKey(library, crypto, id),
  };
}
