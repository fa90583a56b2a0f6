/** The wires of the three kinds of endpoints, as their services write them. */
import type { ServerResponse } from 'node:http';
import type { ModelKind } from '#shared/model/run/model-entry.ts';

export type WireName = Exclude<ModelKind, 'browser'>;

/** Each returns the bytes of one event, or of several. */
export type Wire = {
  begin(inputTokens: number | null): string;
  text(text: string): string;
  reasoning(text: string): string;
  /** In as many pieces as the arguments have; a wire without pieces has it whole. */
  toolCall(name: string, pieces: readonly string[]): string;
  finish(reason: 'stop' | 'length' | 'tools', outputTokens: number | null): string;
  /** Follows after the reason; nothing where the wire has no such mark. */
  done(): string;
  failure(message: string): string;
  /** The body of an answer that is an error. */
  error(status: number, message: string): object;
};

const line = (data: unknown, event = '') =>
  `${event === '' ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

function openAi(): Wire {
  let input: number | null = null;
  const chunk = (delta: object, finish_reason: string | null = null) =>
    line({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] });
  return {
    begin(inputTokens) {
      input = inputTokens;
      return chunk({ role: 'assistant', content: '' });
    },
    text: (content) => chunk({ content }),
    reasoning: (text) => chunk({ reasoning_content: text }),
    toolCall: (name, pieces) =>
      [
        chunk({
          tool_calls: [{ index: 0, id: 'call-1', type: 'function', function: { name, arguments: '' } }],
        }),
        ...pieces.map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
      ].join(''),
    finish: (reason, outputTokens) =>
      chunk({}, { stop: 'stop', length: 'length', tools: 'tool_calls' }[reason]) +
      (input === null || outputTokens === null
        ? ''
        : line({
            ...{ id: 'c', object: 'chat.completion.chunk', choices: [] },
            usage: {
              prompt_tokens: input,
              completion_tokens: outputTokens,
              total_tokens: input + outputTokens,
            },
          })),
    done: () => line('[DONE]'),
    failure: (message) => line({ error: { message, type: 'server_error', code: null } }),
    error: (_, message) => ({ error: { message, type: 'invalid_request_error', code: null } }),
  };
}

function anthropic(): Wire {
  let index = -1;
  const block = (content_block: object, deltas: readonly object[]) => {
    index += 1;
    return [
      line({ type: 'content_block_start', index, content_block }, 'content_block_start'),
      ...deltas.map((delta) => line({ type: 'content_block_delta', index, delta }, 'content_block_delta')),
      line({ type: 'content_block_stop', index }, 'content_block_stop'),
    ].join('');
  };
  return {
    begin: (inputTokens) =>
      line(
        {
          type: 'message_start',
          message: {
            ...{ id: 'm', type: 'message', role: 'assistant', model: 'claude', content: [] },
            ...{ stop_reason: null, stop_sequence: null },
            usage: { input_tokens: inputTokens ?? 0, output_tokens: 1 },
          },
        },
        'message_start',
      ),
    text: (text) => block({ type: 'text', text: '' }, [{ type: 'text_delta', text }]),
    reasoning: (thinking) =>
      block({ type: 'thinking', thinking: '' }, [
        { type: 'thinking_delta', thinking },
        { type: 'signature_delta', signature: 's' },
      ]),
    toolCall: (name, pieces) =>
      block(
        { type: 'tool_use', id: 'call-1', name, input: {} },
        pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ),
    finish: (reason, outputTokens) =>
      line(
        {
          type: 'message_delta',
          delta: {
            stop_reason: { stop: 'end_turn', length: 'max_tokens', tools: 'tool_use' }[reason],
            stop_sequence: null,
          },
          usage: { output_tokens: outputTokens ?? 0 },
        },
        'message_delta',
      ),
    done: () => line({ type: 'message_stop' }, 'message_stop'),
    failure: (message) => line({ type: 'error', error: { type: 'overloaded_error', message } }, 'error'),
    error: (_, message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
  };
}

function google(): Wire {
  let input: number | null = null;
  const chunk = (parts: readonly object[], more: object = {}) =>
    line({ candidates: [{ index: 0, content: { role: 'model', parts }, ...more }] });
  return {
    begin(inputTokens) {
      input = inputTokens;
      return '';
    },
    text: (text) => chunk([{ text }]),
    reasoning: (text) => chunk([{ text, thought: true }]),
    toolCall: (name, pieces) => chunk([{ functionCall: { name, args: JSON.parse(pieces.join('')) } }]),
    finish: (reason, outputTokens) =>
      line({
        candidates: [
          {
            ...{ index: 0, content: { role: 'model', parts: [] } },
            finishReason: reason === 'length' ? 'MAX_TOKENS' : 'STOP',
          },
        ],
        ...(input === null || outputTokens === null
          ? {}
          : {
              usageMetadata: {
                promptTokenCount: input,
                candidatesTokenCount: outputTokens,
                totalTokenCount: input + outputTokens,
              },
            }),
      }),
    done: () => '',
    failure: (message) => line({ error: { code: 500, message, status: 'INTERNAL' } }),
    error: (code, message) => ({ error: { code, message, status: 'INVALID_ARGUMENT' } }),
  };
}

export const wires: Readonly<Record<WireName, () => Wire>> = { openai: openAi, anthropic, google };

export function beginStream(response: ServerResponse, more: Readonly<Record<string, string>> = {}): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...more });
  response.flushHeaders();
}
