import { createHash } from 'node:crypto';
import { z } from 'zod';
import { registered, type TestApp } from './test-app.ts';

export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** One file as a form sends it. `fileName` and `type` go out byte for byte as they are given. */
export type SentFile = {
  bytes: Uint8Array<ArrayBuffer> | string;
  fileName?: string;
  type?: string;
  fields?: Record<string, string>;
};

const boundary = 'a-boundary-that-is-in-no-file';

/** Written by hand: `FormData` would mend the very names that a hostile client sends. */
export function multipart({ bytes, fileName = 'plan.md', type = 'text/markdown', fields = {} }: SentFile) {
  const encoder = new TextEncoder();
  const escaped = fileName.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const opening = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped}"\r\n`;
  const head = `${texts.join('')}${opening}Content-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([
    encoder.encode(head),
    typeof bytes === 'string' ? encoder.encode(bytes) : bytes,
    encoder.encode(`\r\n--${boundary}--\r\n`),
  ]);
  return {
    body: new Uint8Array(body),
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  };
}

export type BlobAnswer = { status: number; headers: Headers; body: unknown };

export type FileClient = {
  cookie: string;
  call(
    method: string,
    path: string,
    init?: RequestInit & { headers?: Record<string, string> },
  ): Promise<Response>;
  json(method: string, path: string, body?: unknown): Promise<BlobAnswer>;
  upload(projectId: number, file: SentFile, headers?: Record<string, string>): Promise<BlobAnswer>;
  put(bytes: Uint8Array<ArrayBuffer> | string, options?: PutOptions): Promise<BlobAnswer>;
  download(id: number, query?: string, headers?: Record<string, string>): Promise<Response>;
};

/** `of`: the hash in the path, where it is not that of the bytes. */
export type PutOptions = { of?: string; offset?: number };

/** Somebody who is signed up, with project 1. */
export async function fileClient({ app }: Pick<TestApp, 'app'>, username = 'ada'): Promise<FileClient> {
  const cookie = await registered(app, username);
  const call: FileClient['call'] = async (method, path, init = {}) =>
    app.request(path, { method, ...init, headers: { Cookie: cookie, ...init.headers } });
  const read = async (answer: Response): Promise<BlobAnswer> => {
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
  const json: FileClient['json'] = async (method, path, body) =>
    read(
      await call(method, path, {
        headers: { 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  await json('POST', '/api/projects', { id: 1, name: 'P' });
  return {
    cookie,
    call,
    json,
    async upload(projectId, file, headers = {}) {
      const form = multipart(file);
      const init = { body: form.body, headers: { ...form.headers, ...headers } };
      return read(await call('POST', `/api/projects/${projectId}/resources`, init));
    },
    async put(bytes, { of = sha256(bytes), offset } = {}) {
      const at: Record<string, string> = offset === undefined ? {} : { 'Upload-Offset': String(offset) };
      const headers = { 'Content-Type': 'application/octet-stream', ...at };
      return read(await call('PUT', `/api/files/${of}`, { body: bytes, headers }));
    },
    download: (id, query = '', headers = {}) =>
      call('GET', `/api/resources/${id}/download${query}`, { headers }),
  };
}

export const madeId = (answer: BlobAnswer): number => z.looseObject({ id: z.int() }).parse(answer.body).id;

/** A row as a device makes it, before its bytes are sent. */
export function resourceRow(bytes: Uint8Array | string, changes: Record<string, unknown> = {}) {
  const fileSize = typeof bytes === 'string' ? new TextEncoder().encode(bytes).length : bytes.length;
  const row = { id: 2, name: 'Plan', originalFilename: 'plan.md', fileType: 'text/markdown' };
  return { ...row, fileSize, sha256: sha256(bytes), ...changes };
}
