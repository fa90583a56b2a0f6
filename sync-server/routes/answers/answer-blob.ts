/**
 * A stored file as an answer: as it is, and inert. Whatever its bytes say, no script runs in it, nothing is
 * fetched for it, and no browser takes it for another type than it was checked to be.
 */
import type { Context } from 'hono';
import { isPreviewable } from '#shared/model/file-type.ts';
import type { Resource } from '#shared/model/resource.ts';
import { namesTag } from '../../middleware/names-tag.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { StoredBlob } from '../../services/blobs/open-blob.ts';
import { contentDisposition } from './content-disposition.ts';

const inert = [
  'sandbox',
  "default-src 'none'",
  // Drawings carry their own styles and small pictures; nothing of that leaves the page or runs in it.
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function answerFile(c: Context<ServerContext>, resource: Resource, file: StoredBlob): Response {
  const inline = c.req.query('inline') === '1' && isPreviewable(resource.fileType);
  const etag = `"${resource.sha256}"`;
  const headers: Record<string, string> = {
    'Content-Type': contentType(resource.fileType, inline),
    'Content-Disposition': contentDisposition(inline ? 'inline' : 'attachment', resource.originalFilename),
    'Content-Security-Policy': inert,
    'X-Content-Type-Options': 'nosniff',
    // One person's file: kept by their browser only, and asked about each time.
    'Cache-Control': 'private, no-cache',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  };
  if (namesTag(c.req.header('If-None-Match'), etag)) return new Response(null, { status: 304, headers });
  const ifRange = c.req.header('If-Range');
  const asked = ifRange === undefined || ifRange.trim() === etag ? c.req.header('Range') : undefined;
  const range = byteRange(asked, file.size);
  if (range.kind === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${file.size}` },
    });
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: file.size };
  headers['Content-Length'] = String(end - start);
  if (range.kind === 'part') headers['Content-Range'] = `bytes ${start}-${end - 1}/${file.size}`;
  const body = c.req.method === 'HEAD' ? null : file.read(start, end);
  return new Response(body, { status: range.kind === 'part' ? 206 : 200, headers });
}

/** Opened in a tab, Markdown is read as the text that it is: browsers would only offer to save it. */
function contentType(fileType: string, inline: boolean): string {
  if (!/^text\/|^application\/json$/.test(fileType)) return fileType;
  return inline && fileType === 'text/markdown' ? 'text/plain; charset=utf-8' : `${fileType}; charset=utf-8`;
}

/** `end` is not included. `all`: no range was asked for, or none of a kind that is served (RFC 9110, 14.2). */
type ByteRange = { kind: 'all' } | { kind: 'part'; start: number; end: number } | { kind: 'unsatisfiable' };

/** One range of bytes; several at once are answered with the whole, as the RFC allows. */
function byteRange(header: string | undefined, size: number): ByteRange {
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
