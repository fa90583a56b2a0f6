/** Makes of a pulled prompt's settings the fields of a chat completion, as OpenAI's API has them. */
import type { PulledSettings } from '#shared/model/pull.ts';

/** The settings that are given as `more` are a provider's own fields, which come last. */
export function chatFields(settings: PulledSettings): Record<string, unknown> {
  const { temperature, topP, maxTokens, stop, seed, reasoningEffort, tools, more } = settings;
  const format = answerFormat(settings);
  const fields = {
    ...{ temperature, top_p: topP, max_tokens: maxTokens, stop, seed, reasoning_effort: reasoningEffort },
    tools: tools?.map((each) => ({ type: 'function', function: each })),
    response_format: format,
    ...more,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function answerFormat({ answerFormat: format, answerSchema: schema }: PulledSettings): object | undefined {
  if (format !== 'json') return undefined;
  if (schema === undefined) return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } };
}
