/** Models that the admin of this server offers. */
import { z } from 'zod';
import { ChatRequest, ServedModels } from '#shared/model/served-model.ts';
import { json, type Operations } from './operation.ts';

const models = { tag: 'Models' } as const;

export const modelOperations = {
  'GET /api/models': {
    ...models,
    id: 'listModels',
    summary: 'List the models that the caller may run',
    description:
      'With what the caller has used today, where the admin set a limit. An empty list where none are offered.',
    answers: { 200: json(ServedModels) },
  },
  'POST /api/run': {
    ...models,
    id: 'runModel',
    summary: 'Run a model',
    description:
      "Takes and answers a chat completion as OpenAI's API has it; `model` is a name of the list, and further fields are sent on as they are. With `stream` the answer is a stream of events, in which a failure is an event with `error`.",
    bodies: [{ schema: ChatRequest }],
    answers: {
      200: {
        ...json(z.looseObject({})),
        orText: ['text/event-stream'],
        description: 'The answer of the model.',
      },
    },
    problems: ['not_found', 'model_refused', 'model_unreachable'],
  },
} as const satisfies Partial<Operations>;
