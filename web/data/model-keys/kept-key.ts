/**
 * Keeps the keys of models on this device.
 *
 * 1. A key lies in the library encrypted (AES-GCM), and what decrypts it is a CryptoKey that no code can export. What
 *    reads the files of the browser finds no key in them, and a sign-out deletes both.
 * 2. Only `web/run` imports this folder: no screen, and nothing that sends or exports a library, ever holds a key.
 */
import type { Library } from '../database/library.ts';

/** A page that came by plain http has no Web Crypto: nothing can be kept. */
export type KeyCrypto = Pick<Crypto, 'getRandomValues'> & { readonly subtle?: SubtleCrypto };

/** Rejects where the browser has no Web Crypto. */
export async function keepKey(
  { db }: Library,
  crypto: KeyCrypto,
  { id, key }: { id: number; key: string },
): Promise<void> {
  const subtle = subtleOf(crypto);
  const by = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = await subtle.encrypt({ name: 'AES-GCM', iv }, by, new TextEncoder().encode(key));
  await db.write([db.modelKeys], async () => void (await db.modelKeys.put({ id, iv, bytes, by })));
}

/** Returns null where none is kept, or where it cannot be decrypted. */
export async function readKey({ db }: Library, crypto: KeyCrypto, id: number): Promise<string | null> {
  const kept = await db.modelKeys.get(id);
  if (kept === undefined || crypto.subtle === undefined) return null;
  const { iv, bytes, by } = kept;
  const read = crypto.subtle.decrypt({ name: 'AES-GCM', iv }, by, bytes);
  return read.then((text) => new TextDecoder().decode(text)).catch(() => null);
}

export async function forgetKey({ db }: Library, id: number): Promise<void> {
  await db.modelKeys.delete(id);
}

function subtleOf({ subtle }: KeyCrypto): SubtleCrypto {
  if (subtle === undefined) throw new Error('This page has no Web Crypto: it was not loaded by https.');
  return subtle;
}
