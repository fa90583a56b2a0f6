/**
 * Calls endpoints with the AI SDK. This folder is loaded when the first run begins, and nothing else imports the SDK.
 *
 * The SDK neither retries nor runs tools here: a run is one request, which a person sees, and ends with its tool calls.
 */
import {
  jsonSchema,
  type LanguageModel,
  streamText,
  type TextStreamPart,
  type ToolSet,
  tool,
  wrapLanguageModel,
} from 'ai';
import { z } from 'zod';
import type { RunUsage, ToolCall } from '#shared/model/run/run.ts';
import type { RunProblem } from '#shared/model/run/run-problem.ts';
import { type EndpointDeps, endpointFetch } from '../endpoint-fetch.ts';
import { type ModelCall, type ModelClient, type ModelPart, RunFailure } from '../model-client.ts';
import { endpointModel } from './endpoint-model.ts';
import { sdkMessages } from './sdk-messages.ts';
import { callSettings, ignoredSettings } from './sdk-settings.ts';
import { isBrokenRead, streamProblem } from './stream-problem.ts';

export function createSdkClient(deps: EndpointDeps): ModelClient {
  // It would print what a provider does not take; here that is a problem of the run.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return (call) => streamed(call, deps);
}

async function* streamed(call: ModelCall, deps: EndpointDeps): AsyncIterable<ModelPart> {
  const { entry, key, settings, signal } = call;
  const more = objectOf('more', settings.more);
  const reach = endpointFetch({ entry, key, more }, deps);
  const answer = { isOnePiece: false, hasBegun: false };
  const model = answeringIn(
    settings,
    endpointModel(entry, {
      key,
      async fetch(...request) {
        const response = await reach(...request);
        answer.isOnePiece = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
        return response;
      },
    }),
  );
  const tools = toolsOf(settings.tools);
  const { stream } = streamText({
    model,
    messages: sdkMessages(call),
    allowSystemInMessages: true,
    maxRetries: 0,
    abortSignal: signal,
    ...callSettings(settings, entry),
    ...(tools === undefined ? {} : { tools }),
    // It would print the error with the text of the prompt in it.
    onError: () => undefined,
  });
  const inputs: Context['inputs'] = new Map();
  for await (const part of unbroken(stream)) yield* partsOf(part, { call, inputs, answer });
}

/** A body that breaks off ends the stream by a part of it, or the stream itself fails. */
async function* unbroken<Part>(stream: AsyncIterable<Part>): AsyncIterable<Part> {
  try {
    yield* stream;
  } catch (error) {
    throw isBrokenRead(error) ? new RunFailure({ kind: 'brokenOff' }) : error;
  }
}

/** `inputs`: of the tool calls that are being written. */
type Context = {
  readonly call: ModelCall;
  readonly inputs: Map<string, ToolCall>;
  /** `isOnePiece`: by its type. */
  readonly answer: { readonly isOnePiece: boolean; hasBegun: boolean };
};

