/**
 * The content codings of request bodies (RFC 9110, 8.4): gzip for JSON, none for anything else.
 * 1. What a body holds is counted after decoding, so a small body that unpacks to a large one is cut off
 *    where the large one would be.
 * 2. Nothing is unpacked ahead of whoever reads.
 */
import { answerProblem } from '../problem-response.ts';

export type ContentCoding = 'identity' | 'gzip';

/** Returns null for a coding, or a list of codings, that is not decoded here. */
export function contentCoding(header: string | undefined): ContentCoding | null {
  switch (header?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return 'identity';
    case 'gzip':
    case 'x-gzip':
      return 'gzip';
    default:
      return null;
  }
}

/** Names the accepted coding, so that a client can send the same body again (RFC 9110, 15.5.16). */
export function answerUnsupportedCoding(accepted: ContentCoding): Response {
  const detail = 'The body is encoded in a way that is not read here.';
  return answerProblem('unsupported_media_type', { detail, headers: { 'Accept-Encoding': accepted } });
}

/**
 * Returns the decoded body. It fails where the body is corrupt, cut off, or followed by something else, and
 * where more than `mostEncoded` bytes come in: a gzip body can go on for ever without holding anything.
 */
export function decodedBody(
  body: ReadableStream<Uint8Array>,
  coding: ContentCoding,
  mostEncoded: number,
): ReadableStream<Uint8Array> {
  if (coding === 'identity') return body;
  let size = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > mostEncoded) controller.error(new EncodedTooLarge());
      else controller.enqueue(new Uint8Array(chunk));
    },
  });
  // A cancelled body would end the connection before the answer.
  return body.pipeThrough(bounded, { preventCancel: true }).pipeThrough(new DecompressionStream('gzip'));
}

/** More encoded bytes came in than are read. */
export class EncodedTooLarge extends Error {}
