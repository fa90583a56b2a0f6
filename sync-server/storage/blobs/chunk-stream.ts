/** Returns chunks as a stream. Nothing is opened before the first is asked for; a reader that stops ends the source. */
export function chunkStream(open: () => AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  let chunks: AsyncGenerator<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= open();
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await chunks?.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
