/** SHA-256 of file bytes, as the server computes it: 64 hexadecimal digits. */
import { sha256 } from '@noble/hashes/sha2.js';

/** Bytes hashed between two breaths of the page, where the browser's own hash is missing: a few milliseconds. */
const sliceBytes = 512 * 1024;

export async function sha256Of(content: ArrayBuffer): Promise<string> {
  // Outside of secure contexts (plain http) there is no `subtle`, whatever the types say.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  if (subtle === undefined) return sha256InScript(content);
  return hex(new Uint8Array(await subtle.digest('SHA-256', content)));
}

/** Returns the SHA-256 of a text, as that of its bytes. */
export function sha256OfText(text: string): Promise<string> {
  return sha256Of(new TextEncoder().encode(text).buffer);
}

/** Returns the SHA-256 of bytes that may be a view of a part of their buffer. */
export function digestOf(bytes: Uint8Array): Promise<string> {
  return sha256Of(bytes.slice().buffer);
}

/** Hashes slice by slice, so that typing goes on meanwhile. */
export async function sha256InScript(content: ArrayBuffer): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < content.byteLength; at += sliceBytes) {
    hash.update(new Uint8Array(content, at, Math.min(sliceBytes, content.byteLength - at)));
    await nextTurn();
  }
  return hex(hash.digest());
}

/** Resolves after a turn of the page, by a message to oneself: unlike a timer it is not slowed down in a hidden tab. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
