import type { Appended } from '../ports/blob-storage.ts';

/** Passes on what comes in, chunk by chunk, as long as the whole does not become larger than `most`. */
export async function receiveBytes(
  bytes: AsyncIterable<Uint8Array>,
  { size: before, most, write }: { size: number; most: number; write(chunk: Uint8Array): Promise<void> },
): Promise<Appended> {
  let size = before;
  const incoming = bytes[Symbol.asyncIterator]();
  // Not `for await`: a break of the sender's is told apart from a failure to write, which is ours.
  const next = () => incoming.next().catch(() => 'broken' as const);
  for (let chunk = await next(); ; chunk = await next()) {
    if (chunk === 'broken') return 'broken';
    if (chunk.done) return 'whole';
    size += chunk.value.byteLength;
    if (size > most) return 'too_large';
    await write(chunk.value);
  }
}
