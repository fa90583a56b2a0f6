import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { SentRequests } from './request-sender.ts';

const sender = fileURLToPath(new URL('./request-sender.ts', import.meta.url));

/** Sends requests from a process of its own; returns how many of what is counted were answered a second. */
export async function sentPerSecond(asked: SentRequests): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [sender, JSON.stringify(asked)]);
  return asked.count / (Number(stdout) / 1000);
}
