/** Reads entries of a data set of OpenAI's evaluations as tests of promptfoo. */
import { z } from 'zod';
import { chatText } from '../chat-text.ts';
import { cellsOf } from '../table.ts';
import { type Fields, valueText } from './case-notes.ts';

const Messages = z.array(z.looseObject({ role: z.string(), content: z.unknown() })).min(1);
const Ideal = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number()])).min(1),
]);
const ownKeys = ['input', 'ideal', 'item', 'sample', 'metadata', 'id'];

/** True for an entry by its fields: messages with an `ideal`, or an `item`. */
export function isEvalsItem(fields: Fields): boolean {
  if (Object.keys(fields).some((key) => !ownKeys.includes(key))) return false;
  return (
    itemOf(fields) !== null ||
    ('ideal' in fields && (messagesOfEvals(fields) !== null || typeof fields.input === 'string'))
  );
}

export function itemOf({ item }: Fields): Fields | null {
  const fields = cellsOf(item);
  return fields === null || Object.keys(fields).length === 0 ? null : fields;
}

export function messagesOfEvals({ input }: Fields): { role: string; content: unknown }[] | null {
  return Messages.safeParse(input).data ?? null;
}

/**
 * Returns an entry as a test; null for what is none. `variables`: those of the prompt that it is for; without them the
 * last message is the value of `input`, and the fields of an item have `item.` before their names.
 */
export function evalsTest(fields: Fields, variables: readonly string[]): Fields | null {
  if (!isEvalsItem(fields)) return null;
  const item = itemOf(fields);
  const common = { options: { disableVarExpansion: true }, assert: checksOf(fields.ideal) };
  if (item !== null) {
    const isPlain = (name: string) => variables.includes(name) && !variables.includes(`item.${name}`);
    const vars = Object.entries(item).map(([name, value]) => [
      isPlain(name) ? name : `item.${name}`,
      valueText(value),
    ]);
    return { ...common, vars: Object.fromEntries(vars) };
  }
  const only = variables.length === 1 ? (variables[0] ?? 'input') : 'input';
  const last = messagesOfEvals(fields)?.at(-1)?.content ?? fields.input;
  const text = typeof last === 'string' ? last : chatText(fields.input);
  return { ...common, vars: { [only]: text } };
}

/** One of several ideal answers is enough. */
function checksOf(ideal: unknown): Fields[] {
  const read = Ideal.safeParse(ideal).data;
  if (read === undefined) return [];
  if (!Array.isArray(read)) return [{ type: 'equals', value: String(read) }];
  const texts = read.map(String);
  return [texts.length === 1 ? { type: 'equals', value: texts[0] } : { type: 'contains-any', value: texts }];
}
