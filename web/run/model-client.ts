import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunMessage, RunUsage, ToolCall } from '#shared/model/run/run.ts';
import type { RunProblem } from '#shared/model/run/run-problem.ts';
import type { RunAttachment } from '#shared/model/run/run-request.ts';

/** One call of a model. */
export type ModelCall = {
  readonly entry: ModelEntry;
  readonly key: string | null;
  readonly messages: readonly RunMessage[];
  readonly settings: PromptSettings;
  readonly attachments: readonly RunAttachment[];
  readonly signal: AbortSignal;
};

/**
 * `begun`: the endpoint has answered, with nothing of the answer yet. `toolInput`: a call that is still being written, as far
 * as it has come; a `toolCall` of its id ends it. `problem`: one that does not end the run.
 */
export type ModelPart =
  | { readonly kind: 'begun' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'toolInput' | 'toolCall'; readonly call: ToolCall }
  | { readonly kind: 'usage'; readonly usage: RunUsage }
  | { readonly kind: 'problem'; readonly problem: RunProblem };

/** Calls a model and yields its answer as it comes. Throws what `problem-of.ts` reads; ends when the answer is whole. */
export type ModelClient = (call: ModelCall) => AsyncIterable<ModelPart>;

/** Ends a call with a problem that is known where it is met. */
export class RunFailure extends Error {
  readonly problem: RunProblem;

  constructor(problem: RunProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}
