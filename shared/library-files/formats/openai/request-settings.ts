import { z } from 'zod';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { settingsOfParameters } from '../parameters.ts';

type Fields = Readonly<Record<string, unknown>>;

const Request = z.looseObject({
  reasoning: z.record(z.string(), z.unknown()).nullish().catch(null),
  text: z.record(z.string(), z.unknown()).nullish().catch(null),
  tools: z.array(z.unknown()).nullish().catch(null),
});
const Schema = z.looseObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) });
const NamedFunction = z.looseObject({ type: z.literal('function'), name: z.string() });

/** Parameters of a request; whatever else an answer has is its own. */
const taken = [
  ...['model', 'temperature', 'top_p', 'max_output_tokens', 'max_tokens', 'seed', 'stop', 'reasoning_effort'],
  ...[
    'frequency_penalty',
    'presence_penalty',
    'tool_choice',
    'parallel_tool_calls',
    'truncation',
    'verbosity',
  ],
];
/** An answer lists what nobody has asked for. */
const usual: Fields = { tool_choice: 'auto', parallel_tool_calls: true, truncation: 'disabled' };

/** Returns the settings of a request of the Responses API; null where they are more than a prompt can have. */
export function settingsOfRequest(request: Fields): PromptSettings | null {
  const { reasoning, text, tools } = Request.parse(request);
  const plain = taken.flatMap((name): [string, unknown][] =>
    request[name] === undefined || request[name] === usual[name] ? [] : [[name, request[name]]],
  );
  const { effort, ...otherReasoning } = withoutNull(reasoning ?? {});
  const { format, ...otherText } = withoutNull(text ?? {});
  return settingsOfParameters({
    ...Object.fromEntries(plain),
    ...otherText,
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
    ...(Object.keys(otherReasoning).length === 0 ? {} : { reasoning: otherReasoning }),
    ...(format === undefined ? {} : { response_format: formatOf(format) }),
    ...(tools === null || tools === undefined || tools.length === 0 ? {} : { tools: toolsOf(tools) }),
  });
}

function withoutNull(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** The older API has a schema one level deeper. */
function formatOf(format: unknown): unknown {
  const schema = Schema.safeParse(format).data;
  if (schema === undefined) return format;
  const { type, schema: inside, name, strict, ...others } = schema;
  if (Object.keys(withoutNull(others)).length > 0) return format;
  return {
    type,
    json_schema: {
      ...(typeof name === 'string' ? { name } : {}),
      schema: inside,
      ...(typeof strict === 'boolean' ? { strict } : {}),
    },
  };
}

function toolsOf(tools: readonly unknown[]): unknown {
  const functions = z.array(NamedFunction).safeParse(tools).data;
  return functions?.map(({ type, ...rest }) => ({ type, function: rest })) ?? tools;
}
