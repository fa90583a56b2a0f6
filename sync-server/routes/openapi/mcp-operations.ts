import { z } from 'zod';
import type { Operations } from './operation.ts';

const events = { description: 'A stream of events.', content: { type: 'text/event-stream' } } as const;

/** Of each message, whatever it asks for. */
const Message = z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string() });

/** The protocol's own refusal. */
const Refusal = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).nullable(),
  error: z.looseObject({ code: z.int(), message: z.string() }),
});
const refusal = { content: { type: 'application/json', schema: Refusal } } as const;

export const mcpOperations = {
  'POST /mcp': {
    id: 'mcpMessage',
    tag: 'MCP',
    summary: 'A message of MCP over Streamable HTTP',
    description:
      'Accept application/json and text/event-stream. A message that the protocol refuses is answered 400, 404, 406 or 415 with an error of JSON-RPC.',
    bodies: [{ schema: Message }],
    answers: {
      200: {
        description: 'The answer of JSON-RPC; a stream where the client listens for changes.',
        content: { type: 'application/json', schema: z.looseObject({ jsonrpc: z.literal('2.0') }) },
        orText: ['text/event-stream'],
      },
      400: { ...refusal, description: 'A batch, or no message of the protocol.' },
      406: { ...refusal, description: 'Accept names one of both types only.' },
      202: { description: 'A notification, which has no answer.' },
    },
    problems: ['too_many_requests', 'unsupported_media_type'],
  },
  'GET /mcp': {
    id: 'mcpNotifications',
    tag: 'MCP',
    summary: 'A stream of MCP that says when the library has changed',
    description: 'For clients of the revisions of 2025. Accept text/event-stream.',
    answers: { 200: events, 406: { ...refusal, description: 'Accept does not name text/event-stream.' } },
    problems: ['too_many_requests'],
  },
} as const satisfies Operations;
