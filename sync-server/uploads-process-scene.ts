import { createCipheriv, createHash } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { expect } from 'vitest';
import { cookieOf, jsonRequest } from './testing/test-app.ts';

export const patient = { timeout: 120_000 };
export const size = 10 * 1024 * 1024;

/** 10 MB of text that no compression and no lucky guess makes shorter. */
export function largeText(seed: string): Uint8Array<ArrayBuffer> {
  const key = createHash('md5').update(seed).digest();
  const noise = createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size / 2));
  return new TextEncoder().encode(noise.toString('hex'));
}

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export async function signUp(address: string): Promise<string> {
  const ada = { displayName: 'Ada', username: 'ada', password: 'correct horse' };
  const Cookie = cookieOf(await fetch(`${address}/api/register`, jsonRequest('POST', ada)));
  await fetch(`${address}/api/projects`, jsonRequest('POST', { id: 1, name: 'P' }, { Cookie }));
  return Cookie;
}

export async function announce(
  address: string,
  Cookie: string,
  row: { id: number; sha256: string },
): Promise<void> {
  const text = { name: 'Large', originalFilename: 'large.txt', fileType: 'text/plain', fileSize: size };
  const made = jsonRequest('POST', { ...text, ...row }, { Cookie });
  const answer = await fetch(`${address}/api/projects/1/resources`, made);
  expect(answer.status).toBe(201);
}

export function sending(url: string, headers: Record<string, string>, method = 'PUT'): ClientRequest {
  const sent = request(url, { method, headers: { 'Content-Type': 'application/octet-stream', ...headers } });
  sent.on('error', () => {});
  return sent;
}

/** Waits for the system to take it, as a sender that reads from a disk does. */
export async function write(sent: ClientRequest, bytes: Uint8Array): Promise<void> {
  if (!sent.write(bytes)) await once(sent, 'drain');
}
