/** Judges the JSON of an answer, and what a model calls. The schema is looked at only where there is JSON to validate. */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import type { KnownCheck } from '#shared/model/checks/check.ts';
import type { JsonValue } from '#shared/model/checks/json.ts';
import type { ToolCall } from '#shared/model/run/run.ts';
import { objectsIn, parsedJson, parsedYaml } from './json-in-text.ts';
import { type Fit, fitOf } from './json-schema.ts';
import { failedToJudge, found, type Outcome, shown } from './verdict.ts';

type Of<Kind extends KnownCheck['kind']> = Extract<KnownCheck, { kind: Kind }>;

export function judgeIsJson(text: string, { value }: Of<'is-json'>): Outcome {
  const read = parsedJson(text);
  if (read === undefined) return found(false, message('It is not valid JSON.'));
  if (!value) return found(true, message('It is valid JSON.'));
  return outcomeOf(writtenFit(value, read.value), message('It is JSON that fits the schema.'));
}

export function judgeContainsJson(text: string, { value }: Of<'contains-json'>): Outcome {
  const objects = objectsIn(text);
  if (objects === null) return failedToJudge(message('It has too many braces to look for JSON in it.'));
  let last: Outcome = found(false, message('It contains no JSON.'));
  for (const object of objects) {
    if (!value) return found(true, message('It contains JSON.'));
    last = outcomeOf(writtenFit(value, object), message('It contains JSON that fits the schema.'));
    if (last.kind !== 'found' || last.holds) return last;
  }
  return last;
}

/** `schema`: an object, or the text of one. */
function writtenFit(schema: JsonValue, value: JsonValue): Fit {
  const read = typeof schema === 'string' ? (parsedJson(schema) ?? parsedYaml(schema)) : { value: schema };
  return read === undefined ? { kind: 'badSchema', message: '' } : fitOf(read.value, value);
}

function outcomeOf(fit: Fit, fits: string): Outcome {
  switch (fit.kind) {
    case 'fits':
      return found(true, fits);
    case 'badSchema':
      return failedToJudge(message('The schema is not valid: "{fault}".'), { fault: shown(fit.message) });
    case 'mismatch':
      return found(false, message('It does not fit the schema at "{place}": {fault}'), {
        place: fit.at,
        fault: shown(fit.message),
      });
  }
}

const Parameters = z.record(z.string(), z.unknown());
const Bare = z.object({ name: z.string(), parameters: Parameters.optional() });
/** As the settings of a prompt have them, and as OpenAI wraps each. */
const Functions = z.array(z.union([z.object({ function: Bare }).transform((each) => each.function), Bare]));

type Called = { readonly toolCalls: readonly ToolCall[]; readonly tools: string | undefined };

/** True if the model called something, each function exists, and its arguments fit the parameters. */
export function judgeCalls({ toolCalls, tools }: Called): Outcome {
  if (toolCalls.length === 0) return found(false, message('It calls no function.'));
  const functions = Functions.safeParse(parsedJson(tools ?? '[]')?.value);
  if (!functions.success) return failedToJudge(message('The tools of the prompt are not readable.'));
  for (const { name, arguments: written } of toolCalls) {
    const called = functions.data.find((each) => each.name === name);
    if (called === undefined) {
      return found(false, message('It calls "{name}", and there is no such function.'), {
        name: shown(name),
      });
    }
    const read = parsedJson(written);
    if (read === undefined) {
      return found(false, message('It calls "{name}" with arguments that are not JSON.'), {
        name: shown(name),
      });
    }
    const schema = parsedJson(JSON.stringify(called.parameters ?? { type: 'object' }));
    const outcome = outcomeOf(fitOf(schema?.value ?? {}, read.value), '');
    if (outcome.kind !== 'found' || !outcome.holds) return outcome;
  }
  return found(true, message('Each function exists, and its arguments fit.'));
}
