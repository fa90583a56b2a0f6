/**
 * Defines an entry of "Models": where a model of the person's own is, and how it is called.
 *
 * It is local to a device, as its address is: `localhost` names another machine on each. Its key is no part of it.
 */
import { z } from 'zod';
import { Id } from '../ids.ts';
import { limits } from '../limits.ts';
import { PromptSettings, SettingWord } from '../prompt-settings.ts';
import { storableText } from '../text.ts';

/** The wire that an endpoint speaks. `openai`: OpenAI's, which most others speak, too. `browser`: none at all. */
export const ModelKind = z.enum(['openai', 'anthropic', 'google', 'browser']);
export type ModelKind = z.infer<typeof ModelKind>;

/** The program or service behind an address, which decides what mends a failure. */
export const ModelServer = z.enum([
  ...['ollama', 'llamaCpp', 'lmStudio', 'vllm'],
  ...['openai', 'anthropic', 'google', 'openRouter'],
  ...['browser', 'node', 'other'],
] as const);
export type ModelServer = z.infer<typeof ModelServer>;

/** For a million tokens, in US dollars; of a model of the node, in the currency that its admin counts in. */
export const ModelPrice = z.object({ in: z.number().min(0), out: z.number().min(0) });
export type ModelPrice = z.infer<typeof ModelPrice>;

/** The address without a slash at its end. Neither a user name, nor a query, nor a fragment can be part of one. */
export const EndpointAddress = storableText
  .trim()
  .max(limits.webhookUrlLength)
  .transform((text) => text.replace(/\/+$/, ''))
  .refine(isEndpoint, 'Write an address such as http://localhost:11434/v1');

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

export const ModelEntry = z.object({
  /** 0: the node's own, which its name identifies. */
  id: z.union([Id, z.literal(0)]),
  name: SettingWord,
  kind: ModelKind,
  server: ModelServer,
  /** `device`: this page calls the address itself. `node`: the node calls it, with the key that it holds. */
  from: z.enum(['device', 'node']),
  /** Empty for the browser's own model. */
  address: z.union([z.literal(''), EndpointAddress]),
  /** As the endpoint names it. */
  model: SettingWord,
  /** Settings of runs whose prompt has none of its own. */
  defaults: PromptSettings,
  /** Null: a run costs nothing. */
  price: ModelPrice.nullable(),
  /** Runs that its address is sent at the same time. */
  atOnce: z.int().min(1).max(16),
});
export type ModelEntry = z.infer<typeof ModelEntry>;
