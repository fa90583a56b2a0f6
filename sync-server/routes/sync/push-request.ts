/**
 * Reads the body of a push as `PushRequest` does, in a tenth of the time where nothing is wrong with it: the schema looks
 * at 500 mutations field by field and copies each. It still says what is wrong, and takes what is only unusual.
 */
import { limits } from '#shared/model/limits.ts';
import { storable } from '#shared/model/text.ts';
import { type PushMutation, PushRequest, parseCursor, parseMutationKey } from '#shared/sync/wire.ts';

export const pushRequest: Pick<typeof PushRequest, 'safeParse'> = {
  safeParse: (content) =>
    isPlainPush(content) ? { success: true, data: content } : PushRequest.safeParse(content),
};

/** Returns true only of what `PushRequest` accepts, and leaves as it is. */
export function isPlainPush(content: unknown): content is PushRequest {
  return isObject(content) && 'mutations' in content && Object.entries(content).every(isPlainField);
}

function isPlainField([name, value]: [string, unknown]): boolean {
  switch (name) {
    case 'mutations':
      return Array.isArray(value) && value.length <= limits.pushMutations && value.every(isPlainMutation);
    case 'since':
      return typeof value === 'string' && parseCursor(value) !== null;
    case 'acknowledged':
      return isCount(value);
    case 'device':
      return typeof value === 'string' && value.length <= 100 && storable(value) === value;
    case 'brief':
      return typeof value === 'boolean';
    default:
      return false;
  }
}

const plainMethods: readonly unknown[] = ['POST', 'PATCH', 'PUT', 'DELETE'];

function isPlainMutation(mutation: unknown): mutation is PushMutation {
  if (!isObject(mutation) || !('key' in mutation && 'method' in mutation && 'path' in mutation)) return false;
  const { key, method, path } = mutation;
  if (typeof key !== 'string' || parseMutationKey(key) === null) return false;
  if (!plainMethods.includes(method) || typeof path !== 'string' || path.length > 2000) return false;
  if ('ifMatch' in mutation && mutation.ifMatch !== 'previous' && !isCount(mutation.ifMatch)) return false;
  return Object.keys(mutation).every(isFieldOfMutation);
}

function isFieldOfMutation(name: string): boolean {
  return name === 'key' || name === 'method' || name === 'path' || name === 'body' || name === 'ifMatch';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
