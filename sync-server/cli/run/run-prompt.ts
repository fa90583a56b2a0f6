/** Runs a prompt: one request to a model, wherever both are. */
import type { PulledMessage, PulledSettings } from '#shared/model/pull.ts';
import { sentRole } from '#shared/templates/chat.ts';
import { type RunAnswer, readAnswerStream } from './answer-stream.ts';
import { chatFields } from './chat-body.ts';

/** A prompt with its snippets and values. */
export type FilledPrompt = { readonly messages: readonly PulledMessage[]; readonly settings: PulledSettings };

/**
 * Sends the body of a chat completion, and resolves when the answer begins. Throws `RunFailed`, or anything once the
 * signal has ended it.
 */
export type SendRun = (body: object, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;

type Run = {
  readonly prompt: FilledPrompt;
  readonly model: string;
  readonly send: SendRun;
  /** Left out: nobody ends it. */
  readonly signal?: AbortSignal;
};

/** `onText`: called with each part of the answer as it comes. Throws `RunFailed`. */
export async function runPrompt(
  { prompt, model, send, signal = new AbortController().signal }: Run,
  { now, onText }: { now: () => number; onText(text: string): void },
): Promise<RunAnswer & { readonly milliseconds: number }> {
  const messages = prompt.messages.map(({ role, content }) => ({ role: sentRole(role), content }));
  const body = { ...chatFields(prompt.settings), model, messages, stream: true };
  const began = now();
  const answer = await readAnswerStream(await send(body, signal), onText);
  return { ...answer, milliseconds: now() - began };
}
