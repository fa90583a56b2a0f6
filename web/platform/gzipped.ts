/** Below this, a packet is a packet. */
const worthIt = 4 * 1024;

/** Returns the text compressed, or null where that is not worth it or this browser cannot. */
export async function gzipped(text: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (text.length < worthIt || typeof CompressionStream === 'undefined') return null;
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