function* partsOf(part: TextStreamPart<ToolSet>, { call, inputs, answer }: Context): Iterable<ModelPart> {
  switch (part.type) {
    case 'start-step':
      yield { kind: 'begun' };
      for (const setting of ignoredSettings(part.warnings, call.settings)) {
        yield { kind: 'problem', problem: { kind: 'settingIgnored', setting } };
      }
      return;
    case 'text-delta':
      answer.hasBegun = true;
      yield { kind: 'text', text: part.text };
      return;
    case 'reasoning-delta':
      yield { kind: 'reasoning', text: part.text };
      return;
    case 'tool-input-start':
      inputs.set(part.id, { id: part.id, name: part.toolName, arguments: '' });
      return;
    case 'tool-input-delta': {
      const written = inputs.get(part.id);
      if (written === undefined) return;
      const longer = { ...written, arguments: written.arguments + part.delta };
      inputs.set(part.id, longer);
      yield { kind: 'toolInput', call: longer };
      return;
    }
    case 'tool-call':
      yield {
        kind: 'toolCall',
        call: {
          id: part.toolCallId,
          name: part.toolName,
          // As the model wrote it, where it came in pieces.
          arguments: inputs.get(part.toolCallId)?.arguments || textOf(part.input),
        },
      };
      return;
    case 'finish':
      // A stream that was closed before its end looks like one that has ended.
      if (part.rawFinishReason === undefined) throw new RunFailure(endOf(call, answer));
      yield { kind: 'usage', usage: usageOf(part.totalUsage) };
      if (part.finishReason === 'length') yield { kind: 'problem', problem: { kind: 'cutAnswer' } };
      if (part.finishReason === 'content-filter') yield { kind: 'problem', problem: { kind: 'filtered' } };
      return;
    case 'error': {
      const problem = streamProblem(part.error, call);
      throw new RunFailure(problem.kind === 'brokenOff' ? endOf(call, answer) : problem);
    }
    default:
  }
}

function endOf({ entry }: ModelCall, { isOnePiece, hasBegun }: Context['answer']): RunProblem {
  return isOnePiece && !hasBegun ? { kind: 'notStreamed', address: entry.address } : { kind: 'brokenOff' };
}

const textOf = (input: unknown) => (typeof input === 'string' ? input : JSON.stringify(input));

function usageOf(usage: {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  inputTokenDetails: { cacheReadTokens?: number | undefined };
  outputTokenDetails: { reasoningTokens?: number | undefined };
}): RunUsage {
  return {
    inputTokens: usage.inputTokens ?? null,
    cachedTokens: usage.inputTokenDetails.cacheReadTokens ?? null,
    outputTokens: usage.outputTokens ?? null,
    reasoningTokens: usage.outputTokenDetails.reasoningTokens ?? null,
  };
}

/**
 * Returns the model as it is asked for JSON where that is set. The SDK's own `output` would hold back what is no JSON yet, as
 * the fence that many models begin with, and read the whole answer again at each of its pieces.
 */
function answeringIn(
  { answerFormat, answerSchema }: ModelCall['settings'],
  model: Exclude<LanguageModel, string>,
): Exclude<LanguageModel, string> {
  if (answerFormat !== 'json') return model;
  const schema = answerSchema === undefined ? {} : { schema: objectOf('answerSchema', answerSchema) };
  return wrapLanguageModel({
    model,
    middleware: {
      transformParams: async ({ params }) => ({ ...params, responseFormat: { type: 'json', ...schema } }),
    },
  });
}

/** Both as it is written here and as OpenAI wraps it. */
const bareTool = z.object({
  name: z.string(),
  description: z.string().optional(),
  parameters: z.record(z.string(), z.unknown()).default({ type: 'object', properties: {} }),
});
const Tools = z.array(
  z.union([z.object({ function: bareTool }).transform((each) => each.function), bareTool]),
);

function toolsOf(text: string | undefined): ToolSet | undefined {
  if (text === undefined) return undefined;
  const read = Tools.safeParse(jsonOf('tools', text));
  if (!read.success) throw unusable('tools', read.error.issues[0]?.message ?? '');
  return Object.fromEntries(
    read.data.map(({ name, description, parameters }) => [
      name,
      tool({
        ...(description === undefined ? {} : { description }),
        inputSchema: jsonSchema(parameters),
      }),
    ]),
  );
}

function objectOf(setting: string, text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  const read = z.record(z.string(), z.unknown()).safeParse(jsonOf(setting, text));
  if (!read.success) throw unusable(setting, read.error.issues[0]?.message ?? '');
  return read.data;
}

function jsonOf(setting: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unusable(setting, error instanceof Error ? error.message : '');
  }
}

function unusable(setting: string, message: string): RunFailure {
  return new RunFailure({ kind: 'unusableSetting', setting, message });
}
