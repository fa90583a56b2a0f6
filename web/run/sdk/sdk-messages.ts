import type { ModelMessage } from 'ai';
import type { RunMessage } from '#shared/model/run/run.ts';
import type { ModelCall } from '../model-client.ts';

/** Returns the messages of a call in the SDK's shape, with the files where they belong. */
export function sdkMessages({ messages, attachments }: ModelCall): ModelMessage[] {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return messages.map((message, place) => {
    const own = attachments.filter(({ at = last }) => at === place);
    if (own.length === 0) return sdkMessage(message);
    return {
      role: 'user',
      content: [
        { type: 'text', text: message.content },
        ...own.map(({ name, mediaType, bytes }) => ({
          ...{ type: 'file' as const, data: bytes, filename: name, mediaType },
        })),
      ],
    };
  });
}

function sdkMessage(message: RunMessage): ModelMessage {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.content === '' ? [] : [{ type: 'text' as const, text: message.content }]),
          ...(message.toolCalls ?? []).map((call) => ({
            type: 'tool-call' as const,
            toolCallId: call.id,
            toolName: call.name,
            input: inputOf(call.arguments),
          })),
        ],
      };
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.callId,
            toolName: message.name,
            output: { type: 'text', value: message.content },
          },
        ],
      };
  }
}

/** Providers want an object; what a model wrote instead goes back as the text that it was. */
function inputOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { arguments: text };
  }
}
