import { randomUUID } from 'node:crypto';
import { FilesUnavailable } from '../failures/files-unavailable.ts';
import type { Bucket } from './bucket.ts';

const hints: readonly { answer: RegExp; hint: string }[] = [
  { answer: /no (such )?bucket/, hint: 'create it, or mend its name in FILES_URL' },
  {
    answer: /AuthorizationHeaderMalformed|PermanentRedirect|answered 30\d/,
    hint: 'its region or endpoint is another one: see FILES_URL and AWS_REGION',
  },
  {
    answer: /answered 40[13]/,
    hint: 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be of a key that may list, read, write and delete in it',
  },
  { answer: /does not answer/, hint: 'see whether the store runs, and the endpoint of FILES_URL' },
];

/** Writes, sizes, lists and removes an object. Returns what is wrong as a sentence for an admin, or undefined. */
export async function checkBucket(
  bucket: Bucket,
): Promise<{ kind: FilesUnavailable['kind']; sentence: string } | undefined> {
  const folder = `temporary/check-${randomUUID()}/`;
  const key = `${folder}${'0'.repeat(12)}-1`;
  try {
    // First: its answer names a bucket that is not there.
    for await (const _each of bucket.list(folder)) break;
    await bucket.put(key, new Uint8Array(1));
    const size = await bucket.size(key);
    await bucket.remove(key);
    if (size === 1) return undefined;
    return { kind: 'refused', sentence: `${bucket.name} does not keep what is written to it.` };
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error;
    const hint = hints.find(({ answer }) => answer.test(error.message))?.hint;
    const sentence = `${bucket.name} cannot be used: ${error.message}${hint === undefined ? '' : `; ${hint}`}.`;
    return { kind: error.kind, sentence };
  }
}
