/** A person's device as the larger set-ups see it: signed in at one node, listening and pulling at any. */
import { ChangesPage } from '#shared/sync/wire.ts';
import { nameOf, password } from './folder-of-people.ts';

export async function signedIn(origin: string, person: number): Promise<string> {
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: nameOf(person), password }),
  });
  if (!answer.ok) throw new Error(`signing in was answered ${answer.status}`);
  return answer.headers.get('Set-Cookie')?.split(';')[0] ?? '';
}

export async function patch(origin: string, cookie: string, content: string): Promise<void> {
  const answer = await fetch(`${origin}/api/prompts/1/content`, {
    method: 'PATCH',
    headers: { Origin: origin, 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({ content }),
  });
  if (!answer.ok) throw new Error(`a change was answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Returns what came after the cursor, a page at most; undefined: from the beginning. */
export async function pullPage(origin: string, cookie: string, since?: string): Promise<ChangesPage> {
  const query = since === undefined ? '' : `?since=${since}`;
  const answer = await fetch(`${origin}/api/sync/changes${query}`, { headers: { Cookie: cookie } });
  return ChangesPage.parse(await answer.json());
}

export async function lastCursor(origin: string, cookie: string): Promise<string> {
  let page = await pullPage(origin, cookie);
  while (page.more) page = await pullPage(origin, cookie, page.cursor);
  return page.cursor;
}

/**
 * Changes a text at the first node while another device of the person listens at the last one; returns the milliseconds
 * of each change from the moment it is sent until that device has pulled it.
 */
export async function timesUntilSeen(
  origins: readonly string[],
  cookie: string,
  count: number,
): Promise<number[]> {
  const [from = '', to = from] = [origins[0], origins.at(-1)];
  const stopped = new AbortController();
  const events = await fetch(`${to}/api/sync/events`, {
    headers: { Cookie: cookie },
    signal: stopped.signal,
  });
  const reader = events.body?.getReader();
  if (reader === undefined) throw new Error('there is no event stream');
  const readEvent = async () => {
    const { done, value } = await reader.read();
    if (done) throw new Error('the event stream ended');
    return new TextDecoder().decode(value);
  };
  await readEvent();
  let cursor = await lastCursor(to, cookie);
  const took: number[] = [];
  for (let change = 0; change < count; change += 1) {
    const started = performance.now();
    const seen = changeSeen();
    await patch(from, cookie, `${change} ${started}`);
    await seen;
    took.push(performance.now() - started);
  }
  stopped.abort();
  return took;

  async function changeSeen(): Promise<void> {
    for (;;) {
      if (!(await readEvent()).includes('data:')) continue;
      const page = await pullPage(to, cookie, cursor);
      cursor = page.cursor;
      if (page.changes.length > 0) return;
    }
  }
}
