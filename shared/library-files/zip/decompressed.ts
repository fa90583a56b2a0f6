/** Unpacks what was packed by the methods that browsers and Node have themselves. */
import { message } from '#shared/language/message.ts';
import { bounds } from '../bounds.ts';
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

/** Whether a file that was given is opened as a gzip. In a folder it may be part of something, as of a skill. */
export function isGzip(path: string): boolean {
  return /\.phub\.gz$/i.test(path) || /^[^/]+\.gz$/i.test(path);
}

/**
 * Returns the file in a gzip, which is JSON where the name does not say what it is: `.phub.gz` of PromptHub. `paths`: of
 * the files beside it.
 */
export async function gunzipped(file: InputFile, paths: ReadonlySet<string>): Promise<InputFile> {
  const plain = file.path.replace(/\.gz$/i, '').replace(/\.phub$/i, '');
  const named = baseOf(plain).includes('.') ? plain : `${plain}.json`;
  const { modified } = file;
  return {
    path: paths.has(named) ? `${file.path}/${baseOf(named)}` : named,
    size: await announcedSize(file),
    modified,
    stream: () => decompressed(piecesOf(file), { method: 'gzip', damaged }),
  };
}

/** Returns the size that stands at the end of a gzip (RFC 1952, ISIZE), as far as it can be true: a cut one has any bytes there. */
async function announcedSize({ size, slice }: InputFile): Promise<number> {
  const end = await slice?.(Math.max(0, size - 4), size).catch(() => null);
  const announced = end?.length === 4 ? new DataView(end.buffer, end.byteOffset, 4).getUint32(0, true) : 0;
  return Math.max(size, Math.min(announced, bounds.wholeBytes));
}

function damaged(): FileRefused {
  return new FileRefused({ sentence: message('This is not a gzip, or it is damaged.') });
}
