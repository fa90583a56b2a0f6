/** The browser's own model (`LanguageModel`, the Prompt API), where the browser has one. */
import { z } from 'zod';
import type { RunMessage } from '#shared/model/run/run.ts';
import { type ModelCall, type ModelClient, type ModelPart, RunFailure } from './model-client.ts';

type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';
type Prompt = { role: 'system' | 'user' | 'assistant'; content: string };

/** The part of the API that is used here. */
export interface BrowserModels {
  availability(): Promise<Availability>;
  create(options: { initialPrompts?: readonly Prompt[]; signal?: AbortSignal }): Promise<BrowserSession>;
}

interface BrowserSession {
  promptStreaming(
    prompts: readonly Prompt[],
    options: { signal?: AbortSignal; responseConstraint?: unknown },
  ): ReadableStream<string>;
  destroy(): void;
}

/** Null where the browser has none. */
export function browserModels(page: object): BrowserModels | null {
  return 'LanguageModel' in page ? (page.LanguageModel as BrowserModels) : null;
}

export function createBrowserClient(models: BrowserModels | null): ModelClient {
  return (call) => streamed(call, models);
}

async function* streamed(call: ModelCall, models: BrowserModels | null): AsyncIterable<ModelPart> {
  if (models === null || (await models.availability()) === 'unavailable') {
    throw new RunFailure({ kind: 'noBrowserModel' });
  }
  const { messages, settings, signal } = call;
  const system = messages.filter(({ role }) => role === 'system').map(promptOf);
  // Loads the model first, where the browser has not done so yet.
  const session = await models.create({ initialPrompts: system, signal });
  try {
    for (const setting of ignored(settings)) {
      yield { kind: 'problem', problem: { kind: 'settingIgnored', setting } };
    }
    const rest = messages.filter(({ role }) => role !== 'system').map(promptOf);
    const stream = session.promptStreaming(rest, { signal, ...constraint(settings) });
    yield { kind: 'begun' };
    for await (const text of readAll(stream)) yield { kind: 'text', text };
  } finally {
    session.destroy();
  }
}

function promptOf({ role, content }: RunMessage): Prompt {
  return { role: role === 'tool' ? 'user' : role, content };
}

/** It takes neither of these from a page. */
function ignored(settings: ModelCall['settings']): string[] {
  const names = [
    'temperature',
    'topP',
    'maxTokens',
    'stop',
    'seed',
    'reasoningEffort',
    'tools',
    'more',
  ] as const;
  return names.filter((name) => settings[name] !== undefined);
}

function constraint({ answerFormat, answerSchema }: ModelCall['settings']): { responseConstraint?: unknown } {
  if (answerFormat !== 'json' || answerSchema === undefined) return {};
  const schema = z.record(z.string(), z.unknown()).safeParse(JSON.parse(answerSchema)).data;
  return schema === undefined ? {} : { responseConstraint: schema };
}

/** A stream is no iterable in every browser. */
async function* readAll(stream: ReadableStream<string>): AsyncIterable<string> {
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}
