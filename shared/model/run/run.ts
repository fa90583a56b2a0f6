/**
 * Defines a run: what a model was sent, what it answered, and what a person thinks of it. It has everything that is
 * needed to understand it when the prompt and the entry of the model are long gone.
 */
import { z } from 'zod';
import { Id } from '../ids.ts';
import { PromptSettings } from '../prompt-settings.ts';
import { ModelKind } from './model-entry.ts';
import { RunProblem } from './run-problem.ts';

export const ToolCall = z.object({
  id: z.string(),
  name: z.string(),
  /** JSON, as the model wrote it; it may be none. */
  arguments: z.string(),
});
export type ToolCall = z.infer<typeof ToolCall>;

export const RunMessage = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), content: z.string() }),
  z.object({ role: z.literal('user'), content: z.string() }),
  z.object({ role: z.literal('assistant'), content: z.string(), toolCalls: z.array(ToolCall).optional() }),
  /** The result of a tool call, by a person. */
  z.object({ role: z.literal('tool'), content: z.string(), callId: z.string(), name: z.string() }),
]);
export type RunMessage = z.infer<typeof RunMessage>;

/** Null where the endpoint does not count it. Tokens in include those of a cache, tokens out those of reasoning. */
export const RunUsage = z.object({
  inputTokens: z.int().nullable(),
  cachedTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  reasoningTokens: z.int().nullable(),
});
export type RunUsage = z.infer<typeof RunUsage>;

/**
 * `waiting`: its endpoint was out of reach, and a person sends it later. `queued`: another run of its address comes first. `done`: the answer is whole, and may have problems all the same.
 * `stopped`: by a person. `brokenOff`: the page was closed or the stream ended; what came is kept.
 */
export const RunState = z.enum(['waiting', 'queued', 'running', 'done', 'stopped', 'failed', 'brokenOff']);
export type RunState = z.infer<typeof RunState>;

export const RunRating = z.object({
  verdict: z.enum(['better', 'worse']).nullable(),
  /** 1 to 5. */
  stars: z.int().min(1).max(5).nullable(),
  note: z.string(),
});
export type RunRating = z.infer<typeof RunRating>;

/** A run in a list, without its texts. */
export const RunHead = z.object({
  id: Id,
  promptId: Id,
  /** Null: the text was no version; `textHash` tells whether it is the prompt's still. */
  versionId: Id.nullable(),
  textHash: z.string(),
  /** The entry as it was; `model` is the id that was sent. */
  model: z.object({ entryId: z.int(), name: z.string(), kind: ModelKind, model: z.string() }),
  from: z.enum(['device', 'node']),
  device: z.string(),
  state: RunState,
  /** ISO 8601. */
  startedAt: z.string(),
  /** From the sending to the first part of the answer, and to its end, in milliseconds; null: not yet. */
  firstMs: z.int().nullable(),
  totalMs: z.int().nullable(),
  usage: RunUsage.nullable(),
  /** In the currency of the price; null where tokens or price are not known. */
  cost: z.number().nullable(),
  problems: z.array(RunProblem),
  rating: RunRating,
  /** The beginning of the answer. */
  excerpt: z.string(),
  /** Of a run of a table of cases: the hash of its text, values, settings and model. */
  cell: z.string().exactOptional(),
});
export type RunHead = z.infer<typeof RunHead>;

export const RunInput = z.object({
  messages: z.array(RunMessage),
  values: z.record(z.string(), z.string()),
  /** Of the prompt over those of the model's entry. */
  settings: PromptSettings,
  attachments: z.array(
    z.object({
      ...{ name: z.string(), mediaType: z.string(), bytes: z.int(), sha256: z.string().optional() },
      /** See `RunAttachment`. */
      at: z.int().optional(),
    }),
  ),
});
export type RunInput = z.infer<typeof RunInput>;

export const RunOutput = z.object({
  answer: z.string(),
  reasoning: z.string(),
  toolCalls: z.array(ToolCall),
});
export type RunOutput = z.infer<typeof RunOutput>;

export const Run = RunHead.extend({ ...RunInput.shape, ...RunOutput.shape });
export type Run = z.infer<typeof Run>;

export const noOutput: RunOutput = { answer: '', reasoning: '', toolCalls: [] };
export const noRating: RunRating = { verdict: null, stars: null, note: '' };

/** Returns the cost of a run in the currency of the price; null where it is not known. */
export function runCost(usage: RunUsage | null, price: { in: number; out: number } | null): number | null {
  if (price === null || usage === null) return null;
  const { inputTokens, outputTokens } = usage;
  if (inputTokens === null || outputTokens === null) return null;
  return (inputTokens * price.in + outputTokens * price.out) / 1_000_000;
}
