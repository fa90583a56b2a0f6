import { expect, test } from 'vitest';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { Library } from '../data/database/library.ts';
import { modelsOf, modelsWithKey, removeModel, saveModel } from '../data/run/models.ts';
import { createModelKeys } from './model-keys.ts';

const key = 'sk-something-secret';

const entry: ModelEntry = {
  ...{ id: 5, name: 'Mine', kind: 'openai', server: 'openai', from: 'device', model: 'm' },
  ...{ address: 'https://api.example.com/v1', defaults: {}, price: null, atOnce: 1 },
};

/** The keys of models in any IndexedDB. */
export function modelKeysSuite(name: string, open: () => Promise<Library>): void {
  test(`${name}: a key is kept encrypted, read by a later page, and cannot be exported`, async () => {
    const library = await open();
    await saveModel(library, entry);
    await createModelKeys(library, crypto).set(5, key);
    expect(await createModelKeys(library, crypto).read(5)).toBe(key);
    const row = await library.db.modelKeys.get(5);
    expect(row?.by.extractable).toBe(false);
    const shown = new TextDecoder('latin1').decode(row?.bytes);
    expect(shown).not.toContain(key);
    expect(JSON.stringify([row, await library.db.models.toArray()])).not.toContain(key);
    expect(await modelsWithKey(library)).toEqual(new Set([5]));
  });

  test(`${name}: a key goes with its entry, and by itself`, async () => {
    const library = await open();
    const keys = createModelKeys(library, crypto);
    await saveModel(library, entry);
    await keys.set(5, key);
    await keys.set(6, key);
    await removeModel(library, 5);
    await keys.forget(6);
    expect([await keys.read(5), await keys.read(6)]).toEqual([null, null]);
    expect(await modelsOf(library)).toEqual([]);
  });

  test(`${name}: without Web Crypto a key lives as long as its tab and is written nowhere`, async () => {
    const library = await open();
    const plain = { getRandomValues: crypto.getRandomValues.bind(crypto) };
    const keys = createModelKeys(library, plain);
    expect(keys.areKept).toBe(false);
    await keys.set(5, key);
    expect(await keys.read(5)).toBe(key);
    expect(keys.inTab()).toEqual(new Set([5]));
    expect(await library.db.modelKeys.count()).toBe(0);
    expect(await createModelKeys(library, plain).read(5)).toBeNull();
  });
}
