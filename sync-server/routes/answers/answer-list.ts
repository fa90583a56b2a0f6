/** Answers with a JSON array, in one piece where it is short and as a stream otherwise. */
import { setImmediate } from 'node:timers/promises';
import type { Context } from 'hono';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { RequestTurn } from '../../services/load/account-work.ts';

const headers = { 'Content-Type': 'application/json' };

/** `around`: what stands before and after the array. */
export async function answerList(
  c: Context<ServerContext>,
  parts: AsyncIterable<unknown[]>,
  around: { before: string; after: string } = { before: '', after: '' },
): Promise<Response> {
  const texts = jsonOf(parts, around);
  const first = await texts.next();
  const second = await texts.next();
  if (first.done) throw new Error('a list ended before it began');
  if (second.done) return c.body(first.value, 200, headers);
  return c.body(streamOf([first.value, second.value], texts, c.get('turn')), 200, headers);
}

/** One text a part. The last part ends the array, so that a list of one part is one text. */
async function* jsonOf(
  parts: AsyncIterable<unknown[]>,
  { before, after }: { before: string; after: string },
): AsyncGenerator<string, undefined> {
  let text = `${before}[`;
  let isEmpty = true;
  let isFirst = true;
  for await (const rows of parts) {
    if (!isFirst) {
      yield text;
      text = '';
      // What else waits on this server comes before the next part.
      await setImmediate();
    }
    isFirst = false;
    for (const row of rows) {
      text += `${isEmpty ? '' : ','}${JSON.stringify(row)}`;
      isEmpty = false;
    }
  }
  yield `${text}]${after}`;
}

/**
 * Each part is made when the one before it has gone out, and none after the client has left. It takes a turn of the
 * account: many lists at once would leave nothing to others.
 */
function streamOf(
  begun: readonly string[],
  texts: AsyncGenerator<string, undefined>,
  turn: RequestTurn | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const waiting = [...begun];
  return new ReadableStream(
    {
      async pull(controller) {
        const text = waiting.shift() ?? (await nextOf(texts, turn));
        if (text === undefined) controller.close();
        else controller.enqueue(encoder.encode(text));
      },
      async cancel() {
        await texts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function nextOf(
  texts: AsyncGenerator<string, undefined>,
  turn: RequestTurn | undefined,
): Promise<string | undefined> {
  const end = await turn?.another();
  try {
    return (await texts.next()).value;
  } finally {
    end?.();
  }
}
