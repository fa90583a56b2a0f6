/**
 * `Content-Disposition` for any name (RFC 6266, RFC 8187): the name as UTF-8, and for clients that do not know
 * that form an approximation of plain letters. Nothing in a name can end the header or its quotes.
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\%]/g, '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${percentEncoded(fileName)}`;
}

/** The characters that `encodeURIComponent` leaves and RFC 8187 does not allow. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
