import type { JsonValue } from '#shared/model/checks/json.ts';
import { readYaml } from '../library-files/yaml.ts';

/** As promptfoo, which reads no longer object. */
const longest = 100_000;
/** Characters that are parsed for one answer: a text of nothing but braces would be parsed from each of them. */
const mostParsed = 500_000;

/**
 * Returns the objects that stand in a text, outermost ones only, in their order; null if it has too many braces to look.
 *
 * An object begins with a brace and ends where as many are closed as were opened, those in strings among them, or with
 * the text, whose missing braces are then added. It may be written as YAML has it, with bare names.
 */
export function objectsIn(text: string): JsonValue[] | null {
  const { closings, depths } = bracesOf(text);
  const objects: JsonValue[] = [];
  let parsed = 0;
  for (let at = text.indexOf('{'); at !== -1 && at < text.length - 1; at = text.indexOf('{', at)) {
    const limit = Math.min(at + longest, text.length);
    const closing = closings.get(at) ?? text.length;
    const isClosed = closing < limit;
    const end = isClosed ? closing + 1 : limit;
    const missing = isClosed ? 0 : (depths[end] ?? 0) - (depths[at] ?? 0);
    parsed += end - at;
    if (parsed > mostParsed) return null;
    const object = parsedObject(text.slice(at, end) + '}'.repeat(missing));
    if (object !== undefined) objects.push(object);
    at = object === undefined ? at + 1 : end;
  }
  return objects;
}

/** Returns the brace that closes each one that is closed, and at each place how many are open more than closed before. */
function bracesOf(text: string): { closings: ReadonlyMap<number, number>; depths: Int32Array } {
  const closings = new Map<number, number>();
  const depths = new Int32Array(text.length + 1);
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at];
    const step = unit === '{' ? 1 : unit === '}' ? -1 : 0;
    depths[at + 1] = (depths[at] ?? 0) + step;
    if (step === 1) open.push(at);
    const opening = step === -1 ? open.pop() : undefined;
    if (opening !== undefined) closings.set(opening, at);
  }
  return { closings, depths };
}

function parsedObject(text: string): JsonValue | undefined {
  const read = parsedJson(text) ?? parsedYaml(text);
  return typeof read?.value === 'object' && read.value !== null ? read.value : undefined;
}

export function parsedJson(text: string): { value: JsonValue } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Reads the values of JSON alone: no dates, no tags. */
export function parsedYaml(text: string): { value: JsonValue } | undefined {
  const read = readYaml(text);
  return read.ok ? parsedJson(JSON.stringify(read.value) ?? '') : undefined;
}
