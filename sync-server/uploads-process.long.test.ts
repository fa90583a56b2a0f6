/** Uploads against the real server as a process: killed in the middle, and watched for what it holds in memory. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { expect, test } from 'vitest';
import { testRun } from '../e2e/test-run.ts';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import {
  announce,
  hashOf,
  largeText,
  patient,
  sending,
  signUp,
  size,
  write,
} from './uploads-process-scene.ts';

test('the bytes of many large files at once are never in its memory', patient, async () => {
  using folder = temporaryFolder();
  using server = spawnServer({ DATA_DIR: folder.path });
  const address = await server.ready;
  const Cookie = await signUp(address);
  const together = testRun.isFull ? 12 : 8;
  const peak = () => memoryPeak(server.child.pid);

  // One of each first: what the server loads with its first upload is no file.
  await sendAll(address, Cookie, { seeds: ['warm'], firstId: 10 });
  const before = peak();
  const seeds = Array.from({ length: together }, (_, n) => `at once ${n}`);
  await sendAll(address, Cookie, { seeds, firstId: 100 });
  const grown = peak() - before;
  // They are 160 MB together, 240 in a full run; what a collector of garbage leaves for later is a part of that.
  expect(grown).toBeLessThan(100 * 1024 * 1024);
});

/** Each as a form and as an upload, all of them begun before any of them ends. */
async function sendAll(
  address: string,
  Cookie: string,
  { seeds, firstId }: { seeds: readonly string[]; firstId: number },
): Promise<void> {
  const requests: { sent: ClientRequest; end: string | Uint8Array; answer: Promise<unknown[]> }[] = [];
  for (const seed of seeds) {
    const bytes = largeText(seed);
    const other = largeText(`${seed} again`);
    await announce(address, Cookie, { id: firstId + requests.length, sha256: hashOf(other) });
    const type = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const form = sending(`${address}/api/projects/1/resources`, { Cookie, ...type }, 'POST');
    form.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n');
    await write(form, bytes);
    requests.push({ sent: form, end: '\r\n--b--\r\n', answer: once(form, 'response') });
    const upload = sending(`${address}/api/files/${hashOf(other)}`, { Cookie });
    await write(upload, other.subarray(0, size - 1));
    requests.push({ sent: upload, end: other.subarray(size - 1), answer: once(upload, 'response') });
  }
  for (const { sent, end } of requests) sent.end(end);
  for (const { answer } of requests) {
    const [response] = await answer;
    expect(Object(response).statusCode).toBeLessThan(300);
    Object(response).resume();
  }
}

/** The most that the process has ever had in memory, in bytes. */
function memoryPeak(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
