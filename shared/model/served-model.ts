/** Models of the server's admin: those that a person may run through the server, and what one run of them is sent. */
import { z } from 'zod';
import { SettingWord } from './prompt-settings.ts';
import { ModelPrice } from './run/model-entry.ts';

/** A model in the answer of `GET /api/models`. Its address and its key stay on the server. */
const ServedModel = z.object({
  name: z.string(),
  /** The provider's name of it. */
  model: z.string(),
  /** Null: it costs nothing, or the admin has not named the price. */
  price: ModelPrice.nullable(),
});

const Allowance = z.object({ used: z.number(), most: z.number() });

/** The answer of `GET /api/models`. */
export const ServedModels = z.object({
  models: z.array(ServedModel),
  /** Counts what this person's runs have used since midnight (UTC), and may use. Null: there is no limit. */
  today: z.object({ tokens: Allowance.nullable(), cost: Allowance.nullable() }),
});
export type ServedModels = z.infer<typeof ServedModels>;

/**
 * The body of `POST /api/run`: that of a chat completion as OpenAI's API has it. `model` names a model of the server;
 * what is not listed here is sent on as it is.
 */
export const ChatRequest = z.looseObject({
  model: SettingWord,
  messages: z.array(z.looseObject({ role: z.string() })).min(1),
  stream: z.boolean().optional(),
});
export type ChatRequest = z.infer<typeof ChatRequest>;
