/** Unpacks what was packed by the methods that browsers and Node have themselves. */
import { message } from '#shared/language/message.ts';
import { piecesOf } from '../bytes.ts';
import { FileRefused, type InputFile } from '../files.ts';
import { baseOf } from '../paths.ts';

/** Packed bytes become at most 1,032 times as many: a step of these never fills the memory. */
const step = 8 * 1024;

export async function* inSteps(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += step) yield piece.subarray(at, at + step);
  }
}

/** Throws what `packed` throws, and what `damaged` returns where the bytes are none of this method. */
export async function* decompressed(
  packed: AsyncIterable<Uint8Array>,
  { method, damaged }: { method: 'deflate-raw' | 'gzip'; damaged: () => FileRefused },
): AsyncGenerator<Uint8Array> {
  const steps = inSteps(packed);
  let sourceFailure: { readonly error: unknown } | undefined;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await steps.next();
        if (done === true) controller.close();
        else controller.enqueue(new Uint8Array(value));
      } catch (error) {
        sourceFailure = { error };
        controller.error(error);
      }
    },
  });
  const reader = source.pipeThrough(new DecompressionStream(method)).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch {
    throw sourceFailure?.error ?? damaged();
  } finally {
    await reader.cancel().catch(() => undefined);
    await steps.return(undefined);
  }
}

/** Returns the file in a gzip, which is JSON where the name does not say what it is: `.phub.gz` of PromptHub. */
export function gunzipped(file: InputFile): InputFile {
  const plain = file.path.replace(/\.gz$/i, '').replace(/\.phub$/i, '');
  const path = baseOf(plain).includes('.') ? plain : `${plain}.json`;
  const { size, modified } = file;
  return { path, size, modified, stream: () => decompressed(piecesOf(file), { method: 'gzip', damaged }) };
}

function damaged(): FileRefused {
  return new FileRefused({ sentence: message('This is not a gzip, or it is damaged.') });
}
