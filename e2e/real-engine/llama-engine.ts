/** Generates text with llama.cpp, by node-llama-cpp as it is installed in a folder. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contextLength } from './tiny-model.ts';

export type Generation = {
  readonly text: string;
  readonly temperature: number;
  readonly topP: number | undefined;
  /** Undefined: another one each time. */
  readonly seed: number | undefined;
  readonly maxTokens: number;
  readonly stop: readonly string[];
  /** The answer follows it. `json`: any JSON. */
  readonly schema: object | 'json' | undefined;
};

export type Generated = {
  readonly reason: 'stop' | 'length';
  readonly tokens: { readonly in: number; readonly out: number };
};

type Listener = { readonly signal: AbortSignal; onText(text: string): void };

export type Engine = {
  /** One after another: there is one context. Rejects where `signal` is aborted before the end. */
  generate(generation: Generation, listener: Listener): Promise<Generated>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** The part of the package that is used here. */
type LlamaPackage = {
  getLlama(options: object): Promise<Llama>;
  LlamaCompletion: new (options: { contextSequence: Sequence }) => Completion;
};
type Llama = {
  loadModel(options: { modelPath: string }): Promise<{ createContext(options: object): Promise<Context> }>;
  createGrammarForJsonSchema(schema: object): Promise<object>;
  getGrammarFor(name: 'json'): Promise<object>;
  dispose(): Promise<void>;
};
type Context = { getSequence(): Sequence };
type Sequence = { clearHistory(): Promise<void>; readonly tokenMeter: { getState(): Meter } };
type Meter = { readonly usedInputTokens: number; readonly usedOutputTokens: number };
type Completion = {
  generateCompletionWithMeta(
    text: string,
    options: object,
  ): Promise<{ metadata: { readonly stopReason: string } }>;
};

/** One thread, so that the same seed gives the same numbers. */
const alone = { threads: 1, contextSize: contextLength };

export async function loadEngine(tool: string, modelPath: string): Promise<Engine> {
  const entry = join(tool, 'node_modules', 'node-llama-cpp', 'dist', 'index.js');
  const { getLlama, LlamaCompletion }: LlamaPackage = await import(pathToFileURL(entry).href);
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: 'error', maxThreads: 1 });
  const context = await (await llama.loadModel({ modelPath })).createContext(alone);
  const contextSequence = context.getSequence();
  const completion = new LlamaCompletion({ contextSequence });
  let last: Promise<unknown> = Promise.resolve();

  function grammarOf(schema: Generation['schema']): Promise<object> | undefined {
    if (schema === undefined) return undefined;
    return schema === 'json' ? llama.getGrammarFor('json') : llama.createGrammarForJsonSchema(schema);
  }

  async function generate(generation: Generation, { signal, onText }: Listener): Promise<Generated> {
    const { text, schema, stop, ...options } = generation;
    await contextSequence.clearHistory();
    const before = contextSequence.tokenMeter.getState();
    const { metadata } = await completion.generateCompletionWithMeta(text, {
      ...options,
      grammar: await grammarOf(schema),
      customStopTriggers: stop,
      ...{ signal, onTextChunk: onText },
    });
    const after = contextSequence.tokenMeter.getState();
    return {
      reason: metadata.stopReason === 'maxTokens' ? 'length' : 'stop',
      tokens: {
        in: after.usedInputTokens - before.usedInputTokens,
        out: after.usedOutputTokens - before.usedOutputTokens,
      },
    };
  }

  return {
    generate(generation, listener) {
      const next = last.then(() => generate(generation, listener));
      last = next.catch(() => undefined);
      return next;
    },
    [Symbol.asyncDispose]: () => llama.dispose(),
  };
}
