/** True for the same value of JSON, whatever the order of its names; 0 and -0 differ, as they do in promptfoo. */
export function deepEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return Object.is(one, other);
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const left = new Map<string, unknown>(Object.entries(one));
  const right = new Map<string, unknown>(Object.entries(other));
  if (left.size !== right.size) return false;
  return [...left].every(([name, value]) => right.has(name) && deepEqual(value, right.get(name)));
}
