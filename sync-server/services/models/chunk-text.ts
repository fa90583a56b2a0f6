/** How much a model wrote in one chunk of a stream, as OpenAI's API and those that speak like it have it. */
import { z } from 'zod';

/** Some endpoints send a message, or a bare text, in place of a part of one. */
const Choice = z.looseObject({
  delta: z.unknown().optional(),
  message: z.unknown().optional(),
  text: z.unknown().optional(),
});
const Chunk = z.looseObject({ choices: z.array(Choice) });

/** The fields of a delta that have what the model wrote, at any depth. The rest are names, ids and signatures. */
const written = new Set([
  ...['content', 'text', 'refusal', 'reasoning_content', 'reasoning', 'thinking'],
  ...['tool_calls', 'function_call', 'function', 'arguments', 'custom', 'input'],
]);

/** Returns the bytes of the text, or undefined where this is no chunk. */
export function chunkTextBytes(data: unknown): number | undefined {
  const read = Chunk.safeParse(data);
  if (!read.success) return undefined;
  let bytes = 0;
  // It grows while it is read: an endpoint may nest as deeply as it likes.
  const parts: unknown[] = read.data.choices.map(({ delta, message, text }) => delta ?? message ?? text);
  for (const part of parts) {
    if (typeof part === 'string') bytes += Buffer.byteLength(part);
    else if (typeof part === 'object' && part !== null) for (const one of textsOf(part)) parts.push(one);
  }
  return bytes;
}

function textsOf(part: object): unknown[] {
  if (Array.isArray(part)) return part;
  return Object.entries(part).flatMap(([name, content]) => {
    // Some endpoints send a thought under its old name and its new one.
    const isTwice = name === 'reasoning' && 'reasoning_content' in part && part.reasoning_content === content;
    return written.has(name) && !isTwice ? [content] : [];
  });
}
