/**
 * Finds out why an endpoint was not reached. To a page the content policy, CORS, the browser's refusal of local
 * addresses, mixed content and a server that is not there are one error without words.
 *
 * 1. What can be known without a request is looked at first.
 * 2. A request in the mode `no-cors` then tells a listener from nobody: it carries no key, and its answer stays closed.
 */
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunProblem } from '#shared/model/run/run-problem.ts';
import type { PageSurroundings } from '../platform/page-surroundings.ts';
import { addressSpace, needsPermission } from './address-space.ts';

export type ReachDeps = {
  readonly fetch: typeof fetch;
  readonly page: PageSurroundings;
  readonly after: (milliseconds: number, run: () => void) => () => void;
};

type Endpoint = Pick<ModelEntry, 'address' | 'server'>;

/** The event of a violation may come after the error that it explains. */
const violationMs = 50;
const probeMs = 5_000;

export async function whyUnreached({ address, server }: Endpoint, deps: ReachDeps): Promise<RunProblem> {
  const { page } = deps;
  const url = new URL(address, page.url);
  await new Promise<void>((resolve) => deps.after(violationMs, resolve));
  if (page.wasRefused(url)) return { kind: 'policyRefused', address, origin: url.origin };
  const local = await whyLocalRefused(url, page);
  if (local !== null) return { ...local, address };
  if (!page.isOnline() && addressSpace(url) !== 'loopback') return { kind: 'offline', address };
  if (await isAnybodyThere(url, deps)) {
    return { kind: 'originRefused', address, server, origin: page.url.origin };
  }
  return { kind: 'noListener', address, server };
}

type LocalRefusal =
  | { kind: 'mixedContent' }
  | { kind: 'localRefused'; by: 'ask' | 'denied' | 'insecure' }
  | null;

async function whyLocalRefused(url: URL, page: PageSurroundings): Promise<LocalRefusal> {
  const space = addressSpace(url);
  const permission = space === 'public' ? null : await page.localPermission(space);
  const isMixed = page.url.protocol === 'https:' && url.protocol === 'http:' && space !== 'loopback';
  // A browser that asks for local addresses lets plain http through to them.
  if (isMixed && permission === null) return { kind: 'mixedContent' };
  if (!needsPermission(page.url, url) || permission === null || permission === 'granted') return null;
  if (!page.secure) return { kind: 'localRefused', by: 'insecure' };
  return { kind: 'localRefused', by: permission === 'denied' ? 'denied' : 'ask' };
}

async function isAnybodyThere(url: URL, { fetch, after }: ReachDeps): Promise<boolean> {
  const ended = new AbortController();
  const stop = after(probeMs, () => ended.abort());
  try {
    await fetch(url, {
      ...{ mode: 'no-cors', credentials: 'omit', cache: 'no-store', redirect: 'follow' },
      referrerPolicy: 'no-referrer',
      signal: ended.signal,
    });
    return true;
  } catch {
    return false;
  } finally {
    stop();
  }
}
