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

/** As zod's own record, whose clones (by `refine` and the like) are of this kind too. */
const RecordOfNames = z.core.$constructor(
  'RecordOfNames',
  (record: z.ZodRecord, def: z.core.$ZodRecordDef) => {
    z.ZodRecord.init(record, def);
    const { parse } = record._zod;
    record._zod.parse = (payload, context) => {
      payload.value = renamed(payload.value, unsafe, standIn);
      const read = parse(payload, context);
      return read instanceof Promise ? read.then(shown) : shown(read);
    };
  },
);

/** Returns a schema like `z.record`, of all names. */
export function recordOf<Key extends z.ZodType<string, string>, Value extends z.ZodType>(
  key: Key,
  value: Value,
): z.ZodRecord<Key, Value> {
  const record = z.record(key, value);
  record._zod.constr = RecordOfNames;
  return z.core.clone(record);
}

/** Returns the value that an object has itself under a name. */
export function ownValue<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function shown(payload: z.core.ParsePayload): z.core.ParsePayload {
  payload.value = renamed(payload.value, standIn, unsafe);
  return payload;
}

function renamed(given: unknown, from: string, to: string): unknown {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, from)) return given;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name === from ? to : name, value]));
}
