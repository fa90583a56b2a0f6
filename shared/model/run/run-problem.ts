/**
 * Lists everything that can go wrong with a run, or be wrong with its answer. `run-problem-words.ts` has the sentence for
 * each, and what mends it.
 */
import { z } from 'zod';
import { ModelKind, ModelServer } from './model-entry.ts';

const address = z.string();
const server = ModelServer;
/** An endpoint's own words, shortened. */
const message = z.string();

/** Of an answer that came. They name no address, and no words of an endpoint: they go to other devices. */
const ofAnswer = [
  z.object({ kind: z.literal('brokenOff') }),
  /** `seconds`: without a byte. */
  z.object({ kind: z.literal('silent'), seconds: z.number(), began: z.boolean() }),
  z.object({ kind: z.literal('emptyAnswer') }),
  z.object({ kind: z.literal('tooLarge'), characters: z.int() }),
  z.object({ kind: z.literal('cutAnswer') }),
  z.object({ kind: z.literal('filtered') }),
  /** `words`: of the messages; each is a token at least. */
  z.object({ kind: z.literal('cutPrompt'), inputTokens: z.int(), words: z.int(), server }),
  z.object({ kind: z.literal('notJson') }),
  /** `at`: a JSON pointer; empty for the answer as a whole. */
  z.object({ kind: z.literal('schemaMismatch'), at: z.string(), message }),
  /** An expression of the schema takes too long. */
  z.object({ kind: z.literal('schemaNotCompared') }),
  z.object({ kind: z.literal('settingIgnored'), setting: z.string() }),
] as const;

export const AnswerProblem = z.discriminatedUnion('kind', ofAnswer);
export type AnswerProblem = z.infer<typeof AnswerProblem>;

export const RunProblem = z.discriminatedUnion('kind', [
  // It was not reached.
  z.object({ kind: z.literal('noListener'), address, server }),
  z.object({ kind: z.literal('offline'), address }),
  /** The server of this app, for a model that it calls. */
  z.object({ kind: z.literal('nodeAway') }),
  z.object({ kind: z.literal('originRefused'), address, server, origin: z.string() }),
  /** `ask`: the browser would ask. `denied`: it was refused before. `insecure`: it never asks for a page without https. */
  z.object({ kind: z.literal('localRefused'), address, by: z.enum(['ask', 'denied', 'insecure']) }),
  z.object({ kind: z.literal('mixedContent'), address }),
  z.object({ kind: z.literal('policyRefused'), address, origin: z.string() }),
  z.object({ kind: z.literal('redirected'), address }),
  z.object({ kind: z.literal('keyMissing'), server }),
  z.object({ kind: z.literal('noBrowserModel') }),
  /** The part of the app that calls models could not be loaded. */
  z.object({ kind: z.literal('partMissing') }),

  // It refused.
  z.object({ kind: z.literal('keyRefused'), status: z.int(), message }),
  z.object({ kind: z.literal('noSuchModel'), model: z.string(), server }),
  z.object({ kind: z.literal('noSuchPath'), address, wire: ModelKind }),
  z.object({ kind: z.literal('tooLong'), server, message }),
  /** `until`: ISO 8601; null where the endpoint names no time. */
  z.object({ kind: z.literal('rateLimited'), until: z.string().nullable(), message }),
  z.object({ kind: z.literal('loading'), message }),
  z.object({ kind: z.literal('refused'), status: z.int(), message }),
  z.object({ kind: z.literal('endpointFailed'), status: z.int().nullable(), message }),
  z.object({ kind: z.literal('unusableSetting'), setting: z.string(), message }),

  // Its answer is not whole, or not what it should be.
  z.object({ kind: z.literal('notAnAnswer'), address, wire: ModelKind, message }),
  /** It answered in one piece, where a stream was asked for. */
  z.object({ kind: z.literal('notStreamed'), address }),
  /** It ended before anything came. */
  z.object({ kind: z.literal('endedEarly') }),
  /** The page was closed before its turn came. */
  z.object({ kind: z.literal('neverSent') }),
  ...ofAnswer,
  /** A judge replied something else. */
  z.object({ kind: z.literal('noVerdict') }),
  /** An error that nothing here explains, by the app or the browser. `message`: its own words, shortened. */
  z.object({ kind: z.literal('unexpected'), message: z.string() }),
  /** The disk took no more. */
  z.object({ kind: z.literal('notKept') }),
]);
export type RunProblem = z.infer<typeof RunProblem>;
