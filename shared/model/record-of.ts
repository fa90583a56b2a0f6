/**
 * Objects whose keys are names that people choose, as the variables of a prompt are.
 *
 * Any name may be one: `constructor`, which every object inherits, and `__proto__`, which `z.record` leaves out and an
 * assignment takes for the prototype. Such an object is read with `ownValue`, and made with `Object.fromEntries`.
 */
import { z } from 'zod';

const unsafe = '__proto__';
/** Stands in for it while zod makes its result. Ends with a character that nobody types. */
const standIn = `${unsafe}\u2063`;

/** Returns a schema like `z.record`, of all names. */
export function recordOf<Value>(key: z.ZodType<string, string>, value: z.ZodType<Value>) {
  const record = z.record(key, value).overwrite((read) => renamed(read, standIn, unsafe));
  return z.preprocess((given) => renamed(given, unsafe, standIn), record);
}

/** Returns the value that an object has itself under a name. */
export function ownValue<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function renamed<Given>(given: Given, from: string, to: string): Given {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, from)) return given;
  const entries = Object.entries(given).map(([name, value]) => [name === from ? to : name, value]);
  return Object.fromEntries(entries);
}
