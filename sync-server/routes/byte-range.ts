/** `end` is not included. `all`: no range was asked for, or none of a kind that is served (RFC 9110, 14.2). */
export type ByteRange =
  | { kind: 'all' }
  | { kind: 'part'; start: number; end: number }
  | { kind: 'unsatisfiable' };

/** One range of bytes; several at once are answered with the whole, as the RFC allows. */
export function byteRange(header: string | undefined, size: number): ByteRange {
  const asked = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? '');
  const [, first = '', last = ''] = asked ?? [];
  if (asked === null || (first === '' && last === '')) return { kind: 'all' };
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < start) return { kind: 'all' };
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, end };
}
