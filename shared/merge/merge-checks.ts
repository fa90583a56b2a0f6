/**
 * Merges two lists of checks that were made of one, check by check; checks are equal where their JSON is.
 *
 * 1. The result has theirs without those that mine took out, and with those that mine added: a check that both sides
 *    changed differently is there twice, once as each side has it.
 * 2. It is in the order of the side that changed the order, mine first; what the other side added follows the check that
 *    it followed there.
 */
import type { JsonValue } from '#shared/model/checks/json.ts';

/** A check, and a key that no other one of its list has. */
type Keyed = { key: string; check: JsonValue };

export function mergeChecks(
  base: readonly JsonValue[],
  mine: readonly JsonValue[],
  theirs: readonly JsonValue[],
): JsonValue[] {
  const [before, own, others] = [keyed(base), keyed(mine), keyed(theirs)];
  const has = (list: readonly Keyed[]) => {
    const keys = new Set(list.map(({ key }) => key));
    return ({ key }: Keyed) => keys.has(key);
  };
  const [wasThere, isOwn, isOther] = [has(before), has(own), has(others)];
  const stays = (each: Keyed) => (isOwn(each) && isOther(each)) || !wasThere(each);
  const order = (list: readonly Keyed[]) =>
    list.flatMap((each) => (wasThere(each) && isOwn(each) && isOther(each) ? [each.key] : [])).join();
  const isMoved = order(own) !== order(before);
  const [first, second] = isMoved ? [own, others] : [others, own];
  return inserted(first.filter(stays), second.filter(stays)).map(({ check }) => check);
}

/** Equal checks of one list are numbered. */
function keyed(checks: readonly JsonValue[]): Keyed[] {
  const counts = new Map<string, number>();
  return checks.map((check) => {
    const json = JSON.stringify(check);
    const count = counts.get(json) ?? 0;
    counts.set(json, count + 1);
    return { key: `${count} ${json}`, check };
  });
}

function inserted(first: readonly Keyed[], second: readonly Keyed[]): Keyed[] {
  const result = [...first];
  let before = -1;
  for (const each of second) {
    const at = result.findIndex(({ key }) => key === each.key);
    if (at === -1) result.splice(before + 1, 0, each);
    before = at === -1 ? before + 1 : at;
  }
  return result;
}
