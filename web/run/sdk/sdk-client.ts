/**
 * Calls endpoints with the AI SDK. This folder is loaded when the first run begins, and nothing else imports the SDK.
 *
 * The SDK neither retries nor runs tools here: a run is one request, which a person sees, and ends with its tool calls.
 */
import { jsonSchema, Output, streamText, type TextStreamPart, type ToolSet, tool } from 'ai';
import { z } from 'zod';
import type { RunUsage } from '#shared/model/run/run.ts';
import { type EndpointDeps, endpointFetch } from '../endpoint-fetch.ts';
import { type ModelCall, type ModelClient, type ModelPart, RunFailure } from '../model-client.ts';
import { endpointModel } from './endpoint-model.ts';
import { sdkMessages } from './sdk-messages.ts';
import { callSettings, ignoredSettings } from './sdk-settings.ts';
import { streamProblem } from './stream-problem.ts';

export function createSdkClient(deps: EndpointDeps): ModelClient {
  // It would print what a provider does not take; here that is a problem of the run.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return (call) => streamed(call, deps);
}

async function* streamed(call: ModelCall, deps: EndpointDeps): AsyncIterable<ModelPart> {
  const { entry, key, settings, signal } = call;
  const more = objectOf('more', settings.more);
  const model = endpointModel(entry, { key, fetch: endpointFetch({ entry, key, more }, deps) });
  const tools = toolsOf(settings.tools);
  const { stream } = streamText({
    model,
    messages: sdkMessages(call),
    allowSystemInMessages: true,
    maxRetries: 0,
    abortSignal: signal,
    ...callSettings(settings, entry),
    ...(tools === undefined ? {} : { tools }),
    ...answerFormat(settings),
    // It would print the error with the text of the prompt in it.
    onError: () => undefined,
  });
  const inputs = new Map<string, string>();
  for await (const part of stream) yield* partsOf(part, { call, inputs });
}

type Context = { readonly call: ModelCall; readonly inputs: Map<string, string> };

function* partsOf(part: TextStreamPart<ToolSet>, { call, inputs }: Context): Iterable<ModelPart> {
  switch (part.type) {
    case 'start-step':
      yield { kind: 'begun' };
      for (const setting of ignoredSettings(part.warnings, call.settings)) {
        yield { kind: 'problem', problem: { kind: 'settingIgnored', setting } };
      }
      return;
    case 'text-delta':
      yield { kind: 'text', text: part.text };
      return;
    case 'reasoning-delta':
      yield { kind: 'reasoning', text: part.text };
      return;
    case 'tool-input-delta':
      inputs.set(part.id, (inputs.get(part.id) ?? '') + part.delta);
      return;
    case 'tool-call':
      yield {
        kind: 'toolCall',
        call: {
          id: part.toolCallId,
          name: part.toolName,
          // As the model wrote it, where it came in pieces.
          arguments: inputs.get(part.toolCallId) ?? textOf(part.input),
        },
      };
      return;
    case 'finish':
      // A stream that was closed before its end looks like one that has ended.
      if (part.rawFinishReason === undefined) throw new RunFailure({ kind: 'brokenOff' });
      yield { kind: 'usage', usage: usageOf(part.totalUsage) };
      if (part.finishReason === 'length') yield { kind: 'problem', problem: { kind: 'cutAnswer' } };
      if (part.finishReason === 'content-filter') yield { kind: 'problem', problem: { kind: 'filtered' } };
      return;
    case 'error':
      throw new RunFailure(streamProblem(part.error, call));
    default:
  }
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

function answerFormat({ answerFormat: format, answerSchema }: ModelCall['settings']) {
  if (format !== 'json') return {};
  const schema = objectOf('answerSchema', answerSchema);
  return {
    output: answerSchema === undefined ? Output.json() : Output.object({ schema: jsonSchema(schema) }),
  };
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
